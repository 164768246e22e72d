import type { CallOptions } from '@countersign/toolkit';
import type { SigningDeps } from '../deps.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { concealPasswords } from '../files/upload-file.ts';
import { asClientError } from '../ports/pdf-toolkit.ts';
import type { DocumentState, PreparedView } from './document.ts';

type Owned = Pick<DocumentState, 'accountId'>;

/** The options of PDF work that a signee waits for. */
export function signingOptions({ accountId }: Owned): CallOptions {
  return { account: accountId, urgency: 'signing' };
}

export function completionOptions({ accountId }: Owned): CallOptions {
  return { account: accountId, urgency: 'completion' };
}

export const EMPTY_VIEW: PreparedView = { fields: [], pages: 0 };

export function viewOf({ fields, pages }: PreparedView): PreparedView {
  return { fields: concealPasswords(fields), pages };
}

/** Read from the PDF if it was prepared before views were stored. */
export async function findPreparedView(deps: SigningDeps, document: DocumentState): Promise<PreparedView> {
  const { documentId, preparedBlobId } = document;
  if (preparedBlobId === null) return EMPTY_VIEW;
  const { documents } = deps.database.read;
  const kept = await documents.findPreparedView(documentId);
  if (kept !== null) return kept;
  const view = viewOf(await readPrepared(deps, document, preparedBlobId));
  await deps.database.transact((stores) => stores.documents.savePreparedView(documentId, view));
  // A node of another version may have stored its own during an upgrade.
  return (await documents.findPreparedView(documentId)) ?? view;
}

async function readPrepared(
  { blobs, toolkit }: SigningDeps,
  document: DocumentState,
  blobId: string,
): Promise<PreparedView> {
  const options = signingOptions(document);
  try {
    return await withLocalPath(blobs, blobId, async (path) => ({
      fields: await toolkit.readFields({ input: path }, options),
      pages: (await toolkit.readPages({ input: path }, options)).length,
    }));
  } catch (error) {
    throw asClientError(error);
  }
}
