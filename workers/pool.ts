/** Independent of PDFs: the worker file names the task table. */

import { availableParallelism } from 'node:os';
import { ToolkitError } from '@countersign/toolkit/errors';
import { FairQueue, type Turn } from './fair-queue.ts';
import { IsolatedThreads } from './isolated-threads.ts';
import type { ThreadCall, Transferable } from './task-call.ts';
import { cancelled, type TaskRunner, ThreadSet } from './thread-set.ts';

/** More threads gain little: after parsing, the rest is disk work. */
const MAX_DEFAULT_THREADS = 4;
/** The length is some ten seconds of work for one thread, at 100 ms a task. */
const MAX_QUEUE = 100;
/** ms. The slowest valid task measured (sealing a 50 MB file) takes about one second. */
const TIMEOUT_MS = 60_000;
/** MB of JavaScript heap per thread. Bytes of files are outside of it and limited by the engine. */
const MEMORY_LIMIT_MB = 512;
/** Limits of tasks. The defaults suit a service on a small machine. */
export interface TaskPoolLimits {
  /** Threads at most; one is always kept ready. */
  readonly threads?: number;
  /** Additional threads for tasks of urgency `signing`, started on demand. Default: none. */
  readonly reservedThreads?: number;
  /** Waiting tasks of one urgency. */
  readonly maxQueue?: number;
  /** The part of that limit which one account may have. Default: all. */
  readonly maxQueueOfAccount?: number;
  /** ms that one task may run, including the start of its thread. */
  readonly timeoutMs?: number;
  /** MB of heap per thread. A thread that holds half of it after a task is replaced. */
  readonly memoryLimitMb?: number;
  /** MB of a thread's newest objects, beside its heap. Less is slower, and has a lower peak. Default: that of Node. */
  readonly youngMemoryMb?: number | undefined;
  /**
   * MB that the process of the threads may have: their heaps, and what native code and decoded images take outside. The
   * tasks that run then end with `pdf_out_of_memory`. Default: no limit.
   */
  readonly processMemoryMb?: number | undefined;
}

export interface TaskPoolOptions extends TaskPoolLimits {
  /** A module whose default export takes a {@link ThreadCall} and returns a `ThreadAnswer`. */
  readonly workerFile: URL;
  /** `workerData` of every thread; plain data. */
  readonly workerData?: unknown;
  /** Default: in this process. */
  readonly isolation?: Isolation;
}

/** `kept`: the child process starts before the first task; `idle`: for a task, and ends after a minute without one. */
export type Isolation = 'none' | 'kept' | 'idle';

export interface PoolRunOptions extends Turn {
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: readonly Transferable[] | undefined;
  readonly timeoutMs?: number | undefined;
  readonly cpuMs?: number | undefined;
}

export interface PoolLoad {
  readonly running: number;
  readonly waiting: number;
  /** The child processes that hold the threads; none without isolation. */
  readonly processIds: readonly number[];
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
      slots: count + reserved,
      reserved,
      maxWaiting,
      maxWaitingOfAccount: options.maxQueueOfAccount ?? maxWaiting,
    });
    this.#runner = openRunner(options, count + reserved);
  }

  /** How many tasks run, and how many wait. */
  get load(): PoolLoad {
    return {
      running: this.#running.size - this.#queue.length,
      waiting: this.#queue.length,
      processIds: this.#runner.processIds?.() ?? [],
    };
  }

  /** `transfer` lists buffers and ports. Rejects with the task's fault or a code of the pool (errors.ts). */
  run(call: ThreadCall, options: PoolRunOptions = {}) {
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

  /** Refuses new tasks, waits for running and waiting ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    await this.#runner.close();
  }

  async #runInTurn(call: ThreadCall, options: PoolRunOptions): Promise<unknown> {
    const { signal, transfer = [], timeoutMs = this.#timeoutMs, cpuMs } = options;
    await this.#queue.enter(options, signal);
    try {
      return await this.#runner.run(call, {
        transfer,
        timeoutMs: Math.min(timeoutMs, this.#timeoutMs),
        signal,
        cpuMs,
      });
    } finally {
      this.#queue.leave(options);
    }
  }
}

function openRunner(options: TaskPoolOptions, threads: number): TaskRunner {
  const {
    workerFile,
    workerData,
    memoryLimitMb = MEMORY_LIMIT_MB,
    youngMemoryMb,
    processMemoryMb,
    isolation = 'none',
  } = options;
  const set = {
    workerFile: workerFile.href,
    workerData,
    memoryLimitMb,
    youngMemoryMb,
    processMemoryMb,
    threads,
  };
  if (isolation === 'none') return new ThreadSet(set);
  return new IsolatedThreads(set, isolation === 'kept');
}

/** One core is left to the thread that answers requests. */
function defaultThreads(): number {
  return Math.min(MAX_DEFAULT_THREADS, Math.max(1, availableParallelism() - 1));
}
