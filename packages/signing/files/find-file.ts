import type { Caller } from '@countersign/identity';
import { SigningError, type SigningErrorCode } from '../errors.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import type { StoredFile } from './file.ts';

/** Whose file it has to be. */
type Owner = Pick<Caller, 'accountId' | 'userId'>;

/** A file of the caller. Another account's does not exist for them; a colleague's does, and is not theirs (files are never shared). */
export async function findOwnFile(stores: ReadStores, caller: Owner, fileId: string): Promise<StoredFile> {
  return requireOwn(await stores.files.find(fileId), caller, fileId);
}

/** As `findOwnFile`, and keeps it from being deleted until the transaction ends. */
export async function lockOwnFile(stores: Stores, caller: Owner, fileId: string): Promise<StoredFile> {
  return requireOwn(await stores.files.lock(fileId), caller, fileId);
}

/** Why the caller may not use a file; null when they may. A deleted file is found by nobody. */
export function refuseOthers(file: StoredFile | null, caller: Owner): SigningErrorCode | null {
  if (file === null || file.accountId !== caller.accountId || file.deletedAt !== null)
    return 'file_not_found';
  return file.userId === caller.userId ? null : 'not_yours';
}

/** Places of the files that were deleted since they were found: their PDFs may be gone in the middle of the work. */
export async function findGone(stores: ReadStores, files: readonly StoredFile[]): Promise<readonly number[]> {
  const now = await Promise.all(files.map(({ fileId }) => stores.files.find(fileId)));
  return now.flatMap((file, index) => (file === null || file.deletedAt !== null ? [index] : []));
}

function requireOwn(file: StoredFile | null, caller: Owner, fileId: string): StoredFile {
  const code = refuseOthers(file, caller);
  if (code !== null || file === null) throw new SigningError(code ?? 'file_not_found', { fileId });
  return file;
}
