import {
  type DocumentPictures,
  type PictureScanner,
  type ScannedImages,
  ScannerBusy,
  type ScanRefusal,
} from '@countersign/signing';
import { createScanProcess, TaskFailed } from './scan-process.ts';
import { createScanQueue } from './scan-queue.ts';

/** A scan takes about a second; a busy machine is much slower. */
const TIMEOUT_MS = 30_000;
/** Pictures have some megabytes each. */
const MAX_WAITING = 20;

export interface IdScannerOptions {
  readonly timeoutMs?: number;
  readonly maxWaiting?: number;
  /** For tests. */
  readonly hostFile?: URL;
}

export interface OwnIdScanner extends PictureScanner {
  /** Rejects with `ScannerBusy`. */
  cutOut(
    /** Called when its turn comes. */
    readPictures: () => Promise<DocumentPictures>,
    accountId: string,
  ): Promise<ScannedImages | ScanRefusal>;
  close(): Promise<void>;
}

/** One scan after the other in its own process. */
export function createIdScanner(options: IdScannerOptions = {}): OwnIdScanner {
  const { timeoutMs = TIMEOUT_MS, maxWaiting = MAX_WAITING } = options;
  const hostFile = options.hostFile ?? new URL('./scan-host.ts', import.meta.url);
  const scanProcess = createScanProcess(hostFile, timeoutMs);
  const queue = createScanQueue(scanProcess.run, maxWaiting);
  const requesters = new Set<string>();

  return {
    async scan(readRequest, { signeeId, accountId }) {
      if (queue.isFullFor(accountId) || requesters.has(signeeId)) throw new ScannerBusy();
      requesters.add(signeeId);
      try {
        const answer = await queue.add(accountId, async () => ({
          kind: 'scan',
          request: await readRequest(),
        }));
        if (answer.outcome === 'cut') throw new TypeError('the answer is of another task');
        return answer;
      } finally {
        requesters.delete(signeeId);
      }
    },
    async cutOut(readPictures, accountId) {
      const answer = await queue
        .add(accountId, async () => ({ kind: 'cut', request: await readPictures() }))
        .catch((error: unknown) => {
          // They will not be decoded later.
          if (error instanceof TaskFailed) return null;
          throw error;
        });
      if (answer?.outcome === 'refused') return answer.reason;
      return (answer?.outcome === 'cut' ? answer.images : null) ?? 'not_readable';
    },
    async close() {
      queue.close();
      scanProcess.close();
    },
  };
}
