import { type ChildProcess, fork } from 'node:child_process';
import {
  type DocumentPictures,
  type PictureScanner,
  type ScannedImages,
  ScannerBusy,
  type ScanRefusal,
} from '@countersign/signing';
import type { HostAnswer, HostResult, HostTask } from './scan-host.ts';

/** A scan takes about a second; a busy machine is much slower. */
const TIMEOUT_MS = 30_000;
/** Pictures have some megabytes each. */
const MAX_WAITING = 20;
/** Of the places. */
const ACCOUNT_SHARE = 0.5;
/** Then the process ends and gives its memory back. */
const IDLE_MS = 60_000;
/** The machine may have had no memory, or the pictures may be the cause. */
const MAX_TRIES = 3;

export interface IdScannerOptions {
  readonly timeoutMs?: number;
  readonly maxWaiting?: number;
  /** For tests. */
  readonly hostFile?: URL;
}

export interface OwnIdScanner extends PictureScanner {
  /** Rejects with `ScannerBusy`. */
  cutOut(pictures: DocumentPictures, accountId: string): Promise<ScannedImages | ScanRefusal>;
  close(): Promise<void>;
}

interface Waiting {
  readonly accountId: string;
  readonly task: HostTask;
  readonly resolve: (answer: HostResult) => void;
  readonly reject: (error: unknown) => void;
}

/** One scan after the other in its own process, with limits of time and memory. */
export function createIdScanner(options: IdScannerOptions = {}): OwnIdScanner {
  const { timeoutMs = TIMEOUT_MS, maxWaiting = MAX_WAITING } = options;
  const hostFile = options.hostFile ?? new URL('./scan-host.ts', import.meta.url);
  const waiting: Waiting[] = [];
  const requesters = new Set<string>();
  let host: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isBusy = false;
  let lastAccount = '';
  let isClosed = false;

  function findHost(): ChildProcess {
    if (host !== undefined) return host;
    const started = startHost(hostFile);
    started.once('exit', () => {
      if (host === started) host = undefined;
    });
    host = started;
    return started;
  }

  function endHost(): void {
    host?.kill('SIGKILL');
    host = undefined;
  }

  async function runNext(): Promise<void> {
    if (isBusy) return;
    const ofOthers = waiting.findIndex(({ accountId }) => accountId !== lastAccount);
    const [next] = waiting.splice(Math.max(ofOthers, 0), 1);
    if (next === undefined) return;
    isBusy = true;
    lastAccount = next.accountId;
    clearTimeout(idle);
    try {
      next.resolve(await run(next.task));
    } catch (error) {
      next.reject(error);
    }
    isBusy = false;
    idle = setTimeout(endHost, IDLE_MS).unref();
    void runNext();
  }

  async function run(task: HostTask): Promise<HostResult> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endHost();
    }, timeoutMs);
    try {
      for (let tries = 0; tries < MAX_TRIES && !isLate; tries++) {
        const answer = await askHost(findHost(), task);
        if (answer !== null) return answer;
        if (isClosed) throw new ScannerBusy();
      }
    } finally {
      clearTimeout(timer);
    }
    return { outcome: 'refused', side: 'front', reason: 'too_complex' };
  }

  function isFullFor(account: string): boolean {
    const own = waiting.filter(({ accountId }) => accountId === account);
    return isClosed || waiting.length >= maxWaiting || own.length >= Math.ceil(maxWaiting * ACCOUNT_SHARE);
  }

  async function enqueue(accountId: string, task: HostTask): Promise<HostResult> {
    if (isFullFor(accountId)) throw new ScannerBusy();
    return new Promise((resolve, reject) => {
      waiting.push({ accountId, task, resolve, reject });
      void runNext();
    });
  }

  return {
    async scan(readRequest, { signeeId, accountId }) {
      if (isFullFor(accountId) || requesters.has(signeeId)) throw new ScannerBusy();
      requesters.add(signeeId);
      try {
        const answer = await enqueue(accountId, { kind: 'scan', request: await readRequest() });
        if (answer.outcome === 'cut') throw new TypeError('the answer is of another task');
        return answer;
      } finally {
        requesters.delete(signeeId);
      }
    },
    async cutOut(pictures, accountId) {
      const answer = await enqueue(accountId, { kind: 'cut', request: pictures }).catch((error: unknown) => {
        // They will not be decoded later.
        if (error instanceof TaskFailed) return null;
        throw error;
      });
      if (answer?.outcome === 'refused') return answer.reason;
      return (answer?.outcome === 'cut' ? answer.images : null) ?? 'not_readable';
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      for (const { reject } of waiting.splice(0)) reject(new ScannerBusy());
      endHost();
    },
  };
}

/** The process answered. */
class TaskFailed extends Error {}

function startHost(hostFile: URL): ChildProcess {
  // The environment may hold secrets.
  return fork(hostFile, [], {
    serialization: 'advanced',
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Null if the process ends before it answers. */
function askHost(host: ChildProcess, task: HostTask): Promise<HostResult | null> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      host.off('message', onMessage);
      host.off('exit', onExit);
      outcome();
    };
    const onExit = () => settle(() => resolve(null));
    const onMessage = (answer: HostAnswer) =>
      settle(() => ('answer' in answer ? resolve(answer.answer) : reject(new TaskFailed(answer.error))));
    host.once('exit', onExit);
    host.once('message', onMessage);
    host.send({ id: 0, task }, (error) => {
      if (error !== null) settle(() => reject(new ScannerBusy({ cause: error })));
    });
  });
}
