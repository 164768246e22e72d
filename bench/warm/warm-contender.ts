import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ContenderWork, TurnReport } from './contender-work.ts';
import type { Amount } from './time-runs.ts';

const PROGRAM = fileURLToPath(new URL('contender-process.ts', import.meta.url));

/**
 * A contender in its own process for all its turns. In a shared process each would pay for the type feedback and the
 * garbage of the others, and a forced collection would discard compiled code.
 */
export class WarmContender implements Disposable {
  readonly #process: ChildProcess;

  constructor(work: ContenderWork) {
    this.#process = fork(PROGRAM, [JSON.stringify(work)], { execArgv: [] });
  }

  async takeTurn(amount: Amount): Promise<TurnReport> {
    const ended = new AbortController();
    const { signal } = ended;
    this.#process.send(amount);
    try {
      const [report] = await Promise.race([
        once(this.#process, 'message', { signal }),
        once(this.#process, 'exit', { signal }).then(([code]) => [{ problem: `ended with ${code}` }]),
      ]);
      return report as TurnReport;
    } finally {
      ended.abort();
    }
  }

  [Symbol.dispose](): void {
    this.#process.kill('SIGKILL');
  }
}
