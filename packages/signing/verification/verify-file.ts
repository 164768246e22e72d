import { rm, truncate } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { toVisibleLine } from '@countersign/base/text';
import type { SignatureReport } from '@countersign/toolkit';
import type { ChainHead } from '../audit/audit-entry.ts';
import { checkAuditTrail, hashOf } from '../audit/audit-trail.ts';
import type { SigningDeps } from '../deps.ts';
import { RECORD_FILE_NAME } from '../documents/evidence-facts.ts';
import { SigningError } from '../errors.ts';
import { asUploadError } from '../files/upload-file.ts';
import { SIGNATURE_TYPES } from '../methods/methods.ts';
import { INK_KINDS } from '../methods/signature-parts.ts';
import { isExhausting, isPermanentFault } from '../ports/pdf-toolkit.ts';
import {
  type FileVerification,
  hashBeginnings,
  receiveScratch,
  type SealedOrigin,
  type VerifiedSignature,
  type VerifiedSignee,
  type VerifiedTrail,
} from './file-verification.ts';

/** Reads any `evidence.json`, which may be forged: a member of another type counts as absent. */
export interface EvidenceRecord {
  readonly documentId: string | null;
  readonly name: string | null;
  readonly sealedAt: string | null;
  readonly signees: readonly VerifiedSignee[];
  readonly trail: ChainHead | null;
}

const DOCUMENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readEvidenceRecord(bytes: Uint8Array | null): EvidenceRecord | null {
  const record = bytes === null ? null : parseObject(bytes);
  if (record === null) return null;
  const { documentId, name, signees, events, trail } = record;
  const id = textOf(documentId);
  return {
    documentId: id !== null && DOCUMENT_ID.test(id) ? id : null,
    name: textOf(name),
    sealedAt: momentOf(objectsOf(events).find(({ type }) => type === 'sealed')?.at),
    signees: objectsOf(signees).map(readSignee),
    trail: readHead(trail),
  };
}

function readSignee({ fullName, signedAt, signatureType, ink, identification }: Members): VerifiedSignee {
  return {
    fullName: textOf(fullName) ?? '',
    signedAt: momentOf(signedAt),
    signatureType: SIGNATURE_TYPES.find((method) => method === signatureType) ?? null,
    ink: INK_KINDS.find((kind) => kind === ink) ?? null,
    identification: isObject(identification) ? readIdentification(identification) : null,
  };
}

/** The personal number is not public. */
function readIdentification(members: Members): VerifiedSignee['identification'] {
  const [provider, fullName] = [textOf(members.provider), textOf(members.fullName)];
  return provider === null || fullName === null
    ? null
    : { provider, fullName, ...(members.isSandbox === true && { isSandbox: true }) };
}

function readHead(trail: unknown): ChainHead | null {
  if (!isObject(trail)) return null;
  const { sequence, hash } = trail;
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || typeof hash !== 'string')
    return null;
  return { sequence, hash };
}

type Members = Readonly<Record<string, unknown>>;

function parseObject(bytes: Uint8Array): Members | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectsOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? toVisibleLine(value) : null;
}

function momentOf(value: unknown): string | null {
  const moment = typeof value === 'string' ? new Date(value) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** Looked up, shortest first. Ours have one, or two with a document timestamp. */
const MAX_BEGINNINGS = 16;

/** Nothing is stored. The limits of uploads apply; `too_complex` beyond those of a task. */
export async function verifyFile(deps: SigningDeps, content: Readable): Promise<FileVerification> {
  const path = await deps.blobs.scratchPath('pdf');
  try {
    const size = await receiveScratch(content, path, deps.settings.maxFileBytes);
    return await verifyScratch(deps, path, size);
  } catch (error) {
    if (isExhausting(error)) throw new SigningError('too_complex', {}, { cause: error });
    throw asUploadError(error);
  } finally {
    await rm(path, { force: true });
  }
}

async function verifyScratch(deps: SigningDeps, path: string, size: number): Promise<FileVerification> {
  const { state, signatures: reports } = await deps.toolkit.verify({ input: path });
  const signatures = reports.map((report) => ({ ...report, ownCertificate: isOwn(deps, report) }));
  const lengths = [size, ...signedLengths(signatures, size)];
  const hashes = await hashBeginnings(path, lengths);
  const sealed = await findSealed(deps, lengths, hashes);
  const common = { sha256: hashes.get(size) ?? '', size, signatures, state };
  if (sealed === null) {
    const record = await readForeignRecord(deps, path);
    return { ...common, origin: null, claimedDocumentId: record?.documentId ?? null };
  }
  // A later revision may replace the attachment.
  if (sealed.length < size) await truncate(path, sealed.length);
  const record = readEvidenceRecord(
    await deps.toolkit.readAttachment({ input: path, name: RECORD_FILE_NAME }),
  );
  const match = sealed.length === size ? 'whole' : 'beginning';
  const origin = await describeOrigin(deps, sealed.documentId, match, record);
  const judged = signatures.map((one) => (match === 'whole' ? one : judgeAdditions(one, sealed.length)));
  const isUnchanged = judged.every(({ changesAllowed }) => changesAllowed);
  return {
    ...common,
    signatures: judged,
    state: state === 'intact' && !isUnchanged ? 'changed' : state,
    origin,
    claimedDocumentId: null,
  };
}

/** Only validation data may follow a seal of this service, also of one without certification. */
function judgeAdditions(signature: VerifiedSignature, sealedBytes: number): VerifiedSignature {
  const isOfSeal = signature.coveredBytes <= sealedBytes;
  const isPermitted = signature.laterChanges === 'none' || signature.laterChanges === 'validation_data';
  return isOfSeal && !isPermitted ? { ...signature, changesAllowed: false } : signature;
}

/** Names can be forged. */
function isOwn(deps: SigningDeps, { valid, certificates: [own] }: SignatureReport): boolean {
  return valid && own !== undefined && own.sha256 === deps.sealCertificate();
}

/** Longest first. */
function signedLengths(signatures: readonly SignatureReport[], size: number): readonly number[] {
  const lengths = signatures.map(({ coveredBytes }) => coveredBytes);
  return lengths
    .filter((length) => length > 0 && length < size)
    .sort((a, b) => a - b)
    .slice(0, MAX_BEGINNINGS)
    .reverse();
}

async function findSealed(
  { database }: SigningDeps,
  lengths: readonly number[],
  hashes: ReadonlyMap<number, string>,
): Promise<{ readonly documentId: string; readonly length: number } | null> {
  for (const length of new Set(lengths)) {
    const found = await database.read.documents.findBySealedSha256(hashes.get(length) ?? '');
    if (found !== null && (await isNoted(database, found.documentId, hashes.get(length))))
      return { ...found, length };
  }
  return null;
}

/** Asks the audit trail; true for documents without one. */
async function isNoted(
  { read }: SigningDeps['database'],
  documentId: string,
  sha256: string | undefined,
): Promise<boolean> {
  const noted = hashOf(await read.audit.listFor({ kind: 'document', id: documentId }), 'document.completed');
  return noted === undefined || noted === sha256;
}

async function readForeignRecord({ toolkit }: SigningDeps, path: string): Promise<EvidenceRecord | null> {
  try {
    return readEvidenceRecord(await toolkit.readAttachment({ input: path, name: RECORD_FILE_NAME }));
  } catch (error) {
    if (isPermanentFault(error)) return null;
    throw error;
  }
}

async function describeOrigin(
  deps: SigningDeps,
  documentId: string,
  match: SealedOrigin['match'],
  record: EvidenceRecord | null,
): Promise<SealedOrigin> {
  return {
    match,
    documentId,
    name: record?.name ?? null,
    sealedAt: record?.sealedAt ?? null,
    signees: record?.signees ?? [],
    trail: await checkTrail(deps, documentId, record),
  };
}

async function checkTrail(
  { database }: SigningDeps,
  documentId: string,
  record: EvidenceRecord | null,
): Promise<VerifiedTrail | null> {
  const head = record?.trail ?? null;
  if (head === null) return null;
  const { broken } = await checkAuditTrail(database.read, { kind: 'document', id: documentId }, head);
  return { ...head, isWhole: broken === null, fault: broken?.fault ?? null };
}
