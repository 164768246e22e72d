import type { Caller } from '@countersign/identity';
import { asClientError } from '../pdf-faults.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { concealPasswords } from './conceal-passwords.ts';
import type { StoredFile } from './file.ts';
import { findOwnFile } from './find-file.ts';
import { withPdfOf } from './pdf-of-file.ts';

/** In page order [D2-07]. */
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
    return concealPasswords(await withPdfOf(deps, file, (path) => deps.toolkit.readFields(path, options)));
  } catch (error) {
    throw asClientError(error);
  }
}
