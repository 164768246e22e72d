import type { Caller } from '../accounts/account.ts';
import { asClientError } from '../pdf-faults.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { findOwnFile } from './find-file.ts';
import { withLocalPath } from './pdf-blobs.ts';

/** The form fields of an upload, in page order (decisions.md section 2). */
export async function readFileFields(
  { database, blobs, toolkit }: SigningDeps,
  caller: Caller,
  fileId: string,
): Promise<readonly FormField[]> {
  const file = await findOwnFile(database.read, caller, fileId);
  try {
    return await withLocalPath(blobs, file.blobId, (path) => toolkit.readFields(path));
  } catch (error) {
    throw asClientError(error);
  }
}
