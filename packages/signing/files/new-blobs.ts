import type { SigningDeps } from '../signing.ts';

/** Longer than any request: they end after five minutes, PDF work after one. */
const ABANDONED_AFTER_SECONDS = 3600;

/**
 * The blobs of a request that no file names yet. The process may end, so a job that removes unneeded ones is
 * enqueued before the first byte.
 */
export class NewBlobs {
  readonly #deps: Pick<SigningDeps, 'blobs' | 'database' | 'ids'>;
  readonly #ids = new Set<string>();

  constructor(deps: Pick<SigningDeps, 'blobs' | 'database' | 'ids'>) {
    this.#deps = deps;
  }

  /** The id of a blob that may be written now. */
  async begin(): Promise<string> {
    const blobId = this.#deps.ids.uuid();
    await this.#deps.database.transact(({ jobs }) =>
      jobs.enqueue({ name: 'remove-unused-blob', blobId }, { startAfterSeconds: ABANDONED_AFTER_SECONDS }),
    );
    this.#ids.add(blobId);
    return blobId;
  }

  /** Removes what a failed request wrote. What cannot be removed now is left to the job. */
  async removeAll(): Promise<void> {
    await Promise.allSettled([...this.#ids].map((blobId) => this.#deps.blobs.remove(blobId)));
  }
}
