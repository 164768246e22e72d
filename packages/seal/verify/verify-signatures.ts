import { createHash, type X509Certificate } from 'node:crypto';
import { lookupName, openPdf, type PdfFile } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { readCommonName } from '../cms/certificate-names.ts';
import {
  type CmsPolicy,
  type ContentDigest,
  checkCms,
  type FeedContent,
  orderChain,
} from '../cms/check-cms.ts';
import { findSignatureFields, findSignatureValue } from '../fields/signature-fields.ts';
import { readDate, readText } from '../fields/text.ts';
import { MAX_COMPARED_REVISIONS } from '../limits.ts';
import { type SignatureProblem, signatureProblem } from '../signature-problem.ts';
import { checkTimestamp, type DigestOf } from '../timestamp/check-timestamp.ts';
import { describeCertificates } from './certificate-facts.ts';
import { findLevel, holdsValidationData } from './find-level.ts';
import { findLaterChanges, type LaterChanges } from './later-changes.ts';
import type { SignatureReport, StatedTime } from './signature-report.ts';
import { readSignedRange, type SignedRange } from './signed-range.ts';

/** The kinds of signature that are checked, and how strictly. */
const POLICIES: ReadonlyMap<string, CmsPolicy> = new Map([
  ['ETSI.CAdES.detached', { requireSigningCertificate: true, requireDer: true }],
  ['adbe.pkcs7.detached', { requireSigningCertificate: false, requireDer: false }],
]);

/**
 * Checks every signature of a file, given by path, bytes or as an open file (which must be unchanged). Reads the file
 * in pieces. Never throws for what a signature holds; throws PdfError when the file cannot be opened.
 */
export function verifySignatures(input: string | Uint8Array | PdfFile): SignatureReport[] {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) return verifyOpenFile(input);
  const file = openPdf(input);
  try {
    return verifyOpenFile(file);
  } finally {
    file.close();
  }
}

function verifyOpenFile(file: PdfFile): SignatureReport[] {
  const found = verifyEach(file);
  const ends = [...new Set(found.map(({ coveredBytes }) => coveredBytes))]
    .filter((end) => end > 0)
    .sort((a, b) => a - b);
  const hasData = holdsValidationData(file);
  return found.map((report) => ({
    ...report,
    level: findLevel(report, found, hasData),
    revision: report.coveredBytes === 0 ? null : ends.indexOf(report.coveredBytes) + 1,
  }));
}

/** What can be said of a signature without looking at the others. */
type OwnReport = Omit<SignatureReport, 'level' | 'revision'>;

function verifyEach(file: PdfFile): OwnReport[] {
  const reports: OwnReport[] = [];
  const compare = compareRevisions(file);
  for (const field of findSignatureFields(file)) {
    const signature = findSignatureValue(field);
    if (signature) reports.push(verifySignature(file, field.name, signature, compare));
  }
  return reports;
}

function verifySignature(
  file: PdfFile,
  fieldName: string,
  signature: PDFDict,
  compare: (end: number) => LaterChanges,
): OwnReport {
  const subFilter = lookupName(signature, 'SubFilter') ?? '';
  const told = {
    fieldName,
    subFilter,
    signerName: readText(signature, 'Name') ?? '',
    signedAt: toIso(readDate(signature, 'M')),
  };
  const range = readSignedRange(file.source, signature);
  if ('code' in range) return { ...told, ...UNREADABLE, problems: [range] };
  const { coversWholeDocument, end } = range;
  const found = checkRange(range, subFilter);
  return {
    ...told,
    signerName: found.signerName || told.signerName,
    signedAt: told.signedAt ?? toIso(found.signingTime),
    timestamp: found.timestamp,
    valid: found.problems.length === 0,
    digest: found.digest
      ? { algorithm: found.digest.algorithm, value: Buffer.from(found.digest.value).toString('hex') }
      : null,
    certificates: describeCertificates(found.chain),
    coveredBytes: end,
    coversWholeDocument,
    laterChanges: found.problems.length === 0 ? compare(end) : 'other',
    problems: found.problems,
  };
}

const UNREADABLE = {
  timestamp: null,
  valid: false,
  digest: null,
  certificates: [],
  coveredBytes: 0,
  coversWholeDocument: false,
  laterChanges: 'other',
} as const;

/** What was added behind a place of the file; compares so many times and no more. */
function compareRevisions(file: PdfFile): (end: number) => LaterChanges {
  let compared = 0;
  return (end) => {
    if (end === file.source.size) return 'none';
    compared += 1;
    return compared > MAX_COMPARED_REVISIONS ? 'other' : findLaterChanges(file, end);
  };
}

interface Findings {
  readonly signerName: string;
  readonly signingTime: Date | undefined;
  readonly timestamp: StatedTime | null;
  readonly digest: ContentDigest | undefined;
  readonly chain: readonly X509Certificate[];
  readonly problems: readonly SignatureProblem[];
}

const NOTHING_FOUND = {
  signerName: '',
  signingTime: undefined,
  timestamp: null,
  digest: undefined,
  chain: [],
};

function checkRange({ contents, feedContent }: SignedRange, subFilter: string): Findings {
  if (subFilter === 'ETSI.RFC3161') return checkDocumentTimestamp(contents, feedContent);
  const policy = POLICIES.get(subFilter);
  if (!policy) {
    return { ...NOTHING_FOUND, problems: [signatureProblem('kind_not_supported', { kind: subFilter })] };
  }
  const check = checkCms(contents, feedContent, policy);
  if (!check.timestamp) return { ...check, timestamp: null };
  const { token, signatureValue } = check.timestamp;
  const stamped = readTimestamp(token, (name) => createHash(name).update(signatureValue).digest());
  return { ...check, timestamp: stamped.timestamp, problems: [...check.problems, ...stamped.problems] };
}

/** ISO 32000-2 12.8.5: the token itself is the signature, and the time and the signer are the authority's. */
function checkDocumentTimestamp(contents: Uint8Array, feedContent: FeedContent): Findings {
  let digest: ContentDigest | undefined;
  const { timestamp, chain, problems } = readTimestamp(contents, (algorithm) => {
    const hash = createHash(algorithm);
    feedContent(hash);
    digest = { algorithm, value: hash.digest() };
    return digest.value;
  });
  const signingTime = timestamp ? new Date(timestamp.time) : undefined;
  return { signerName: timestamp?.authority ?? '', signingTime, timestamp, digest, chain, problems };
}

function readTimestamp(
  token: Uint8Array,
  digestOf: DigestOf,
): Pick<Findings, 'timestamp' | 'chain' | 'problems'> {
  const { statement, faults } = checkTimestamp(token, digestOf);
  const problems = faults.map(({ problem }) => problem);
  if (!statement) return { timestamp: null, chain: [], problems };
  const authority = readCommonName(statement.signerCertificate);
  const chain = orderChain(statement);
  return { timestamp: { time: statement.time.toISOString(), authority }, chain, problems };
}

function toIso(date: Date | undefined): string | null {
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
