import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ContenderWork, TurnReport } from './contender-work.ts';
import type { Amount } from './time-runs.ts';

const PROGRAM = fileURLToPath(new URL('contender-process.ts', import.meta.url));

/**
 * A contender in a process of its own, which lives through all its turns. In a process that all share, each would pay
 * for the others: classes of pdf-lib that five libraries use in five ways, and garbage, which whoever runs next collects.
 * To collect it in between instead throws compiled code away (V8 drops what names classes without an instance), so
 * that whatever is JavaScript ran cold in every turn.
 */
export class WarmContender implements Disposable {
  readonly #process: ChildProcess;

  constructor(work: ContenderWork) {
    this.#process = fork(PROGRAM, [JSON.stringify(work)], { execArgv: [] });
  }

  /** Does the job again and again. */
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
