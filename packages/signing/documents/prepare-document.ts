import type { BoxRequest, PrepareReport } from '@countersign/toolkit';
import { boxRequests } from '../configuration/configuration.ts';
import { listNewFields } from '../configuration/placed-fields.ts';
import type { SigningDeps } from '../deps.ts';
import { abandonedAfterSeconds, storeWritten, withLocalPath } from '../files/pdf-blobs.ts';
import { inviteNext } from '../notifications/messages.ts';
import { untilUndisturbed } from '../page.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { Decision } from './audited-decision.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState, PreparedView, Signee } from './document.ts';
import { orFailDocument } from './fail-document.ts';
import { completionOptions, viewOf } from './prepared-view.ts';
import { touch } from './retention.ts';
import { moveTo, statusAfter } from './status.ts';

/**
 * Opens the document for signing and invites the first. Returns null if that is done, impossible, or the document was
 * changed meanwhile.
 */
export function recordPreparation(
  document: DocumentState,
  prepared: WrittenPreparation,
  now: Date,
  retentionDays: number,
): Decision | null {
  const next = statusAfter(document.status, 'prepare');
  if (next === null || !isPreparedFrom(document, prepared)) return null;
  const open = replacePreparation(touch(moveTo(document, next), now, retentionDays), prepared, null);
  const invited = inviteNext(open.document, [], now);
  return { ...open, ...invited, entries: [...open.entries, ...invited.entries] };
}

/** It shows the names of the signees as they are now. */
export function replacePreparation(
  document: DocumentState,
  { blob, report }: WrittenPreparation,
  userId: string | null,
): Omit<Decision, 'jobs'> {
  const missing = document.signees.find(({ signeeId }) => report.boxes.every(({ id }) => id !== signeeId));
  if (missing !== undefined) throw new TypeError(`signee ${missing.signeeId} has no box`);
  const signees = document.signees.map(({ printedName, ...signee }) => signee);
  return {
    document: {
      ...document,
      signees,
      preparedBlobId: blob.blobId,
      preparedSha256: blob.sha256,
      boxes: report.boxes,
    },
    entries: [{ type: 'document.prepared', userId, details: { sha256: blob.sha256, size: blob.size } }],
    view: viewOf(report),
  };
}

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

/** Whether the preparation has the document's values, and the boxes and names of its signees. */
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
  const blobId = `prepared-${document.documentId}-${ids.uuid()}`;
  await enqueueRemoval(deps, document, blobId);
  const options = completionOptions(document);
  const written = await withLocalPath(blobs, file.blobId, (path) =>
    storeWritten(blobs, blobId, async (output) => {
      const report = await toolkit.prepare({ input: path, output, ...request }, options);
      return { ...report, fields: await toolkit.readFields({ input: output }, options) };
    }),
  );
  return { ...written, content: contentOf(document) };
}

export function contentOf(document: DocumentState): string {
  return JSON.stringify([requestOf(document), document.name, document.language]);
}

function requestOf({ fields, fieldsReadonlyMode, signees, textTags }: DocumentState) {
  const added = listNewFields(signees).map(({ field }) => field);
  const { covers } = textTags ?? {};
  return { covers, fields: added, values: fields, mode: fieldsReadonlyMode, boxes: listBoxes(signees) };
}

/** Lists the boxes in signing order [D1-16]. */
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

export async function removeReplacedPreparation(
  { database, blobs }: Pick<SigningDeps, 'database' | 'blobs'>,
  documentId: string,
  blobId: string,
): Promise<void> {
  const document = await database.read.documents.find(documentId);
  if (document?.preparedBlobId !== blobId) await blobs.remove(blobId);
}
