import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type {
  AttachedFile,
  CompleteRequest,
  FormField,
  InkStamp,
  PlacedBox,
  ScanStamp,
  Stamp,
} from '@countersign/toolkit';
import type { ChainedEntry } from '../audit/audit-entry.ts';
import { checkEntries, hashOf } from '../audit/audit-trail.ts';
import type { SigningDeps } from '../deps.ts';
import { SigningError } from '../errors.ts';
import { readBack, readSmallBlob, storeWritten, withLocalPath, withLocalPaths } from '../files/pdf-blobs.ts';
import { partsOf, type Signature, type SignatureParts } from '../methods/methods.ts';
import type { Ink } from '../methods/signature-parts.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import { changeDocument } from './decision.ts';
import { delaySealing, isUnsealed } from './delay-sealing.ts';
import type { DocumentState, Sealing, Signee } from './document.ts';
import { describeEvidence, listAttachments, type NamedAttachment } from './evidence.ts';
import { givenValues } from './field-entries.ts';
import { completionOptions, findPreparedView } from './prepared-view.ts';
import { linkChannelOf } from './recipient-links.ts';
import { recordCompletion, recordSealing } from './record-completion.ts';
import { listFurtherBoxes } from './signee-boxes.ts';

/** Throws `evidence_broken` unless the prepared PDF is the one in the audit trail and the trail is intact. */
async function assertSealInputs(
  deps: SigningDeps,
  documentId: string,
  trail: readonly ChainedEntry[],
  preparedPath: string,
): Promise<void> {
  const { broken } = await checkEntries(deps.database.read, trail, { kind: 'document', id: documentId });
  if (broken !== null) throw new SigningError('evidence_broken');
  if (hashOf(trail, 'document.prepared') !== (await hashFile(preparedPath)))
    throw new SigningError('evidence_broken');
}

/** Throws `evidence_broken` for a file that no attempt recorded, or whose seal is not intact. */
async function assertLeftBySealing(
  { blobs, toolkit }: SigningDeps,
  sealings: readonly Sealing[],
  { blobId, sha256 }: StoredBlob,
): Promise<void> {
  const isNoted = sealings.some((sealing) => sealing.sha256 === sha256);
  if (!isNoted) throw new SigningError('evidence_broken');
  const { state } = await withLocalPath(blobs, blobId, (path) => toolkit.verify({ input: path }));
  if (state !== 'intact') throw new SigningError('evidence_broken');
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * May be killed anywhere and run twice at once: the file's id follows from the document's, a blob is never
 * replaced, and one transaction completes the document. Messages go out after the sealed file was read back. A
 * failure of any kind is recorded, and tried again without end [D12-02].
 */
export async function completeDocument(deps: SigningDeps, documentId: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null || !isUnsealed(document)) return;
  try {
    await sealAndRecord(deps, document);
  } catch (error) {
    await delaySealing(deps, document, error);
  }
}

async function sealAndRecord(deps: SigningDeps, document: DocumentState): Promise<void> {
  const { clock, settings } = deps;
  const { fields } = await findPreparedView(deps, document);
  const stored = await sealOnce(deps, document, fields);
  await changeDocument(deps, document.documentId, (locked) =>
    recordCompletion(locked, stored, fields, clock.now(), settings.retentionDays),
  );
}

/** The same in every attempt. */
export function sealedBlobIdOf(documentId: string): string {
  return `sealed-${documentId}`;
}

function findSealed({ blobs }: SigningDeps, { documentId }: DocumentState): Promise<StoredBlob | null> {
  return readBack(blobs, sealedBlobIdOf(documentId));
}

async function sealOnce(
  deps: SigningDeps,
  document: DocumentState,
  fields: readonly FormField[],
): Promise<StoredBlob> {
  const left = await findSealed(deps, document);
  if (left === null) return seal(deps, document, fields);
  // Read after the file was found: an attempt is recorded before its file is stored.
  const current = await deps.database.read.documents.find(document.documentId);
  await assertLeftBySealing(deps, current?.sealings ?? [], left);
  return left;
}

async function seal(
  deps: SigningDeps,
  document: DocumentState,
  fields: readonly FormField[],
): Promise<StoredBlob> {
  const written = await writeSealed(deps, document, fields);
  const found = await findSealed(deps, document);
  if (found?.sha256 === written.blob.sha256) return found;
  throw new Error(`the sealed file of document ${document.documentId} reads back differently`);
}

async function writeSealed(deps: SigningDeps, document: DocumentState, fields: readonly FormField[]) {
  const { blobs, toolkit } = deps;
  if (document.preparedBlobId === null)
    throw new TypeError(`document ${document.documentId} was not prepared`);
  const trail = await deps.database.read.audit.listFor({ kind: 'document', id: document.documentId });
  const request = await completeRequest(deps, document, fields, trail);
  const uploaded = listAttachments(document.signees);
  const blobIds = [document.preparedBlobId, ...uploaded.map(({ attachment }) => attachment.blobId)];
  return withLocalPaths(blobs, blobIds, async ([path = '', ...paths]) => {
    await assertSealInputs(deps, document.documentId, trail, path);
    const attachments = uploaded.map((one, index) => attach(deps, document, one, paths[index] ?? ''));
    return storeWritten(blobs, sealedBlobIdOf(document.documentId), async (output) => {
      const report = await toolkit.complete(
        { input: path, output, ...request, attachments },
        completionOptions(document),
      );
      await changeDocument(deps, document.documentId, (locked) => recordSealing(locked, report));
      return report;
    });
  });
}

async function completeRequest(
  deps: SigningDeps,
  document: DocumentState,
  fields: readonly FormField[],
  trail: readonly ChainedEntry[],
): Promise<CompleteRequest> {
  const { documentId, language } = document;
  const stamps = await Promise.all(
    document.signees.map((signee) => stampsOf(deps, document, signee, fields)),
  );
  const sealedAt = deps.clock.now();
  return {
    values: givenValues(document),
    stamps: stamps.flat(),
    evidence: await describeEvidence(deps, document, trail, sealedAt),
    seal: {
      reason: deps.messages.sealReason(language, {
        documentId,
        isDevelopment: deps.settings.sealsForDevelopment,
      }),
      signedAt: sealedAt.toISOString(),
    },
  };
}

function attach(
  { messages }: SigningDeps,
  { language }: DocumentState,
  { name, attachment, signee }: NamedAttachment,
  path: string,
): AttachedFile {
  const { mimeType, sha256, uploadedAt } = attachment;
  const description = messages.attachmentDescription(language, { fullName: signee.fullName });
  return { name, content: path, mimeType, sha256, description, attachedAt: uploadedAt.toISOString() };
}

async function stampsOf(
  deps: SigningDeps,
  document: DocumentState,
  signee: Signee,
  fields: readonly FormField[],
): Promise<readonly Stamp[]> {
  const { signeeId, signature } = signee;
  if (signature === null) return [];
  const facts: StampFacts = { document, signee, signature, parts: partsOf(signature) };
  const inks = {
    ink: await readInk(deps, facts.parts.ink),
    initials: await readInk(deps, facts.parts.initials),
  };
  const own = document.boxes.filter((box) => box.id === signeeId);
  const lines = signatureLines(deps, facts, { isNamedUnderBox: isNamedUnderBox(facts) });
  const scans = own.filter(({ type }) => type === 'id_scan').map((box) => scanStampOf(deps, box, facts));
  const furtherLines = signatureLines(deps, facts, { isNamedUnderBox: false });
  return [
    ...own.flatMap((box) => signatureStamps(box, facts, inks, lines)),
    ...listFurtherBoxes(document, signee).flatMap((box) => signatureStamps(box, facts, inks, furtherLines)),
    ...(await Promise.all(scans)).flat(),
    ...(await imageStamps(deps, fields, facts)),
  ];
}

/** The images of scans that form fields ask for [D3-14]. */
async function imageStamps(
  { blobs }: SigningDeps,
  fields: readonly FormField[],
  { signee, signature }: StampFacts,
): Promise<readonly ScanStamp[]> {
  const images = signature.scannedImages ?? [];
  const stamps = images.map(async ({ field: name, blobId }) => {
    const field = fields.find((one) => one.name === name);
    const image = await readSmallBlob(blobs, blobId);
    return (field?.widgets ?? []).map(({ page, x, y, width, height }): ScanStamp => {
      const box: PlacedBox = { id: signee.signeeId, type: 'id_scan', page, x, y, width, height };
      return { kind: 'id_scan', box, image: new Uint8Array(image), lines: [] };
    });
  });
  return (await Promise.all(stamps)).flat();
}

interface StampFacts {
  readonly document: DocumentState;
  readonly signee: Signee;
  readonly signature: Signature;
  readonly parts: SignatureParts;
}

/** What an ink stamp shows of the ink. The bytes are read once for all boxes, which then share one image. */
type ReadInk = Pick<InkStamp, 'image' | 'typedName' | 'font'>;

async function readInk({ blobs }: SigningDeps, ink: Ink | null): Promise<ReadInk | null> {
  if (ink === null) return null;
  if (ink.kind !== 'typed') return { image: await readSmallBlob(blobs, ink.blobId) };
  return { typedName: ink.typedName, ...(ink.font && { font: ink.font }) };
}

function signatureStamps(
  box: PlacedBox,
  facts: StampFacts,
  { ink, initials }: Readonly<Record<'ink' | 'initials', ReadInk | null>>,
  lines: readonly string[],
): readonly Stamp[] {
  if (box.type === 'id_scan') return [];
  if (box.type === 'initials') return initials === null ? [] : [{ box, lines: [], ...initials }];
  return [ink === null ? { kind: 'identity', box, name: nameOf(facts), lines } : { box, lines, ...ink }];
}

/** An identified signee signs under the name that the provider reports. */
function nameOf({ signee, parts }: StampFacts): string {
  return parts.identification?.fullName ?? signee.fullName;
}

/** A box on a new page has the name under it already. */
function isNamedUnderBox(facts: StampFacts): boolean {
  return (
    facts.signee.signaturePlacement === 'new_page' &&
    nameOf(facts) === (facts.signee.printedName ?? facts.signee.fullName)
  );
}

function signatureLines(
  { messages }: SigningDeps,
  facts: StampFacts,
  box: { readonly isNamedUnderBox: boolean },
): readonly string[] {
  const { document, signee, signature } = facts;
  const { signedAt, ipAddress, method } = signature;
  const { ink, identification } = facts.parts;
  return messages.stampLines(document.language, {
    fullName: box.isNamedUnderBox ? null : nameOf(facts),
    signatureType: method,
    method: ink?.kind ?? null,
    provider: identification?.provider ?? null,
    isSandbox: identification?.isSandbox ?? false,
    personalNumber: identification?.personalNumber ?? null,
    signedAt,
    ipAddress,
    channel: linkChannelOf(document, signee),
  });
}

/** The stamp has only the front, since no attribute asks for another part [D3-09]. */
async function scanStampOf(
  { blobs, messages }: SigningDeps,
  box: PlacedBox,
  facts: StampFacts,
): Promise<readonly ScanStamp[]> {
  const { scan } = facts.parts;
  if (scan === null) return [];
  const { scannedAt, imageBlobId } = scan;
  const lines = messages.scanLines(facts.document.language, {
    fullName: nameOf(facts),
    personalNumber: facts.parts.identification?.personalNumber ?? null,
    scannedAt,
    hasImage: imageBlobId !== null,
  });
  const stamp: ScanStamp = { kind: 'id_scan', box, lines };
  return [imageBlobId === null ? stamp : { ...stamp, image: await readSmallBlob(blobs, imageBlobId) }];
}
