import { ToolkitError } from './errors.ts';

/**
 * Lets `places` tasks run at once and `maxWaiting` wait, first come first served. The pool keeps its own line rather than
 * piscina's so that a task's time limit starts when a thread is free for it, not when it was asked for.
 */
export class WaitingLine {
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number, maxWaiting: number) {
    this.#free = places;
    this.#maxWaiting = maxWaiting;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Resolves when a place is free; call {@link leave} once afterwards. Rejects with `pdf_queue_full` or `pdf_cancelled`. */
  enter(signal?: AbortSignal): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(queueFull(this.#maxWaiting));
    return this.#wait(signal);
  }

  /** Hands the place to the next in line. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal?.removeEventListener('abort', abandon);
        resolve();
      };
      const abandon = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(new ToolkitError('pdf_cancelled', 'the task was cancelled while it waited'));
      };
      signal?.addEventListener('abort', abandon, { once: true });
      this.#waiting.push(proceed);
    });
  }
}

function queueFull(limit: number): ToolkitError {
  return new ToolkitError('pdf_queue_full', `${limit} PDF tasks are waiting already`, { limit });
}
