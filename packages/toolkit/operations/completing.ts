import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { drawMissingAppearances, type FlattenReport, flattenForm, prefill } from '@countersign/forms';
import { attachFile, openPdf, type PdfBytes, type PdfFile } from '@countersign/pdf';
import { toUint8Array } from '@countersign/pdf/arguments';
import {
  appendEvidence,
  type EvidencePerson,
  type EvidenceReport as FilledReport,
  type InkStamp,
  type PadesOptions,
  type SealOptions,
  type SealResult,
  type Stamp,
  sealPdf,
  stampBoxes,
} from '@countersign/seal';
import { ToolkitError } from '../errors.ts';
import type {
  EvidencePersonText,
  EvidenceReport,
  EvidenceRequest,
  EvidenceRow,
} from '../evidence-request.ts';
import type { CompleteReport, SealReport } from '../reports.ts';
import type { AttachedFile, CompleteRequest, SignatureLook, SignRequest, WriteArgs } from '../requests.ts';
import { refuseToSend, type TaskContext } from '../signer.ts';
import { mediaTypeOf, readContents } from './attaching.ts';
import { updatePdfaClaim } from './conformance.ts';
import { loadSigner } from './load-signer.ts';
import { withPdf } from './reading.ts';

/** A separate revision: the first bytes of the sealed file. */
interface SignedContent {
  readonly sha256: string;
  readonly size: number;
}

export interface EvidencedFile {
  /** Reads from the given file, which must stay open. */
  readonly file: PdfFile;
  /** SHA-256 of the bytes that `file` was opened with. */
  readonly hashedSource: Hash;
}

/** Returns a hash that was fed with all bytes. */
export type HashContent = (content: PdfBytes) => Hash;

/** Adds the evidence after the revision that people signed. Nothing is written. */
async function addEvidence(
  file: PdfFile,
  request: EvidenceRequest,
  stamps: readonly Stamp[],
  at: Date,
  hashContent: HashContent,
): Promise<EvidencedFile> {
  const revision = file.save({ modifiedAt: at });
  const hashedSource = hashContent(revision);
  const content: SignedContent = { sha256: hashedSource.copy().digest('hex'), size: revision.size };
  const next = openPdf(revision.toSource());
  await appendEvidence(next, fillReport(request.report, content, stamps));
  const { fileName, description, facts } = request.record;
  attachFile(next, {
    name: fileName,
    bytes: Buffer.from(`${JSON.stringify({ ...facts, content }, null, 2)}\n`),
    mimeType: 'application/json',
    relationship: 'Data',
    description,
    modifiedAt: at,
  });
  return { file: next, hashedSource };
}

const hashAll: HashContent = (content) => {
  const state = createHash('sha256');
  content.forEachPiece((piece) => state.update(piece));
  return state;
};

function fillReport(
  { sections, summary, ...texts }: EvidenceReport,
  content: SignedContent,
  stamps: readonly Stamp[],
): FilledReport {
  const fill = (row: EvidenceRow) => fillRow(row, content);
  return {
    ...texts,
    summary: summary?.map(fill),
    sections: sections.map(({ heading, person, rows }) => ({
      heading,
      person: person && addInk(person, stamps),
      rows: rows.map(fill),
    })),
  };
}

/** Takes the ink as it is in the boxes of the person. */
function addInk({ boxId, ...person }: EvidencePersonText, stamps: readonly Stamp[]): EvidencePerson {
  const own = stamps.filter(({ box }) => box.id === boxId).filter(isInk);
  const inkOf = (type: InkStamp['box']['type']) => own.find(({ box }) => box.type === type);
  return { ...person, signature: inkOf('signature'), initials: inkOf('initials') };
}

function isInk(stamp: Stamp): stamp is InkStamp {
  return stamp.kind === undefined || stamp.kind === 'ink';
}

function fillRow(row: EvidenceRow, { sha256, size }: SignedContent) {
  if ('value' in row) return row;
  const value = row.contentTemplate.replaceAll('{sha256}', sha256).replaceAll('{size}', String(size));
  return { label: row.label, value };
}

function attachFiles(file: PdfFile, attachments: readonly AttachedFile[]): void {
  for (const [{ name, mimeType, sha256, description, attachedAt }, bytes] of readContents(attachments)) {
    // The evidence contains this hash.
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error('an attachment is not what was received: its SHA-256 differs');
    const at = new Date(attachedAt);
    attachFile(file, {
      name,
      bytes,
      mimeType: mediaTypeOf(mimeType),
      relationship: 'Supplement',
      createdAt: at,
      modifiedAt: at,
      description,
    });
  }
}

/** Ready to be sealed. */
export interface FinishedDocument {
  /** It may read from the given file, which must stay open. */
  readonly file: PdfFile;
  readonly form: FlattenReport;
  /** SHA-256 of `file`, if it was read already. */
  readonly hashedSource?: Hash;
}

/** Fills in values, flattens, stamps ink, adds attachments and evidence, for `complete` and `rehearse`. */
export async function finishDocument(
  file: PdfFile,
  { values, stamps, attachments = [], evidence, seal }: CompleteRequest,
  hashContent: HashContent = hashAll,
): Promise<FinishedDocument> {
  // The values were checked when they were given.
  await prefill(file, values, 'keepOriginal', { filledBy: 'service' });
  updatePdfaClaim(file);
  const form = await flattenForm(file);
  await stampBoxes(file, stamps);
  refuseRecordName(attachments, evidence);
  attachFiles(file, attachments);
  if (evidence === undefined) return { file, form };
  return { ...(await addEvidence(file, evidence, stamps, new Date(seal.signedAt), hashContent)), form };
}

/** Verification finds the record by its name. */
function refuseRecordName(attachments: readonly AttachedFile[], evidence: EvidenceRequest | undefined): void {
  const recordName = evidence?.record.fileName;
  if (attachments.some(({ name }) => name === recordName))
    throw new TypeError(`an attachment has the name of the record, ${recordName}`);
}

/** The signer's name in the signature. */
const SEALED_BY = 'Countersign';

/** Seals and returns the hash of the file that was written. */
async function sealToFile(
  { file, hashedSource }: { readonly file: PdfFile; readonly hashedSource?: Hash },
  output: string,
  { name = SEALED_BY, signedAt, certify, appearance, ...request }: SignRequest,
  context: TaskContext,
): Promise<CompleteReport> {
  const signer = await loadSigner(context.signer);
  const pades = padesOf(context);
  const sealed = await sealPdf(file, signer, {
    ...request,
    name,
    signedAt: new Date(signedAt),
    // Somebody who names a field may not be the last who signs.
    certify: certify ?? (request.field === undefined || undefined),
    appearance: appearance && readLook(appearance),
    pades,
    hashedSource,
  });
  sealed.writeTo(output);
  return { size: sealed.size, sha256: sealed.sha256, seal: describeSeal(sealed) };
}

function readLook({ image, ...look }: SignatureLook): NonNullable<SealOptions['appearance']> {
  if (image === undefined) return look;
  return { ...look, image: typeof image === 'string' ? readFileSync(image) : toUint8Array(image) };
}

function padesOf({ pades, send = refuseToSend }: TaskContext): PadesOptions | undefined {
  return pades && { ...pades, send };
}

function describeSeal({ level, timestamp, failures }: SealResult): CompleteReport['seal'] {
  const stated = timestamp && { authority: timestamp.authority, time: timestamp.time.toISOString() };
  return { level, timestamp: stated, failures };
}

export function complete(
  { input, output, ...request }: WriteArgs & CompleteRequest,
  context: TaskContext,
): Promise<CompleteReport> {
  return withPdf(input, async (file) => {
    const finished = await finishDocument(file, request);
    return sealToFile(finished, output, request.seal, context);
  });
}

/** Flattening would lose a value without an appearance, and readers would draw it in a sealed form. */
export function refuseUnseenValues({ warnings }: Pick<FlattenReport, 'warnings'>): void {
  const unseen = warnings.find(({ code }) => code === 'value_not_shown');
  if (unseen === undefined) return;
  const { field = '', message } = unseen;
  throw new ToolkitError('text_not_drawable', `Field "${field}": ${message}`, { field });
}

/**
 * A repaired file is rewritten first. Missing objects become null, so that they cannot be defined later, and what has no
 * appearance gets one, unless the file is signed.
 */
export function seal(
  { input, output, ...request }: WriteArgs & SignRequest,
  context: TaskContext,
): Promise<SealReport> {
  return withPdf(input, async (file) => {
    file.defineMissing();
    const { drawn, warnings } = await drawMissingAppearances(file);
    refuseUnseenValues({ warnings });
    return { ...(await sealToFile({ file }, output, request, context)), drawnAnnotations: drawn };
  });
}
