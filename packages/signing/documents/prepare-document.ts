import { boxRequests } from '../configuration/boxes.ts';
import { storeWritten, withLocalPath } from '../files/pdf-blobs.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { BoxRequest, PrepareReport } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState, Signee } from './document.ts';
import { orFailDocument } from './fail-document.ts';
import { recordPreparation } from './record-preparation.ts';
import { canMove } from './status-transitions.ts';
import { completionOptions } from './task-options.ts';

/**
 * Job: makes the PDF to sign and opens the document for signing. A repeat finds the new status, or stores an equal
 * PDF under the same id.
 */
export async function prepareDocument(deps: SigningDeps, documentId: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null || !canMove(document.status, 'awaiting_signatures')) return;
  const blobId = preparedBlobIdOf(documentId);
  const prepared = await orFailDocument(deps, document, () => writePrepared(deps, document, blobId));
  if (prepared === null) return;
  const { clock, settings } = deps;
  await changeDocument(deps, documentId, (locked) =>
    recordPreparation(locked, prepared, clock.now(), settings.retentionDays),
  );
}

/** The id of the prepared PDF: the same in every attempt. */
export function preparedBlobIdOf(documentId: string): string {
  return `prepared-${documentId}`;
}

/** The id of a PDF that replaces the first. */
export function replacedPreparationIdOf(documentId: string, uuid: string): string {
  return `${preparedBlobIdOf(documentId)}-${uuid}`;
}

/** A stored prepared PDF and the toolkit's facts about it. */
export interface WrittenPreparation {
  readonly blob: StoredBlob;
  readonly report: Pick<PrepareReport, 'boxes' | 'fields' | 'pages'>;
}

export async function writePrepared(
  { database, blobs, toolkit, messages }: SigningDeps,
  document: DocumentState,
  blobId: string,
): Promise<WrittenPreparation> {
  const file = await database.read.files.find(document.fileId);
  if (file === null) throw new TypeError(`document ${document.documentId} has no file`);
  const request = {
    values: document.fields,
    mode: document.fieldsReadonlyMode,
    boxes: listBoxes(document.signees),
    heading: { title: messages.signaturesHeading(document.language), documentName: document.name },
  };
  return withLocalPath(blobs, file.blobId, (path) =>
    storeWritten(blobs, blobId, (output) =>
      toolkit.prepare(path, output, request, completionOptions(document)),
    ),
  );
}

/** In signing order [D1-16]. */
function listBoxes(signees: readonly Signee[]): readonly BoxRequest[] {
  return [...signees]
    .sort((first, second) => first.signingOrder - second.signingOrder)
    .flatMap((signee) => boxRequests({ signatureBox: signee.signeeId, idScanBox: signee.signeeId }, signee));
}
