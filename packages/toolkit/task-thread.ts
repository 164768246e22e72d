import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Outcome } from './outcome.ts';
import type { TaskCall, Transferable } from './task-call.ts';
import type { ThreadAnswer } from './thread-answer.ts';

/** ms after which a thread that has nothing to do is given back; starting one costs about 300 ms. */
const IDLE_MS = 30_000;
const BYTES_PER_MB = 1024 * 1024;
/** Answered with a fault: that the thread answers is all there is to know. */
const NO_TASK: TaskCall = { task: '', args: null };

/** How threads are started. */
export interface ThreadOptions {
  /** A module whose default export takes a {@link TaskCall} and gives a {@link ThreadAnswer}. */
  readonly workerFile: URL;
  readonly workerData: unknown;
  /** MB of heap, beyond which the thread ends in the middle of its task. */
  readonly memoryLimitMb: number;
  /** MB of heap, beyond which the thread is replaced between two tasks. */
  readonly grownMb: number;
  /** MB of heap, beyond which the thread is given no further task while its successor starts. */
  readonly fullMb: number;
  /** Kept ready also when there is nothing to do. */
  readonly isKept: boolean;
  /** Told of a failure while there was no task. */
  readonly onFailure: (error: unknown) => void;
}

/** How one task is run. */
export interface TaskOptions {
  /** Ends the thread in the middle of the task; another is started. */
  readonly signal: AbortSignal;
  /** What is handed over. */
  readonly transferList: Transferable[];
}

/**
 * A thread for one task at a time, and its successors. What a thread keeps for good (pdf-lib holds every name and
 * reference it ever met) leaves with the thread: one that has grown goes on working until its successor is ready.
 */
export class TaskThread {
  readonly #options: ThreadOptions;
  /** A piscina of its own: one of a piscina's threads cannot be ended by itself. */
  #piscina: Piscina<TaskCall, ThreadAnswer>;
  #successor: Piscina<TaskCall, ThreadAnswer> | undefined;
  /** Resolves when the successor works, or has failed. */
  #successorStart: Promise<void> | undefined;
  #isSuccessorReady = false;
  #isFull = false;
  #isBusy = false;
  #isClosed = false;
  /** Settles when all threads that were given up have ended. */
  #ended: Promise<unknown> = Promise.resolve();

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#piscina = this.#start();
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** False before the first task and after a long time without one. */
  get isStarted(): boolean {
    return this.#piscina.threads.length > 0;
  }

  /** ms of processor time that the thread has taken; undefined while it starts, and where Node does not tell (before 24.6). */
  async processorMs(): Promise<number | undefined> {
    const [worker] = this.#piscina.threads;
    try {
      const usage = await worker?.cpuUsage?.();
      return usage && (usage.user + usage.system) / 1000;
    } catch {
      // A thread that has just ended.
      return undefined;
    }
  }

  /** Runs one task; none may be running. Rejects as piscina does. */
  async run(call: TaskCall, options: TaskOptions): Promise<Outcome> {
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

  /** Ends the thread, and its successor; resolves when these and all before them have ended. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#end(this.#piscina);
      if (this.#successor !== undefined) this.#end(this.#successor);
    }
    await this.#ended;
  }

  #start(): Piscina<TaskCall, ThreadAnswer> {
    const { workerFile, workerData, memoryLimitMb, isKept, onFailure } = this.#options;
    const piscina = new Piscina<TaskCall, ThreadAnswer>({
      filename: fileURLToPath(workerFile),
      minThreads: isKept ? 1 : 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
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

  /** A successor that fails at its start is tried again after the next task; one that was closed meanwhile is ended already. */
  #forget(successor: Piscina<TaskCall, ThreadAnswer>): void {
    if (this.#isClosed) return;
    this.#successor = undefined;
    this.#end(successor);
  }

  /** Lets the successor take the next task, when it is ready. */
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
   * Once for each piscina: a second `destroy()` while the first still waits lets it take the thread's exit for a crash.
   * It then starts another, as also after a thread that was ended at its time limit and exits late, unless it keeps none.
   */
  #end(piscina: Piscina<TaskCall, ThreadAnswer>): void {
    piscina.options.minThreads = 0;
    this.#ended = Promise.all([this.#ended, piscina.destroy().catch(this.#options.onFailure)]);
  }
}
