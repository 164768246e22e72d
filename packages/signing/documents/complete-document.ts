import { readBack, readSmallBlob, storeWritten, withLocalPaths } from '../files/pdf-blobs.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { AttachedFile, CompleteRequest, InkStamp, PlacedBox } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState, Signature, Signee } from './document.ts';
import { describeEvidence, listAttachments, type NamedAttachment } from './evidence.ts';
import { orFailDocument } from './fail-document.ts';
import { givenValues } from './field-entries.ts';
import { linkChannelOf } from './link-channel.ts';
import { recordCompletion, type SealedBlob } from './record-completion.ts';
import { isFullySigned } from './signing-order.ts';
import { canMove } from './status-transitions.ts';

/**
 * Job: seals a fully signed document. May be killed between any two lines and may run twice at once: the sealed file has
 * an id that follows from the document's, a stored blob is never replaced, and the document completes in one
 * transaction. Nobody is told before the sealed file was stored and read back.
 */
export async function completeDocument(deps: SigningDeps, documentId: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null || !canMove(document.status, 'completed') || !isFullySigned(document)) return;
  const sealed = (await findSealed(deps, document)) ?? (await seal(deps, document));
  if (sealed === null) return;
  const { clock, settings } = deps;
  await changeDocument(deps, documentId, (locked) =>
    recordCompletion(locked, sealed, clock.now(), settings.retentionDays),
  );
}

/** The id of the sealed file: the same in every attempt. */
export function sealedBlobIdOf(documentId: string): string {
  return `sealed-${documentId}`;
}

/** What an earlier attempt left, read from the store; how it came about only the log tells then. */
function findSealed({ blobs }: SigningDeps, { documentId }: DocumentState): Promise<StoredBlob | null> {
  return readBack(blobs, sealedBlobIdOf(documentId));
}

/** Null when the document failed for good. */
async function seal(deps: SigningDeps, document: DocumentState): Promise<SealedBlob | null> {
  const stored = await orFailDocument(deps, document, () => writeSealed(deps, document));
  if (stored === null) return null;
  const found = await findSealed(deps, document);
  if (found?.sha256 === stored.blob.sha256) return { ...found, seal: stored.report.seal };
  throw new Error(`the sealed file of document ${document.documentId} reads back differently`);
}

async function writeSealed(deps: SigningDeps, document: DocumentState) {
  const { blobs, toolkit } = deps;
  if (document.preparedBlobId === null)
    throw new TypeError(`document ${document.documentId} was not prepared`);
  const request = await completeRequest(deps, document);
  const uploaded = listAttachments(document.signees);
  const blobIds = [document.preparedBlobId, ...uploaded.map(({ attachment }) => attachment.blobId)];
  return withLocalPaths(blobs, blobIds, ([path = '', ...paths]) => {
    const attachments = uploaded.map((one, index) => attach(deps, document, one, paths[index] ?? ''));
    return storeWritten(blobs, sealedBlobIdOf(document.documentId), (output) =>
      toolkit.complete(path, output, { ...request, attachments }),
    );
  });
}

async function completeRequest(deps: SigningDeps, document: DocumentState): Promise<CompleteRequest> {
  const { documentId, language } = document;
  const stamps = await Promise.all(document.signees.map((signee) => stampsOf(deps, document, signee)));
  const sealedAt = deps.clock.now();
  return {
    values: givenValues(document),
    stamps: stamps.flat(),
    evidence: await describeEvidence(deps, document, sealedAt),
    seal: {
      reason: deps.words.sealReason(language, { documentId }),
      signedAt: sealedAt.toISOString(),
    },
  };
}

function attach(
  { words }: SigningDeps,
  { language }: DocumentState,
  { name, attachment, signee }: NamedAttachment,
  path: string,
): AttachedFile {
  const { mimeType, sha256, uploadedAt } = attachment;
  const description = words.attachmentDescription(language, { fullName: signee.fullName });
  return { name, content: path, mimeType, sha256, description, attachedAt: uploadedAt.toISOString() };
}

async function stampsOf(
  deps: SigningDeps,
  document: DocumentState,
  signee: Signee,
): Promise<readonly InkStamp[]> {
  const { signeeId, fullName, signature } = signee;
  if (signature === null) return [];
  const { signedAt, ipAddress, ink } = signature;
  const told = { fullName, signedAt, ipAddress, method: ink.kind, channel: linkChannelOf(signee) };
  const lines = deps.words.stampLines(document.language, told);
  const boxes = document.boxes.filter((box) => box.id === signeeId && box.type === 'signature');
  return Promise.all(boxes.map((box) => stampOf(deps, box, signature, lines)));
}

async function stampOf(
  { blobs }: SigningDeps,
  box: PlacedBox,
  { ink }: Signature,
  lines: readonly string[],
): Promise<InkStamp> {
  if (ink.blobId !== null) return { box, lines, image: await readSmallBlob(blobs, ink.blobId) };
  return { box, lines, typedName: ink.typedName ?? '' };
}
