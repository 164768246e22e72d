import type { Caller } from '@countersign/identity';
import type { FormField } from '@countersign/toolkit';
import type { SigningDeps } from '../deps.ts';
import { SigningError, type SigningErrorCode } from '../errors.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import { asClientError } from '../ports/pdf-toolkit.ts';
import type { StoredFile } from './file.ts';
import { withLocalPath } from './pdf-blobs.ts';
import { concealPasswords } from './upload-file.ts';

type Owner = Pick<Caller, 'accountId' | 'userId'>;

/** Another account's is 404, a colleague's 403: files are never shared. */
export async function findOwnFile(stores: ReadStores, caller: Owner, fileId: string): Promise<StoredFile> {
  return requireOwn(await stores.files.find(fileId), caller, fileId);
}

export async function lockOwnFile(stores: Stores, caller: Owner, fileId: string): Promise<StoredFile> {
  return requireOwn(await stores.files.lock(fileId), caller, fileId);
}

/** Returns null if the caller may use the file. Deleted files are not found. */
export function refuseOthers(file: StoredFile | null, caller: Owner): SigningErrorCode | null {
  if (file === null || file.accountId !== caller.accountId || file.deletedAt !== null)
    return 'file_not_found';
  return file.userId === caller.userId ? null : 'not_yours';
}

/** Indices of files that were deleted since they were found. */
export async function findGone(stores: ReadStores, files: readonly StoredFile[]): Promise<readonly number[]> {
  const now = await Promise.all(files.map(({ fileId }) => stores.files.find(fileId)));
  return now.flatMap((file, index) => (file === null || file.deletedAt !== null ? [index] : []));
}

function requireOwn(file: StoredFile | null, caller: Owner, fileId: string): StoredFile {
  const code = refuseOthers(file, caller);
  if (code !== null || file === null) throw new SigningError(code ?? 'file_not_found', { fileId });
  return file;
}

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

/** Lists the fields in page order [D2-07]. */
export async function readFileFields(
  deps: SigningDeps,
  caller: Caller,
  fileId: string,
): Promise<readonly FormField[]> {
  return readFieldsOf(deps, await findOwnFile(deps.database.read, caller, fileId));
}

export async function readFieldsOf(deps: SigningDeps, file: StoredFile): Promise<readonly FormField[]> {
  try {
    const options = { account: file.accountId };
    return concealPasswords(
      await withPdfOf(deps, file, (path) => deps.toolkit.readFields({ input: path }, options)),
    );
  } catch (error) {
    throw asClientError(error);
  }
}
