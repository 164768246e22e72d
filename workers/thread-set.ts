import { ToolkitError } from '@countersign/toolkit/errors';
import { unwrapOutcome } from '@countersign/toolkit/runner';
import type { ThreadCall, Transferable } from './task-call.ts';
import { TaskThread } from './task-thread.ts';

/**
 * 400 real files never left more than a quarter; pdf-lib's pools reach half after two million different names
 * and references.
 */
const GROWN_PART = 0.5;
/** Even a small task might exceed the limit. */
const FULL_PART = 0.75;

export interface TaskRunner {
  /** Rejects with the task's fault, or with a code of the pool (errors.ts). */
  run(call: ThreadCall, options: RunOptions): Promise<unknown>;
  /** The child processes that run now. */
  processIds?(): readonly number[];
  /** Closes the threads, of which none may be running a task. */
  close(): Promise<void>;
}

export interface RunOptions {
  readonly timeoutMs: number;
  /** The limit is not available before Node 24.6. */
  readonly cpuMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The values that are transferred if possible. */
  readonly transfer: readonly Transferable[];
}

/** Plain data for another process. */
export interface ThreadSetOptions {
  /** Its default export takes a {@link ThreadCall} and returns a `ThreadAnswer`. */
  readonly workerFile: string;
  readonly workerData: unknown;
  readonly threads: number;
  readonly memoryLimitMb: number;
  readonly youngMemoryMb?: number | undefined;
  /** A task ends while its whole process has more, outside of the heap too. */
  readonly processMemoryMb?: number | undefined;
}

/** Each for one task at a time, with limits of time and memory. */
export class ThreadSet implements TaskRunner {
  readonly #threads: readonly TaskThread[];
  readonly #memoryLimitMb: number;
  readonly #processMemoryMb: number | undefined;
  /** The failure of an idle thread, which explains later timeouts. */
  #threadFailure: unknown;

  constructor(options: ThreadSetOptions) {
    this.#memoryLimitMb = options.memoryLimitMb;
    this.#processMemoryMb = options.processMemoryMb;
    this.#threads = Array.from({ length: options.threads }, (_, index) =>
      this.#createThread(options, index === 0),
    );
  }

  /**
   * Requires a free thread. Limits abort one signal; piscina then terminates the worker and starts another.
   */
  async run(call: ThreadCall, { timeoutMs, cpuMs, signal, transfer }: RunOptions): Promise<unknown> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const stop = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
    const thread = this.#freeThread();
    const processMemoryMb = this.#processMemoryMb;
    const stopCounting = cpuMs === undefined ? undefined : limitProcessorTime(thread, cpuMs, deadline);
    const stopMeasuring =
      processMemoryMb === undefined ? undefined : limitProcessMemory(processMemoryMb, deadline);
    try {
      return unwrapOutcome(
        await thread.run(call, { signal: stop, transferList: [...transfer] }).catch((error: unknown) => {
          if (signal?.aborted) throw cancelled();
          if (deadline.signal.reason === MEMORY_SPENT) throw outOfMemory(processMemoryMb ?? 0, error);
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
      stopMeasuring?.();
    }
  }

  /** Whether the process holds so much of what it may have that it should end. */
  get hasGrown(): boolean {
    const limit = this.#processMemoryMb;
    return limit !== undefined && process.memoryUsage.rss() > limit * BYTES_PER_MB * GROWN_PART;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #createThread({ workerFile, workerData, youngMemoryMb }: ThreadSetOptions, isKept: boolean): TaskThread {
    const memoryLimitMb = this.#memoryLimitMb;
    return new TaskThread({
      workerFile: new URL(workerFile),
      workerData,
      memoryLimitMb,
      youngMemoryMb,
      isKept,
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
    if (thread === undefined) throw new Error('no free thread');
    return thread;
  }

  #failureOf(error: unknown): unknown {
    if (!(error instanceof Error) || error.name === 'DataCloneError') return error;
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return outOfMemory(this.#memoryLimitMb, error);
    const message = 'the thread ended during the task';
    return new ToolkitError('pdf_worker_crashed', message, {}, { cause: error });
  }
}

const CPU_SPENT = new Error('the limit of processor time was reached');
const CPU_INTERVAL_MS = 250;

/** Aborts `deadline`. Returns a function that stops the check. */
function limitProcessorTime(thread: TaskThread, cpuMs: number, deadline: AbortController): () => void {
  let start: number | undefined;
  const check = async (): Promise<void> => {
    const now = await thread.processorMs();
    if (now === undefined) return;
    start ??= now;
    if (now - start > cpuMs) deadline.abort(CPU_SPENT);
  };
  void check();
  const timer = setInterval(check, CPU_INTERVAL_MS);
  return () => clearInterval(timer);
}

const MEMORY_SPENT = new Error('the limit of memory was reached');
const MEMORY_INTERVAL_MS = 100;
const BYTES_PER_MB = 1024 * 1024;

/** Aborts `deadline`: images that are decoded are outside of the heap. Returns a function that stops the check. */
function limitProcessMemory(limitMb: number, deadline: AbortController): () => void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > limitMb * BYTES_PER_MB) deadline.abort(MEMORY_SPENT);
  }, MEMORY_INTERVAL_MS);
  return () => clearInterval(timer);
}

function outOfMemory(memoryLimitMb: number, cause: unknown): ToolkitError {
  const message = `the task needed more than ${memoryLimitMb} MB`;
  return new ToolkitError('pdf_out_of_memory', message, { memoryLimitMb }, { cause });
}

export function timedOut(timeoutMs: number, cause?: unknown): ToolkitError {
  const message = `the task took longer than ${timeoutMs} ms`;
  return new ToolkitError('pdf_timeout', message, { timeoutMs }, { cause });
}

export function cancelled(): ToolkitError {
  return new ToolkitError('pdf_cancelled', 'the task was cancelled');
}
