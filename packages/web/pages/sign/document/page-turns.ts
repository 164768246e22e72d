interface Turn {
  readonly page: number;
  run(): Promise<void>;
}

/**
 * Lets work on pages run one after the other, the first page that waits before the next: what two pages need would share
 * a slow line, and the first be late.
 */
export class PageTurns {
  readonly #waiting: Turn[] = [];
  #isBusy = false;

  /** Resolves or rejects as `task` does. */
  take<T>(page: number, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ page, run: () => task().then(resolve, reject) });
      // Pages that come into view together ask together, in any order.
      queueMicrotask(() => this.#runNext());
    });
  }

  async #runNext(): Promise<void> {
    if (this.#isBusy) return;
    this.#waiting.sort((a, b) => a.page - b.page);
    const turn = this.#waiting.shift();
    if (turn === undefined) return;
    this.#isBusy = true;
    await turn.run();
    this.#isBusy = false;
    await this.#runNext();
  }
}
