import type { SigningSettings } from '../settings.ts';
import type { SigningDeps } from '../signing.ts';

/** PDF work on a body that has arrived ends after a minute. */
const MAX_WORK_SECONDS = 600;

/** Longer than any request. */
export function abandonedAfterSeconds({ maxUploadSeconds }: SigningSettings): number {
  return maxUploadSeconds + MAX_WORK_SECONDS;
}

/**
 * No file names them yet. The process may end, so a job that removes unneeded ones is enqueued before the
 * first byte.
 */
export class NewBlobs {
  readonly #deps: Pick<SigningDeps, 'blobs' | 'database' | 'ids' | 'settings'>;
  readonly #accountId: string;
  readonly #ids = new Set<string>();

  constructor(deps: Pick<SigningDeps, 'blobs' | 'database' | 'ids' | 'settings'>, accountId: string) {
    this.#deps = deps;
    this.#accountId = accountId;
  }

  async begin(): Promise<string> {
    const blobId = this.#deps.ids.uuid();
    await this.#deps.database.transact(({ jobs }) =>
      jobs.enqueue(
        { name: 'remove-unused-blob', blobId },
        { startAfterSeconds: abandonedAfterSeconds(this.#deps.settings), accountId: this.#accountId },
      ),
    );
    this.#ids.add(blobId);
    return blobId;
  }

  /** After a failure. What cannot be removed now is left to the job. */
  async removeAll(): Promise<void> {
    await Promise.allSettled([...this.#ids].map((blobId) => this.#deps.blobs.remove(blobId)));
  }
}
