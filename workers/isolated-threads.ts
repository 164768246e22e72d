import { ToolkitError } from '@countersign/toolkit/errors';
import { HostCrashed, HostProcess } from './host-process.ts';
import type { ThreadCall } from './task-call.ts';
import type { RunOptions, TaskRunner, ThreadSetOptions } from './thread-set.ts';

/**
 * docs/decisions/0015-pdf-work-in-its-own-process.md. Tasks that ran when the process ended are run once
 * more, one by one; the one that ends it again is at fault, unless it was killed.
 */
export class IsolatedThreads implements TaskRunner {
  readonly #host: HostProcess;
  readonly #lone: HostProcess;
  /** The end of the last isolated task. */
  #alone: Promise<unknown> = Promise.resolve();

  /** `isKept`: also while idle. */
  constructor(options: ThreadSetOptions, isKept: boolean) {
    this.#host = new HostProcess(options, isKept);
    this.#lone = new HostProcess({ ...options, threads: 1 }, false);
  }

  async run(call: ThreadCall, options: RunOptions): Promise<unknown> {
    try {
      return await this.#host.run(call, options);
    } catch (error) {
      if (!(error instanceof HostCrashed)) throw error;
      return this.#runAlone(call, options);
    }
  }

  processIds(): readonly number[] {
    return [...this.#host.processIds(), ...this.#lone.processIds()];
  }

  async close(): Promise<void> {
    await Promise.all([this.#host.close(), this.#lone.close()]);
  }

  async #runAlone(call: ThreadCall, options: RunOptions): Promise<unknown> {
    const run = this.#alone.then(() => this.#lone.run(call, options));
    this.#alone = run.catch(() => undefined);
    try {
      return await run;
    } catch (error) {
      throw error instanceof HostCrashed ? faultOf(error) : error;
    }
  }
}

/** A killed process says nothing about the file. */
function faultOf(cause: HostCrashed): ToolkitError {
  if (cause.wasKilled)
    return new ToolkitError('pdf_worker_crashed', 'the process of the task was killed', {}, { cause });
  const message = 'the task ended the process that it ran in, twice';
  return new ToolkitError('file_not_processable', message, {}, { cause });
}
