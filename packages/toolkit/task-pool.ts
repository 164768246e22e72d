/**
 * Tasks on threads, with limits. Knows nothing of PDFs: the worker file names the task table.
 */
import { availableParallelism } from 'node:os';
import threads from 'node:worker_threads';
import { ToolkitError } from './errors.ts';
import { type Outcome, unwrapOutcome } from './outcome.ts';
import type { TaskCall, Transferable } from './task-call.ts';
import { TaskThread } from './task-thread.ts';
import { WaitingLine } from './waiting-line.ts';

/** Threads beyond this gain little: what is left after parsing is disk work. */
const MOST_THREADS_BY_DEFAULT = 4;
/** Tasks that may wait before callers are turned away; at 100 ms a task, some ten seconds of work for one thread. */
const MAX_QUEUE = 100;
/** ms. The slowest sound task measured (sealing a 50 MB file) takes about one second. */
const TIMEOUT_MS = 60_000;
/** MB of JavaScript heap for one thread. Bytes of files are outside of it and bounded by the engine's own limits. */
const MEMORY_LIMIT_MB = 512;
/**
 * Part of the memory limit beyond which a thread is replaced once its task is done. Four tasks on each of 400 real files
 * never left more than a quarter of the default; pdf-lib's pools of names and references fill half of it after some two million different ones.
 */
const GROWN_PART = 0.5;
/** Part beyond which even a small task might be too much for it. */
const FULL_PART = 0.75;

/** What tasks may take. The defaults suit a service on a small machine. */
export interface TaskPoolLimits {
  /** Threads at most; one is always kept ready. */
  readonly threads?: number;
  /** Tasks that may wait for a thread. */
  readonly maxQueue?: number;
  /** ms that one task may run, start of its thread included. */
  readonly timeoutMs?: number;
  /** MB of heap of one thread. One that still holds half of it after a task is replaced by a fresh one. */
  readonly memoryLimitMb?: number;
}

export interface TaskPoolOptions extends TaskPoolLimits {
  /** A module whose default export takes a {@link TaskCall} and gives a `ThreadAnswer`. */
  readonly workerFile: URL;
  /** Plain data that every thread gets at its start (`workerData`). */
  readonly workerData?: unknown;
}

export class TaskPool {
  readonly #threads: readonly TaskThread[];
  readonly #line: WaitingLine;
  readonly #running = new Set<Promise<unknown>>();
  readonly #timeoutMs: number;
  readonly #memoryLimitMb: number;
  #closed = false;
  /** Last failure of a thread that had no task: it explains why tasks then time out. */
  #threadFailure: unknown;

  constructor(options: TaskPoolOptions) {
    const count = options.threads ?? defaultThreads();
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#memoryLimitMb = options.memoryLimitMb ?? MEMORY_LIMIT_MB;
    this.#line = new WaitingLine(count, options.maxQueue ?? MAX_QUEUE);
    this.#threads = Array.from({ length: count }, (_, index) => this.#createThread(options, index === 0));
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#line.length;
  }

  /**
   * Runs one task. `transfer` lists buffers and ports that are handed over; buffers are empty here afterwards.
   * Rejects with the task's own fault, or with one of the five codes of the pool (see errors.ts).
   */
  run(
    call: TaskCall,
    options: { readonly signal?: AbortSignal; readonly transfer?: readonly Transferable[] } = {},
  ) {
    if (this.#closed) return Promise.reject(new ToolkitError('pdf_cancelled', 'the pool is closed'));
    if (options.signal?.aborted) return Promise.reject(cancelled());
    const running = this.#runInTurn(call, options.signal, options.transfer ?? []);
    this.#running.add(running);
    const forget = (): void => {
      this.#running.delete(running);
    };
    running.then(forget, forget);
    return running;
  }

  /** Takes no more work, waits for what runs and what waits, then ends the threads. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #createThread({ workerFile, workerData }: TaskPoolOptions, isKept: boolean): TaskThread {
    const memoryLimitMb = this.#memoryLimitMb;
    return new TaskThread({
      ...{ workerFile, workerData, memoryLimitMb, isKept },
      grownMb: memoryLimitMb * GROWN_PART,
      fullMb: memoryLimitMb * FULL_PART,
      onFailure: (error) => {
        this.#threadFailure = error;
      },
    });
  }

  /** The line lets in as many as there are threads, so that one is free. */
  #freeThread(): TaskThread {
    const free = this.#threads.filter((thread) => !thread.isBusy);
    const thread = free.find(({ isStarted }) => isStarted) ?? free[0];
    if (thread === undefined) throw new Error('more tasks run than there are threads');
    return thread;
  }

  async #runInTurn(call: TaskCall, signal: AbortSignal | undefined, transfer: readonly Transferable[]) {
    await this.#line.enter(signal);
    try {
      return unwrapOutcome(await this.#runOnThread(call, signal, transfer));
    } finally {
      this.#line.leave();
    }
  }

  /** Both limits end the thread through one signal: piscina then terminates the worker and starts another. */
  async #runOnThread(
    call: TaskCall,
    signal: AbortSignal | undefined,
    transfer: readonly Transferable[],
  ): Promise<Outcome> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#timeoutMs);
    const stop = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
    try {
      return await this.#freeThread().run(call, { signal: stop, transferList: [...transfer] });
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      if (deadline.signal.aborted) throw this.#timedOut();
      throw this.#failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #timedOut(): ToolkitError {
    const timeoutMs = this.#timeoutMs;
    const cause = this.#threadFailure;
    return new ToolkitError(
      'pdf_timeout',
      `the task took longer than ${timeoutMs} ms`,
      { timeoutMs },
      { cause },
    );
  }

  #failureOf(error: unknown): unknown {
    if (!(error instanceof Error) || error.name === 'DataCloneError') return error;
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const memoryLimitMb = this.#memoryLimitMb;
      const message = `the task needed more than ${memoryLimitMb} MB`;
      return new ToolkitError('pdf_out_of_memory', message, { memoryLimitMb }, { cause: error });
    }
    return new ToolkitError(
      'pdf_worker_crashed',
      'the thread ended in the middle of the task',
      {},
      { cause: error },
    );
  }
}

/** Buffers of `inputs` that may be transferred. A slice, or Node's shared pool, is copied instead. */
export function transferableBuffers(inputs: readonly unknown[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const input of inputs) {
    if (input instanceof Uint8Array && isOwnBuffer(input)) buffers.add(input.buffer as ArrayBuffer);
  }
  return [...buffers];
}

function isOwnBuffer(bytes: Uint8Array): boolean {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength && !isKept(buffer);
}

/** Since Node 21 handing over a marked buffer throws, and one can ask; before, such a buffer is copied. */
function isKept(buffer: ArrayBuffer): boolean {
  return threads.isMarkedAsUntransferable?.(buffer) ?? false;
}

/** One core is left to the thread that answers requests. */
function defaultThreads(): number {
  return Math.min(MOST_THREADS_BY_DEFAULT, Math.max(1, availableParallelism() - 1));
}

function cancelled(): ToolkitError {
  return new ToolkitError('pdf_cancelled', 'the task was cancelled');
}
