interface Turn {
  readonly page: number;
  run(): Promise<void>;
}

/** One at a time, first page first, so that pages do not compete for a slow connection. */
export class PageTurns {
  readonly #waiting: Turn[] = [];
  #isBusy = false;

  /** Settles as `task` does. */
  take<T>(page: number, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ page, run: () => task().then(resolve, reject) });
      // Pages that become visible together may enqueue in any order.
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
