/**
 * Tasks on threads, with limits. Knows nothing of PDFs: the worker file names the task table.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMarkedAsUntransferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ToolkitError } from './errors.ts';
import { type Outcome, unwrapOutcome } from './outcome.ts';
import type { TaskCall } from './task-call.ts';
import { WaitingLine } from './waiting-line.ts';

/** Threads beyond this gain little: what is left after parsing is disk work. */
const MOST_THREADS_BY_DEFAULT = 4;
/** Tasks that may wait before callers are turned away; at 100 ms a task, some ten seconds of work for one thread. */
const MAX_QUEUE = 100;
/** ms. The slowest sound task measured (sealing a 50 MB file) takes about one second. */
const TIMEOUT_MS = 60_000;
/** MB of JavaScript heap for one thread. Bytes of files are outside of it and bounded by the engine's own limits. */
const MEMORY_LIMIT_MB = 512;
/** ms after which a thread that has nothing to do is given back; starting one costs about 300 ms. */
const IDLE_MS = 30_000;

export interface TaskPoolLimits {
  /** Threads at most; one is always kept ready. */
  readonly threads?: number;
  /** Tasks that may wait for a thread. */
  readonly maxQueue?: number;
  /** ms that one task may run, start of its thread included. */
  readonly timeoutMs?: number;
  /** MB of heap of one thread. */
  readonly memoryLimitMb?: number;
}

export interface TaskPoolOptions extends TaskPoolLimits {
  /** A module whose default export takes a {@link TaskCall} and gives an {@link Outcome}. */
  readonly workerFile: URL;
  /** Plain data that every thread gets at its start (`workerData`). */
  readonly workerData?: unknown;
}

export class TaskPool {
  readonly #piscina: Piscina<TaskCall, Outcome>;
  readonly #line: WaitingLine;
  readonly #running = new Set<Promise<unknown>>();
  readonly #timeoutMs: number;
  readonly #memoryLimitMb: number;
  #closed = false;
  /** Last failure of a thread that had no task: it explains why tasks then time out. */
  #threadFailure: unknown;

  constructor(options: TaskPoolOptions) {
    const threads = options.threads ?? defaultThreads();
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#memoryLimitMb = options.memoryLimitMb ?? MEMORY_LIMIT_MB;
    this.#line = new WaitingLine(threads, options.maxQueue ?? MAX_QUEUE);
    this.#piscina = new Piscina({
      filename: fileURLToPath(options.workerFile),
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryLimitMb },
      workerData: options.workerData,
      recordTiming: false,
    });
    this.#piscina.on('error', (error) => {
      this.#threadFailure = error;
    });
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#line.length;
  }

  /**
   * Runs one task. `transfer` lists buffers that are handed over; they are empty here afterwards.
   * Rejects with the task's own fault, or with one of the five codes of the pool (see errors.ts).
   */
  run(
    call: TaskCall,
    options: { readonly signal?: AbortSignal; readonly transfer?: readonly ArrayBuffer[] } = {},
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
    await this.#piscina.destroy();
  }

  async #runInTurn(call: TaskCall, signal: AbortSignal | undefined, transfer: readonly ArrayBuffer[]) {
    await this.#line.enter(signal);
    try {
      return unwrapOutcome(await this.#runOnThread(call, signal, transfer));
    } finally {
      this.#line.leave();
    }
  }

  /** Both limits end the thread through one signal: piscina then terminates the worker and starts another. */
  async #runOnThread(call: TaskCall, signal: AbortSignal | undefined, transfer: readonly ArrayBuffer[]) {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#timeoutMs);
    const stop = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
    try {
      return await this.#piscina.run(call, { signal: stop, transferList: [...transfer] });
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
  return (
    buffer instanceof ArrayBuffer &&
    buffer.byteLength === bytes.byteLength &&
    !isMarkedAsUntransferable(buffer)
  );
}

/** One core is left to the thread that answers requests. */
function defaultThreads(): number {
  return Math.min(MOST_THREADS_BY_DEFAULT, Math.max(1, availableParallelism() - 1));
}

function cancelled(): ToolkitError {
  return new ToolkitError('pdf_cancelled', 'the task was cancelled');
}
