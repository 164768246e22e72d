import type { Caller } from '@countersign/identity';
import { asClientError } from '../pdf-faults.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { concealPasswords } from './conceal-passwords.ts';
import { findOwnFile } from './find-file.ts';
import { withPdfOf } from './pdf-of-file.ts';

/** The form fields of a file, in page order [D2-07]. */
export async function readFileFields(
  deps: SigningDeps,
  caller: Caller,
  fileId: string,
): Promise<readonly FormField[]> {
  const file = await findOwnFile(deps.database.read, caller, fileId);
  try {
    const options = { account: caller.accountId };
    return concealPasswords(await withPdfOf(deps, file, (path) => deps.toolkit.readFields(path, options)));
  } catch (error) {
    throw asClientError(error);
  }
}
