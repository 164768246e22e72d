import { ScannerBusy } from '@countersign/signing';
import type { HostResult, HostTask } from './scan-host.ts';

/** Of the places. */
const ACCOUNT_SHARE = 0.5;

interface Waiting {
  readonly accountId: string;
  readonly load: () => Promise<HostTask>;
  readonly resolve: (answer: HostResult) => void;
  readonly reject: (error: unknown) => void;
}

/** One task after the other. Accounts take turns, and none fills all places. */
export interface ScanQueue {
  isFullFor(accountId: string): boolean;
  /** `load` is called when its turn comes. Rejects with `ScannerBusy`, or as `load` and `run` do. */
  add(accountId: string, load: () => Promise<HostTask>): Promise<HostResult>;
  close(): void;
}

export function createScanQueue(run: (task: HostTask) => Promise<HostResult>, maxWaiting: number): ScanQueue {
  const waiting: Waiting[] = [];
  let isBusy = false;
  let lastAccount = '';
  let isClosed = false;

  async function runNext(): Promise<void> {
    if (isBusy) return;
    const ofOthers = waiting.findIndex(({ accountId }) => accountId !== lastAccount);
    const [next] = waiting.splice(Math.max(ofOthers, 0), 1);
    if (next === undefined) return;
    isBusy = true;
    lastAccount = next.accountId;
    try {
      const task = await next.load();
      if (isClosed) throw new ScannerBusy();
      next.resolve(await run(task));
    } catch (error) {
      next.reject(error);
    }
    isBusy = false;
    void runNext();
  }

  function isFullFor(account: string): boolean {
    const own = waiting.filter(({ accountId }) => accountId === account);
    return isClosed || waiting.length >= maxWaiting || own.length >= Math.ceil(maxWaiting * ACCOUNT_SHARE);
  }

  return {
    isFullFor,
    async add(accountId, load) {
      if (isFullFor(accountId)) throw new ScannerBusy();
      return new Promise((resolve, reject) => {
        waiting.push({ accountId, load, resolve, reject });
        void runNext();
      });
    },
    close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new ScannerBusy());
    },
  };
}
