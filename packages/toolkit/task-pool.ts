/**
 * Tasks on threads, with limits. Knows nothing of PDFs: the worker file names the task table.
 */
import { availableParallelism } from 'node:os';
import threads from 'node:worker_threads';
import { ToolkitError } from './errors.ts';
import { FairQueue, type Turn } from './fair-queue.ts';
import { IsolatedThreads } from './isolated-threads.ts';
import type { TaskCall, Transferable } from './task-call.ts';
import { cancelled, type TaskRunner, ThreadSet } from './thread-set.ts';

/** Threads beyond this gain little: what is left after parsing is disk work. */
const MAX_DEFAULT_THREADS = 4;
/** Tasks that may wait before callers are turned away; at 100 ms a task, some ten seconds of work for one thread. */
const MAX_QUEUE = 100;
/** ms. The slowest sound task measured (sealing a 50 MB file) takes about one second. */
const TIMEOUT_MS = 60_000;
/** MB of JavaScript heap for one thread. Bytes of files are outside of it and bounded by the engine's own limits. */
const MEMORY_LIMIT_MB = 512;
/** What tasks may take. The defaults suit a service on a small machine. */
export interface TaskPoolLimits {
  /** Threads at most; one is always kept ready. */
  readonly threads?: number;
  /** Threads beside these that only tasks of urgency `signing` take; none if left out. Started when they are needed. */
  readonly reservedThreads?: number;
  /** Tasks of one urgency that may wait for a thread. */
  readonly maxQueue?: number;
  /** Of these, those of one account; all of them if left out. */
  readonly maxQueueOfAccount?: number;
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
  /** Where the threads are; see {@link Isolation}. In this process if left out. */
  readonly isolation?: Isolation;
}

/**
 * Threads in a process of their own cannot end this one. `kept`: it is there before the first task, which then need not wait for
 * its start; `idle`: it is started for a task, and ends when there was none for a minute.
 */
export type Isolation = 'none' | 'kept' | 'idle';

/** Whose task it is, how urgent, and how long it may take. */
export interface PoolRunOptions extends Turn {
  readonly signal?: AbortSignal;
  readonly transfer?: readonly Transferable[];
  /** ms that the task may run, if less than the pool's limit. */
  readonly timeoutMs?: number;
  /** ms of processor time that the task may take. */
  readonly cpuMs?: number;
}

export class TaskPool {
  readonly #runner: TaskRunner;
  readonly #queue: FairQueue;
  readonly #running = new Set<Promise<unknown>>();
  readonly #timeoutMs: number;
  #closed = false;

  constructor(options: TaskPoolOptions) {
    const count = options.threads ?? defaultThreads();
    const reserved = options.reservedThreads ?? 0;
    const maxWaiting = options.maxQueue ?? MAX_QUEUE;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#queue = new FairQueue({
      places: count + reserved,
      reserved,
      maxWaiting,
      maxWaitingOfAccount: options.maxQueueOfAccount ?? maxWaiting,
    });
    this.#runner = openRunner(options, count + reserved);
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs one task. `transfer` lists buffers and ports that are handed over; buffers may be empty here afterwards.
   * Rejects with the task's own fault, or with one of the codes of the pool (see errors.ts).
   */
  run(call: TaskCall, options: PoolRunOptions = {}) {
    if (this.#closed) return Promise.reject(new ToolkitError('pdf_cancelled', 'the pool is closed'));
    if (options.signal?.aborted) return Promise.reject(cancelled());
    const running = this.#runInTurn(call, options);
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
    await this.#runner.close();
  }

  async #runInTurn(call: TaskCall, options: PoolRunOptions): Promise<unknown> {
    const { signal, transfer = [], timeoutMs = this.#timeoutMs, cpuMs } = options;
    await this.#queue.enter(options, signal);
    try {
      return await this.#runner.run(call, {
        transfer,
        timeoutMs: Math.min(timeoutMs, this.#timeoutMs),
        ...(signal && { signal }),
        ...(cpuMs !== undefined && { cpuMs }),
      });
    } finally {
      this.#queue.leave(options);
    }
  }
}

function openRunner(options: TaskPoolOptions, threads: number): TaskRunner {
  const { workerFile, workerData, memoryLimitMb = MEMORY_LIMIT_MB, isolation = 'none' } = options;
  const set = { workerFile: workerFile.href, workerData, memoryLimitMb, threads };
  if (isolation === 'none') return new ThreadSet(set);
  return new IsolatedThreads(set, isolation === 'kept');
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
  return Math.min(MAX_DEFAULT_THREADS, Math.max(1, availableParallelism() - 1));
}
