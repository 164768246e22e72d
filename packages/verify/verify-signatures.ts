import { lookupName, openPdf, type PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import {
  findSignatureFields,
  findSignatureValue,
  type Permissions,
  readDate,
  readPermissions,
  readText,
  VERIFY,
} from '@countersign/seal/checks';
import { type SignatureProblem, signatureProblem } from '@countersign/seal/signature-problem';
import type { PDFDict } from 'pdf-lib';
import { gravestKind, type LaterChange } from './changes/later-change.ts';
import { findAllowed } from './changes/permissions.ts';
import { type CheckRange, type Findings, rememberChecks, TIMESTAMP_KIND, UNREADABLE } from './check-range.ts';
import {
  createLevelFinder,
  describeCertificates,
  holdsValidationData,
  MAX_CLOCK_DIFFERENCE_MS,
  type SignatureReport,
} from './signature-report.ts';
import { LaterParts, readSignedRange } from './signed-range.ts';

/**
 * Verdict of a file. `intact`: every signature is valid and later changes are allowed. `unsigned`: the same of
 * timestamps alone, or nothing. `changed`: anything else.
 */
export type FileState = 'unsigned' | 'intact' | 'changed';

type SignatureFindings = Pick<SignatureReport, 'subFilter' | 'valid' | 'changesAllowed'>;

function stateOfFile(signatures: readonly SignatureFindings[]): FileState {
  if (!signatures.every(({ valid, changesAllowed }) => valid && changesAllowed)) return 'changed';
  const isSigned = signatures.some(({ subFilter }) => subFilter !== 'ETSI.RFC3161');
  return isSigned ? 'intact' : 'unsigned';
}

export interface VerificationReport {
  readonly state: FileState;
  readonly signatures: readonly SignatureReport[];
}

export function verifyFile(input: string | Uint8Array | ArrayBuffer | PdfFile): VerificationReport {
  const signatures = verifySignatures(input);
  return { state: stateOfFile(signatures), signatures };
}

/**
 * Verifies every signature of a file, given by path, bytes or as an open, unmodified file. Reads it in
 * chunks. Reports invalid signatures; throws PdfError if the file cannot be opened.
 */
export function verifySignatures(input: string | Uint8Array | ArrayBuffer | PdfFile): SignatureReport[] {
  checkArguments({ input }, VERIFY);
  if (isOpenFile(input)) return verifyOpenFile(input);
  const file = openPdf(input);
  try {
    return verifyOpenFile(file);
  } finally {
    file.close();
  }
}

function isOpenFile(input: string | Uint8Array | ArrayBuffer | PdfFile): input is PdfFile {
  return typeof input === 'object' && 'catalog' in input;
}

function verifyOpenFile(file: PdfFile): SignatureReport[] {
  const found = verifyEach(file);
  const revisions = numberRevisions(found);
  const levelOf = createLevelFinder(found, holdsValidationData(file));
  const allowed = findAllowed(found);
  return found.map((signature) => {
    const { permissions, ...report } = signature;
    return {
      ...report,
      level: levelOf(report),
      revision: revisions.get(report.coveredBytes) ?? null,
      changesAllowed: allowed.has(signature),
    };
  });
}

type OwnReport = Omit<SignatureReport, 'level' | 'revision' | 'changesAllowed'>;

interface VerifiedSignature extends OwnReport {
  readonly permissions: Permissions;
}

/** Numbers the revisions by their ends. */
function numberRevisions(reports: readonly OwnReport[]): ReadonlyMap<number, number> {
  const ends = new Set(reports.map(({ coveredBytes }) => coveredBytes).filter((end) => end > 0));
  return new Map([...ends].sort((a, b) => a - b).map((end, index) => [end, index + 1]));
}

function verifyEach(file: PdfFile): VerifiedSignature[] {
  const found: VerifiedSignature[] = [];
  const laterParts = new LaterParts(file);
  const checkOnce = rememberChecks(file);
  for (const field of findSignatureFields(file)) {
    const signature = findSignatureValue(field);
    if (!signature) continue;
    const changesAfter = (end: number) => laterParts.changesAfter(end, field, signature);
    const report = verifySignature(file, field.name, signature, changesAfter, checkOnce);
    found.push({ ...report, permissions: readPermissions(signature, field.dict) });
  }
  return found;
}

function verifySignature(
  file: PdfFile,
  fieldName: string,
  signature: PDFDict,
  changesAfter: (end: number) => readonly LaterChange[],
  check: CheckRange,
): OwnReport {
  const subFilter = lookupName(signature, 'SubFilter') ?? '';
  const stated = {
    fieldName,
    subFilter,
    signerName: readText(signature, 'Name') ?? '',
    signedAt: toIso(readDate(signature, 'M')),
  };
  const range = readSignedRange(file.source, signature);
  if ('code' in range) return { ...stated, ...UNREADABLE, problems: [range] };
  const { coversWholeDocument, end } = range;
  const found = check(range, subFilter);
  const signedAt = stated.signedAt ?? toIso(found.signingTime);
  const problems = [...found.problems, ...checkStatedTime(found, subFilter, signedAt)];
  const valid = problems.length === 0;
  const changes = valid ? changesAfter(end) : [];
  return {
    ...stated,
    signerName: found.signerName || stated.signerName,
    signedAt,
    timestamp: found.timestamp,
    valid,
    digest: found.digest
      ? { algorithm: found.digest.algorithm, value: Buffer.from(found.digest.value).toString('hex') }
      : null,
    certificates: describeCertificates(found.chain),
    coveredBytes: end,
    coversWholeDocument,
    laterChanges: valid ? gravestKind(changes) : 'other',
    changes,
    problems,
    remarks: [...found.remarks, ...findTimeRemarks(found, subFilter, stated.signedAt)],
  };
}

/**
 * Anybody can put a timestamp of an authority of their own into a signature. A document timestamp has no
 * other time to compare with than now.
 */
function checkStatedTime(
  { timestamp, chain }: Findings,
  subFilter: string,
  signedAt: string | null,
): SignatureProblem[] {
  if (!timestamp) return [];
  const time = Date.parse(timestamp.time);
  const bounds = subFilter === TIMESTAMP_KIND ? [] : [signedAt, chain[0]?.validFrom];
  const earliest = bounds.map((bound) => Date.parse(bound ?? '')).filter((bound) => !Number.isNaN(bound));
  const isLater = earliest.every((bound) => time >= bound - MAX_CLOCK_DIFFERENCE_MS);
  if (isLater && time <= Date.now() + MAX_CLOCK_DIFFERENCE_MS) return [];
  return [signatureProblem('timestamp_time_wrong', { time: timestamp.time })];
}

/**
 * By the timestamp, otherwise as the signer says, otherwise now. A certificate may be issued moments before it is used, by
 * another clock. That of a timestamp must be valid.
 */
function findTimeRemarks(
  { timestamp, chain: [certificate], signingTime }: Findings,
  subFilter: string,
  statedTime: string | null,
): SignatureProblem[] {
  if (certificate === undefined || subFilter === TIMESTAMP_KIND) return [];
  const stated = [statedTime, toIso(signingTime)].filter((time) => time !== null);
  const time = timestamp?.time ?? stated[0] ?? new Date().toISOString();
  const at = Date.parse(time);
  const [from, to] = [certificate.validFrom, certificate.validTo].map((date) => new Date(date));
  const [validFrom, validTo] = [toIso(from), toIso(to)];
  const latest = Date.now() + MAX_CLOCK_DIFFERENCE_MS;
  const future = stated.find((one) => Date.parse(one) > latest);
  return [
    ...(validTo && at > Date.parse(validTo)
      ? [signatureProblem('certificate_expired', { validTo, time })]
      : []),
    ...(validFrom && at < Date.parse(validFrom) - MAX_CLOCK_DIFFERENCE_MS
      ? [signatureProblem('certificate_not_yet_valid', { validFrom, time })]
      : []),
    ...(future ? [signatureProblem('signing_time_in_future', { time: future })] : []),
  ];
}

function toIso(date: Date | undefined): string | null {
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
