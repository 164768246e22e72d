import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import type { Outcome } from '@countersign/toolkit/runner';
import { Piscina } from 'piscina';
import type { ThreadCall, Transferable } from './task-call.ts';

export interface ThreadAnswer {
  readonly outcome: Outcome;
  /** The heap of the thread, garbage included. */
  readonly heapBytes: number;
}

export async function buildThreadAnswer(outcome: Promise<Outcome>): Promise<ThreadAnswer> {
  return { outcome: await outcome, heapBytes: getHeapStatistics().used_heap_size };
}

/** An idle thread ends; starting one costs about 300 ms. */
const IDLE_MS = 30_000;
const BYTES_PER_MB = 1024 * 1024;
/** The task does nothing: any answer shows that the thread is ready. */
const NO_TASK: ThreadCall = { task: '', args: null };

export interface ThreadOptions {
  /** Its default export takes a {@link ThreadCall} and returns a {@link ThreadAnswer}. */
  readonly workerFile: URL;
  readonly workerData: unknown;
  /** MB of heap: the thread ends during its task. */
  readonly memoryLimitMb: number;
  /** MB of the newest objects, beside the heap; that of Node if it is absent. */
  readonly youngMemoryMb?: number | undefined;
  /** MB of heap: the thread is replaced between two tasks. */
  readonly grownMb: number;
  /** MB of heap: no further task while the successor starts. */
  readonly fullMb: number;
  /** Whether the thread is kept while it is idle. */
  readonly isKept: boolean;
  /** While there was no task. */
  readonly onFailure: (error: unknown) => void;
}

export interface TaskOptions {
  /** Ends the thread during the task. */
  readonly signal: AbortSignal;
  readonly transferList: Transferable[];
}

/**
 * pdf-lib keeps every name and reference as long as the thread lives, so a thread that has grown is replaced
 * once its successor is ready.
 */
export class TaskThread {
  readonly #options: ThreadOptions;
  /** A piscina each, since a single thread of a piscina cannot be ended. */
  #piscina: Piscina<ThreadCall, ThreadAnswer>;
  #successor: Piscina<ThreadCall, ThreadAnswer> | undefined;
  /** The successor works, or has failed. */
  #successorStart: Promise<void> | undefined;
  #isSuccessorReady = false;
  #isFull = false;
  #isBusy = false;
  #isClosed = false;
  /** All replaced threads have ended. */
  #ended: Promise<unknown> = Promise.resolve();

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#piscina = this.#start();
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Returns false before the first task and after a long idle time. */
  get isStarted(): boolean {
    return this.#piscina.threads.length > 0;
  }

  /** Returns undefined while the thread starts, and before Node 24.6. */
  async processorMs(): Promise<number | undefined> {
    const [worker] = this.#piscina.threads;
    try {
      const usage = await worker?.cpuUsage?.();
      return usage && (usage.user + usage.system) / 1000;
    } catch {
      // The thread has just ended.
      return undefined;
    }
  }

  /** Runs one task at a time. Rejects as piscina does. */
  async run(call: ThreadCall, options: TaskOptions): Promise<Outcome> {
    this.#isBusy = true;
    try {
      if (this.#isFull) await this.#awaitSuccessor(options.signal);
      const { outcome, heapBytes } = await this.#piscina.run(call, options);
      this.#noteHeap(heapBytes / BYTES_PER_MB);
      return outcome;
    } finally {
      this.#isBusy = false;
      this.#handOver();
    }
  }

  /** Ends the thread, its successor and earlier ones. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#end(this.#piscina);
      if (this.#successor !== undefined) this.#end(this.#successor);
    }
    await this.#ended;
  }

  #start(): Piscina<ThreadCall, ThreadAnswer> {
    const { workerFile, workerData, memoryLimitMb, youngMemoryMb, isKept, onFailure } = this.#options;
    const piscina = new Piscina<ThreadCall, ThreadAnswer>({
      filename: fileURLToPath(workerFile),
      minThreads: isKept ? 1 : 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryLimitMb,
        ...(youngMemoryMb !== undefined && { maxYoungGenerationSizeMb: youngMemoryMb }),
      },
      workerData,
      recordTiming: false,
    });
    piscina.on('error', onFailure);
    return piscina;
  }

  #noteHeap(heapMb: number): void {
    const { grownMb, fullMb } = this.#options;
    this.#isFull = heapMb > fullMb;
    if (heapMb > grownMb && this.#successor === undefined && !this.#isClosed) this.#prepareSuccessor();
  }

  #prepareSuccessor(): void {
    const successor = this.#start();
    this.#successor = successor;
    this.#successorStart = successor.run(NO_TASK).then(
      () => {
        this.#isSuccessorReady = true;
        if (!this.#isBusy) this.#handOver();
      },
      () => this.#forget(successor),
    );
  }

  async #awaitSuccessor(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const settled = new AbortController();
    const aborted = once(signal, 'abort', { signal: settled.signal }).catch(() => undefined);
    await Promise.race([this.#successorStart, aborted]);
    settled.abort();
    this.#handOver();
  }

  /** Tried again after the next task. */
  #forget(successor: Piscina<ThreadCall, ThreadAnswer>): void {
    if (this.#isClosed) return;
    this.#successor = undefined;
    this.#end(successor);
  }

  #handOver(): void {
    if (this.#successor === undefined || !this.#isSuccessorReady || this.#isClosed) return;
    const grown = this.#piscina;
    this.#piscina = this.#successor;
    this.#successor = undefined;
    this.#isSuccessorReady = false;
    this.#isFull = false;
    this.#end(grown);
  }

  /**
   * Is called once for each piscina: after a second `destroy()`, or the late exit of a thread at its limit, piscina
   * would start another thread.
   */
  #end(piscina: Piscina<ThreadCall, ThreadAnswer>): void {
    piscina.options.minThreads = 0;
    this.#ended = Promise.all([this.#ended, piscina.destroy().catch(this.#options.onFailure)]);
  }
}
