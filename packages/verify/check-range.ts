import { createHash, type X509Certificate } from 'node:crypto';
import type { PdfFile } from '@countersign/pdf';
import {
  type CmsPolicy,
  type ContentDigest,
  checkCms,
  checkTimestamp,
  type DigestOf,
  type FeedContent,
  orderChain,
  readCommonName,
  readStoredCertificates,
} from '@countersign/seal/checks';
import { type SignatureProblem, signatureProblem } from '@countersign/seal/signature-problem';
import type { StatedTime } from './signature-report.ts';
import type { SignedRange } from './signed-range.ts';

/** The policies say how strictly each kind is checked. */
const POLICIES: ReadonlyMap<string, CmsPolicy> = new Map([
  ['ETSI.CAdES.detached', { requireSigningCertificate: true, requireDer: true }],
  ['adbe.pkcs7.detached', { requireSigningCertificate: false, requireDer: false }],
]);

export const TIMESTAMP_KIND = 'ETSI.RFC3161';

export const UNREADABLE = {
  timestamp: null,
  valid: false,
  digest: null,
  certificates: [],
  coveredBytes: 0,
  coversWholeDocument: false,
  laterChanges: 'other',
  changes: [],
  remarks: [],
} as const;

export interface Findings {
  readonly signerName: string;
  readonly signingTime: Date | undefined;
  readonly timestamp: StatedTime | null;
  readonly digest: ContentDigest | undefined;
  readonly chain: readonly X509Certificate[];
  readonly problems: readonly SignatureProblem[];
  readonly remarks: readonly SignatureProblem[];
}

const NOTHING_FOUND = {
  signerName: '',
  signingTime: undefined,
  timestamp: null,
  digest: undefined,
  chain: [],
  remarks: [],
};

/** A thousand fields may share a signature, and each check reads the file. */
export function rememberChecks(file: PdfFile): CheckRange {
  const known = new Map<string, Findings>();
  const stored = readStoredCertificates(file);
  return (range, subFilter) => {
    // The signature itself is in the gap.
    const key = `${range.gapStart} ${range.gapEnd} ${range.end} ${subFilter}`;
    const found = known.get(key) ?? checkRange(range, subFilter, stored);
    known.set(key, found);
    return found;
  };
}

export type CheckRange = (range: SignedRange, subFilter: string) => Findings;

/** `stored` are the certificates of the document. */
function checkRange(
  { contents, feedContent }: SignedRange,
  subFilter: string,
  stored: readonly Uint8Array[],
): Findings {
  if (subFilter === TIMESTAMP_KIND) return checkDocumentTimestamp(contents, feedContent, stored);
  const policy = POLICIES.get(subFilter);
  if (!policy) {
    return { ...NOTHING_FOUND, problems: [signatureProblem('kind_not_supported', { kind: subFilter })] };
  }
  const check = checkCms(contents, feedContent, policy);
  if (!check.timestamp) return { ...check, timestamp: null };
  const { token, signatureValue } = check.timestamp;
  const digestOf = (name: string) => createHash(name).update(signatureValue).digest();
  const stamped = readTimestamp(token, digestOf, stored);
  // A signature without a timestamp would be valid as well.
  if (stamped.problems.every(({ code }) => code === 'certificates_missing') && stamped.problems.length > 0) {
    const missing = signatureProblem('timestamp_certificate_missing');
    return { ...check, timestamp: null, remarks: [...check.remarks, missing] };
  }
  return { ...check, timestamp: stamped.timestamp, problems: [...check.problems, ...stamped.problems] };
}

/** The token is the signature, with the authority's time and name (ISO 32000-2 12.8.5). */
function checkDocumentTimestamp(
  contents: Uint8Array,
  feedContent: FeedContent,
  stored: readonly Uint8Array[],
): Findings {
  let digest: ContentDigest | undefined;
  const digestOf = (algorithm: string) => {
    const hash = createHash(algorithm);
    feedContent(hash);
    digest = { algorithm, value: hash.digest() };
    return digest.value;
  };
  const { timestamp, chain, problems, remarks } = readTimestamp(contents, digestOf, stored);
  const signingTime = timestamp ? new Date(timestamp.time) : undefined;
  const signerName = timestamp?.authority ?? '';
  return { signerName, signingTime, timestamp, digest, chain, problems, remarks };
}

function readTimestamp(
  token: Uint8Array,
  digestOf: DigestOf,
  stored: readonly Uint8Array[],
): Pick<Findings, 'timestamp' | 'chain' | 'problems' | 'remarks'> {
  const { statement, faults, remarks } = checkTimestamp(token, digestOf, stored);
  const problems = faults.map(({ problem }) => problem);
  if (!statement) return { timestamp: null, chain: [], problems, remarks };
  const authority = readCommonName(statement.signerCertificate);
  const chain = orderChain(statement);
  return { timestamp: { time: statement.time.toISOString(), authority }, chain, problems, remarks };
}
