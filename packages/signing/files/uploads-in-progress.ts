import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { SigningDeps } from '../signing.ts';

/** Counts the uploads in progress of each account, because waiting uploads take disk space. */
export class UploadsInProgress {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs and counts the operation. Throws `too_many_uploads` beyond the limit. */
  limit<Command, Result>(
    operation: (deps: SigningDeps, caller: Caller, command: Command) => Promise<Result>,
  ): typeof operation {
    return (deps, caller, command) => this.#run(caller.accountId, () => operation(deps, caller, command));
  }

  async #run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(accountId) ?? 0;
    if (count >= this.#limit) throw new SigningError('too_many_uploads', { limit: this.#limit });
    this.#counts.set(accountId, count + 1);
    try {
      return await work();
    } finally {
      this.#release(accountId);
    }
  }

  #release(accountId: string): void {
    const count = (this.#counts.get(accountId) ?? 0) - 1;
    if (count > 0) this.#counts.set(accountId, count);
    else this.#counts.delete(accountId);
  }
}
