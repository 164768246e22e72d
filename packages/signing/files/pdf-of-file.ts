import { SigningError } from '../errors.ts';
import type { SigningDeps } from '../signing.ts';
import type { StoredFile } from './file.ts';
import { findGone } from './find-file.ts';
import { withLocalPath } from './pdf-blobs.ts';

/** Throws `file_not_found` if it was deleted meanwhile. */
export async function withPdfOf<T>(
  { database, blobs }: Pick<SigningDeps, 'database' | 'blobs'>,
  file: StoredFile,
  work: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return await withLocalPath(blobs, file.blobId, work);
  } catch (error) {
    const [gone] = await findGone(database.read, [file]);
    if (gone === undefined) throw error;
    throw new SigningError('file_not_found', { fileId: file.fileId }, { cause: error });
  }
}
