/** One transaction at a time, on a copy of `tables` (lists of rows) that replaces them or is dropped. */
export class MemoryTransactions<Tables extends object, Reads, Stores extends Reads> {
  protected tables: Tables;
  readonly read: Reads;
  private queue: Promise<unknown> = Promise.resolve();
  private readonly createStores: (tables: () => Tables) => Stores;

  constructor(tables: Tables, createStores: (tables: () => Tables) => Stores) {
    this.tables = tables;
    this.createStores = createStores;
    this.read = createStores(() => this.tables);
  }

  transact<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const result = this.queue.then(() => this.runAlone(work));
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async runAlone<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const draft = copyLists(this.tables);
    const result = await work(this.createStores(() => draft));
    this.tables = draft;
    return result;
  }

  async ping(): Promise<void> {
    await this.queue;
  }
}

/** Rows are replaced and never changed: to copy them too took most of the time of a test with many. */
function copyLists<Tables extends object>(tables: Tables): Tables {
  const lists = Object.entries(tables) as [string, readonly unknown[] | ReadonlyMap<string, unknown>][];
  const copies = lists.map(([name, rows]) => [name, rows instanceof Map ? new Map(rows) : [...rows]]);
  return Object.fromEntries(copies);
}
