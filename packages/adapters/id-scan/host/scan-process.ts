import { type ChildProcess, fork } from 'node:child_process';
import { ScannerBusy } from '@countersign/signing';
import type { HostAnswer, HostResult, HostTask } from './scan-host.ts';

/** Then the process ends and gives its memory back. */
const IDLE_MS = 60_000;
/** The machine may have had no memory, or the pictures may be the cause. */
const MAX_TRIES = 3;

/** The process answered. */
export class TaskFailed extends Error {}

/** With limits of time and memory. Started for the first task, and again after it ended. */
export interface ScanProcess {
  /** One at a time. Rejects with `TaskFailed` or `ScannerBusy`. */
  run(task: HostTask): Promise<HostResult>;
  close(): void;
}

export function createScanProcess(hostFile: URL, timeoutMs: number): ScanProcess {
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
