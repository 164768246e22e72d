import type { Caller } from '../accounts/account.ts';
import { SigningError } from '../errors.ts';
import type { Stores } from '../ports/database.ts';
import type { StoredFile } from './file.ts';

/** A file of the caller. Another account's does not exist for them; a colleague's does, and is not theirs (files are never shared). */
export async function findOwnFile(stores: Stores, caller: Caller, fileId: string): Promise<StoredFile> {
  const file = await stores.files.find(fileId);
  if (file === null || file.accountId !== caller.accountId)
    throw new SigningError('file_not_found', { fileId });
  if (file.userId !== caller.userId) throw new SigningError('not_yours');
  return file;
}
