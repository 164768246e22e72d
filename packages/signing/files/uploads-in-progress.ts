import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { SigningError } from '../errors.ts';
import type { SigningSettings } from '../settings.ts';

export interface AnonymousSender {
  /** The network is the one by which rate limits count requests. */
  readonly network: string;
}

interface Count {
  readonly key: string;
  readonly limit: number;
  readonly refusal: SigningError;
}

/** Waiting uploads take disk space. */
export class UploadsInProgress {
  readonly #settings: SigningSettings;
  readonly #counts = new Map<string, number>();

  constructor(settings: SigningSettings) {
    this.#settings = settings;
  }

  /** Throws `too_many_uploads`. */
  limit<Command, Result>(
    operation: (deps: SigningDeps, caller: Caller, command: Command) => Promise<Result>,
  ): typeof operation {
    return (deps, caller, command) =>
      this.#run(this.#countsOf(caller), () => operation(deps, caller, command));
  }

  /** Limits operations without an account. Throws `service_busy`. */
  limitPublic<Command, Result>(operation: (deps: SigningDeps, command: Command) => Promise<Result>) {
    return (deps: SigningDeps, command: Command, sender: Caller | AnonymousSender): Promise<Result> =>
      this.#run(this.#countsOf(sender), () => operation(deps, command));
  }

  /**
   * Of signees, who share none of the uploads of their sender's account; their files are as large as the largest
   * proof. Throws `service_busy`.
   */
  runProof<T>(
    { accountId, signeeId }: { readonly accountId: string; readonly signeeId: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const { maxProofUploads, maxProofUploadsOfAccount, maxProofUploadsOfSignee } = this.#settings;
    const refusal = new SigningError('service_busy');
    const counts = [
      { key: `signee ${signeeId}`, limit: maxProofUploadsOfSignee, refusal },
      { key: `proofs of ${accountId}`, limit: maxProofUploadsOfAccount, refusal },
      { key: 'proofs', limit: maxProofUploads, refusal },
    ];
    return this.#run(counts, work);
  }

  /** A network has a limit of its own, so that no client takes all that anonymous senders share. */
  #countsOf(sender: Caller | AnonymousSender): readonly Count[] {
    const { maxUploadsOfAccount, maxAnonymousVerifications, maxVerificationsOfNetwork } = this.#settings;
    if ('accountId' in sender) {
      const refusal = new SigningError('too_many_uploads', { limit: maxUploadsOfAccount });
      return [{ key: `account ${sender.accountId}`, limit: maxUploadsOfAccount, refusal }];
    }
    const refusal = new SigningError('service_busy');
    return [
      { key: `network ${sender.network}`, limit: maxVerificationsOfNetwork, refusal },
      { key: 'anonymous', limit: maxAnonymousVerifications, refusal },
    ];
  }

  async #run<T>(counts: readonly Count[], work: () => Promise<T>): Promise<T> {
    const full = counts.find(({ key, limit }) => this.#get(key) >= limit);
    if (full !== undefined) throw full.refusal;
    for (const { key } of counts) this.#add(key, 1);
    try {
      return await work();
    } finally {
      for (const { key } of counts) this.#add(key, -1);
    }
  }

  #get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #add(key: string, change: number): void {
    const count = this.#get(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
