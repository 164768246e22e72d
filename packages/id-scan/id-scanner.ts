import { type ChildProcess, fork } from 'node:child_process';
import {
  type DocumentPictures,
  type PictureScanner,
  type ScannedImages,
  ScannerBusy,
  type ScanRefusal,
} from '@countersign/signing';
import type { HostAnswer, HostResult, HostTask } from './scan-host.ts';

/** After this time without a task the process ends and gives its memory back. */
const IDLE_MS = 60_000;
/** A process that ended may have had no memory, or the pictures may be the cause. */
const MAX_TRIES = 3;

/** The process answered that the task failed. */
export class TaskFailed extends Error {}

/** A process with limits of time and memory. It starts for the first task, and again after it ended. */
export interface ScanProcess {
  /** Runs one task at a time. Rejects with `TaskFailed` or `ScannerBusy`. */
  run(task: HostTask): Promise<HostResult>;
  close(): void;
}

function createScanProcess(hostFile: URL, timeoutMs: number): ScanProcess {
  let host: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
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

  return {
    async run(task) {
      clearTimeout(idle);
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
        idle = setTimeout(endHost, IDLE_MS).unref();
      }
      return { outcome: 'refused', side: 'front', reason: 'too_complex' };
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      endHost();
    },
  };
}

function startHost(hostFile: URL): ChildProcess {
  // The environment is empty, because it may hold secrets.
  return fork(hostFile, [], {
    serialization: 'advanced',
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Resolves with null if the process ends before it answers. */
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

/** An account may have this share of the places. */
const ACCOUNT_SHARE = 0.5;

interface Waiting {
  readonly accountId: string;
  readonly load: () => Promise<HostTask>;
  readonly resolve: (answer: HostResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs one task after the other. Accounts take turns, and none fills all places. */
export interface ScanQueue {
  isFullFor(accountId: string): boolean;
  /** Waits until its turn, and then calls `load`. Rejects with `ScannerBusy`, or as `load` and `run` do. */
  add(accountId: string, load: () => Promise<HostTask>): Promise<HostResult>;
  close(): void;
}

function createScanQueue(run: (task: HostTask) => Promise<HostResult>, maxWaiting: number): ScanQueue {
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

/** A scan takes about a second, and much longer on a busy machine. */
const TIMEOUT_MS = 30_000;
/** The limit is low, because pictures have some megabytes each. */
const MAX_WAITING = 20;

export interface IdScannerOptions {
  readonly timeoutMs?: number;
  readonly maxWaiting?: number;
  /** Tests run another file. */
  readonly hostFile?: URL;
}

export interface OwnIdScanner extends PictureScanner {
  /** Cuts out the parts of a document. Rejects with `ScannerBusy`. */
  cutOut(
    /** The pictures are read when the task's turn comes. */
    readPictures: () => Promise<DocumentPictures>,
    accountId: string,
  ): Promise<ScannedImages | ScanRefusal>;
  close(): Promise<void>;
}

/** Creates a scanner that runs one scan after the other in a process of its own. */
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
          // Pictures that cannot be decoded now cannot be decoded later either.
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
