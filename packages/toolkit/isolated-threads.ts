import { ToolkitError } from './errors.ts';
import { HostCrashed, HostProcess } from './host-process.ts';
import type { TaskCall } from './task-call.ts';
import type { RunOptions, TaskRunner, ThreadSetOptions } from './thread-set.ts';

/**
 * Threads in a process of their own: a fault in native code ends that process and fails no task but the one that caused it.
 * Tasks that ran when it ended are run once more, one by one in a process for that: which of them ends that one too is at
 * fault, unless it was killed from outside, and the others never see it.
 */
export class IsolatedThreads implements TaskRunner {
  readonly #host: HostProcess;
  readonly #lone: HostProcess;
  /** Settles when the last task that runs alone has ended. */
  #alone: Promise<unknown> = Promise.resolve();

  /** `isKept`: the process is there before the first task and while there is none. */
  constructor(options: ThreadSetOptions, isKept: boolean) {
    this.#host = new HostProcess(options, isKept);
    this.#lone = new HostProcess({ ...options, threads: 1 }, false);
  }

  async run(call: TaskCall, options: RunOptions): Promise<unknown> {
    try {
      return await this.#host.run(call, options);
    } catch (error) {
      if (!(error instanceof HostCrashed)) throw error;
      return this.#runAlone(call, options);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#host.close(), this.#lone.close()]);
  }

  async #runAlone(call: TaskCall, options: RunOptions): Promise<unknown> {
    const run = this.#alone.then(() => this.#lone.run(call, options));
    this.#alone = run.catch(() => undefined);
    try {
      return await run;
    } catch (error) {
      throw error instanceof HostCrashed ? faultOf(error) : error;
    }
  }
}

/** A process that was killed says nothing of the file: a document that is complete but for its seal must not fail for good. */
function faultOf(cause: HostCrashed): ToolkitError {
  if (cause.wasKilled)
    return new ToolkitError('pdf_worker_crashed', 'the process of the task was killed', {}, { cause });
  const message = 'the task ended the process that it ran in, twice';
  return new ToolkitError('file_not_processable', message, {}, { cause });
}
