import { ToolkitError } from './errors.ts';
import { unwrapOutcome } from './outcome.ts';
import type { TaskCall, Transferable } from './task-call.ts';
import { TaskThread } from './task-thread.ts';

/**
 * Part of the memory limit beyond which a thread is replaced once its task is done. Four tasks on each of 400 real files
 * never left more than a quarter of the default; pdf-lib's pools of names and references fill half of it after some two million different ones.
 */
const GROWN_PART = 0.5;
/** Part beyond which even a small task might be too much for it. */
const FULL_PART = 0.75;

/** Runs tasks that have a place in the queue: on threads of this process, or of another one. */
export interface TaskRunner {
  /** Rejects with the task's own fault, or with a code of the pool (see errors.ts). */
  run(call: TaskCall, options: RunOptions): Promise<unknown>;
  /** Ends what runs tasks; none may be running. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** ms that the task may run. */
  readonly timeoutMs: number;
  /** ms of processor time that the task may take; Node before 24.6 does not tell, and only `timeoutMs` holds. */
  readonly cpuMs?: number;
  /** Ends the task. */
  readonly signal?: AbortSignal;
  /** Handed over, where that is possible. */
  readonly transfer: readonly Transferable[];
}

/** Plain data, so that it can be sent to another process. */
export interface ThreadSetOptions {
  /** URL of a module whose default export takes a {@link TaskCall} and gives a `ThreadAnswer`. */
  readonly workerFile: string;
  /** Plain data that every thread gets at its start (`workerData`). */
  readonly workerData: unknown;
  readonly threads: number;
  /** MB of heap of one thread. */
  readonly memoryLimitMb: number;
}

/** Threads of this process, each for one task at a time, with limits of time and memory. */
export class ThreadSet implements TaskRunner {
  readonly #threads: readonly TaskThread[];
  readonly #memoryLimitMb: number;
  /** Last failure of a thread that had no task: it explains why tasks then time out. */
  #threadFailure: unknown;

  constructor(options: ThreadSetOptions) {
    this.#memoryLimitMb = options.memoryLimitMb;
    this.#threads = Array.from({ length: options.threads }, (_, index) =>
      this.#createThread(options, index === 0),
    );
  }

  /** No more tasks may run than there are threads. Both limits end the thread through one signal: piscina then terminates the worker and starts another. */
  async run(call: TaskCall, { timeoutMs, cpuMs, signal, transfer }: RunOptions): Promise<unknown> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const stop = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
    const thread = this.#freeThread();
    const stopCounting = cpuMs === undefined ? undefined : limitProcessorTime(thread, cpuMs, deadline);
    try {
      return unwrapOutcome(
        await thread.run(call, { signal: stop, transferList: [...transfer] }).catch((error: unknown) => {
          if (signal?.aborted) throw cancelled();
          if (deadline.signal.aborted)
            throw timedOut(
              deadline.signal.reason === CPU_SPENT ? (cpuMs ?? 0) : timeoutMs,
              this.#threadFailure,
            );
          throw this.#failureOf(error);
        }),
      );
    } finally {
      clearTimeout(timer);
      stopCounting?.();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #createThread({ workerFile, workerData }: ThreadSetOptions, isKept: boolean): TaskThread {
    const memoryLimitMb = this.#memoryLimitMb;
    return new TaskThread({
      ...{ workerFile: new URL(workerFile), workerData, memoryLimitMb, isKept },
      grownMb: memoryLimitMb * GROWN_PART,
      fullMb: memoryLimitMb * FULL_PART,
      onFailure: (error) => {
        this.#threadFailure = error;
      },
    });
  }

  #freeThread(): TaskThread {
    const free = this.#threads.filter((thread) => !thread.isBusy);
    const thread = free.find(({ isStarted }) => isStarted) ?? free[0];
    if (thread === undefined) throw new Error('more tasks run than there are threads');
    return thread;
  }

  #failureOf(error: unknown): unknown {
    if (!(error instanceof Error) || error.name === 'DataCloneError') return error;
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const memoryLimitMb = this.#memoryLimitMb;
      const message = `the task needed more than ${memoryLimitMb} MB`;
      return new ToolkitError('pdf_out_of_memory', message, { memoryLimitMb }, { cause: error });
    }
    const message = 'the thread ended in the middle of the task';
    return new ToolkitError('pdf_worker_crashed', message, {}, { cause: error });
  }
}

/** Why a task was ended that took more processor time than it may. */
const CPU_SPENT = new Error('the processor time is spent');
/** ms between two looks. */
const CPU_INTERVAL_MS = 250;

/** Aborts `deadline` when the thread has taken so much; the function that is returned ends that. */
function limitProcessorTime(thread: TaskThread, cpuMs: number, deadline: AbortController): () => void {
  let start: number | undefined;
  const look = async (): Promise<void> => {
    const now = await thread.processorMs();
    if (now === undefined) return;
    start ??= now;
    if (now - start > cpuMs) deadline.abort(CPU_SPENT);
  };
  void look();
  const timer = setInterval(look, CPU_INTERVAL_MS);
  return () => clearInterval(timer);
}

export function timedOut(timeoutMs: number, cause?: unknown): ToolkitError {
  const message = `the task took longer than ${timeoutMs} ms`;
  return new ToolkitError('pdf_timeout', message, { timeoutMs }, { cause });
}

export function cancelled(): ToolkitError {
  return new ToolkitError('pdf_cancelled', 'the task was cancelled');
}
