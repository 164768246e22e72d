import { boxRequests } from '../configuration/boxes.ts';
import { abandonedAfterSeconds } from '../files/new-blobs.ts';
import { storeWritten, withLocalPath } from '../files/pdf-blobs.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { BoxRequest, PrepareReport } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { untilUndisturbed } from '../until-undisturbed.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState, Signee } from './document.ts';
import { orFailDocument } from './fail-document.ts';
import type { PreparedView } from './prepared-view.ts';
import { recordPreparation } from './record-preparation.ts';
import { completionOptions } from './task-options.ts';
import { statusAfter } from './transition-table.ts';

/** A repeat finds the new status, or prepares again. */
export async function prepareDocument(deps: SigningDeps, documentId: string): Promise<void> {
  await untilUndisturbed(async () => {
    const document = await deps.database.read.documents.find(documentId);
    if (document === null || !isWaiting(document)) return true;
    const prepared = await orFailDocument(deps, document, () => writePrepared(deps, document));
    if (prepared === null) return true;
    const { clock, settings } = deps;
    const stored = await changeDocument(deps, documentId, (locked) =>
      recordPreparation(locked, prepared, clock.now(), settings.retentionDays),
    );
    return stored !== null && isWaiting(stored) ? null : true;
  });
}

function isWaiting({ status }: DocumentState): boolean {
  return statusAfter(status, 'prepare') !== null;
}

export interface WrittenPreparation {
  readonly blob: StoredBlob;
  readonly report: Pick<PrepareReport, 'boxes'> & PreparedView;
  readonly content: string;
}

/** From its values, and the boxes and names of its signees. */
export function isPreparedFrom(document: DocumentState, { content }: WrittenPreparation): boolean {
  return content === contentOf(document);
}

export async function writePrepared(deps: SigningDeps, document: DocumentState): Promise<WrittenPreparation> {
  const { database, blobs, toolkit, messages, ids } = deps;
  const file = await database.read.files.find(document.fileId);
  if (file === null) throw new TypeError(`document ${document.documentId} has no file`);
  const title = messages.signaturesHeading(document.language);
  const request = { ...requestOf(document), heading: { title, documentName: document.name } };
  // An id is written once only: its removal cannot meet a later write of the same PDF.
  const blobId = `${firstPreparedBlobIdOf(document.documentId)}-${ids.uuid()}`;
  await enqueueRemoval(deps, document, blobId);
  const options = completionOptions(document);
  const written = await withLocalPath(blobs, file.blobId, (path) =>
    storeWritten(blobs, blobId, async (output) => {
      const report = await toolkit.prepare(path, output, request, options);
      return { ...report, fields: await toolkit.readFields(output, options) };
    }),
  );
  return { ...written, content: contentOf(document) };
}

export function contentOf(document: DocumentState): string {
  return JSON.stringify([requestOf(document), document.name, document.language]);
}

/** In earlier releases. */
export function firstPreparedBlobIdOf(documentId: string): string {
  return `prepared-${documentId}`;
}

function requestOf({ fields, fieldsReadonlyMode, signees }: DocumentState) {
  return { values: fields, mode: fieldsReadonlyMode, boxes: listBoxes(signees) };
}

/** In signing order [D1-16]. */
function listBoxes(signees: readonly Signee[]): readonly BoxRequest[] {
  return [...signees]
    .sort((first, second) => first.signingOrder - second.signingOrder)
    .flatMap((signee) => boxRequests({ signatureBox: signee.signeeId, idScanBox: signee.signeeId }, signee));
}

/**
 * Before the first byte, since the process may end: removes the PDF, old or new, that the document does not
 * have later.
 */
function enqueueRemoval(
  { database, settings }: SigningDeps,
  { documentId, accountId, preparedBlobId }: DocumentState,
  newBlobId: string,
): Promise<void> {
  const blobIds = [preparedBlobId, newBlobId].filter((blobId) => blobId !== null);
  return database.transact(async ({ jobs }) => {
    for (const blobId of blobIds) {
      const job = { name: 'remove-replaced-preparation', documentId, blobId } as const;
      await jobs.enqueue(job, { startAfterSeconds: abandonedAfterSeconds(settings), accountId });
    }
  });
}
