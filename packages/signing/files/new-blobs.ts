import type { SigningDeps } from '../signing.ts';

/** Longer than any request lasts: a server ends one after five minutes, PDF work after one. */
const ABANDONED_AFTER_SECONDS = 3600;

/**
 * The blobs that one request writes before there is a file that names them. A process may die in between, so a job that
 * looks whether they are needed is there before the first byte.
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

  /** The request failed: nothing it wrote stays. What cannot be removed now is removed by the job. */
  async removeAll(): Promise<void> {
    await Promise.allSettled([...this.#ids].map((blobId) => this.#deps.blobs.remove(blobId)));
  }
}
