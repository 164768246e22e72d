import { createHash, type Hash } from 'node:crypto';
import type { PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import type { PDFRef } from 'pdf-lib';
import { SEAL } from '../arguments.ts';
import { buildCms } from '../cms/build-cms.ts';
import { reaches } from '../limits.ts';
import { maxSignatureBytes, readCertificate } from '../signers/signature-algorithm.ts';
import { algorithmOf, type Signer, type SignerFailure } from '../signers/signer.ts';
import { requireUnexpired } from '../signers/validity.ts';
import type { Timestamp } from '../timestamp/obtain-timestamp.ts';
import {
  addDocumentTimestamp,
  type PadesOptions,
  SealAugmenter,
  type SealReport,
  SPARE_TOKEN_BYTES,
} from './augment-seal.ts';
import {
  contentsCapacity,
  continueIncrementally,
  hashSource,
  insertCms,
  type LaidOutSeal,
  layOutSeal,
  type SealedPdf,
  type SealLayout,
} from './prepare-seal.ts';
import { addSealField, type SealStatement } from './seal-field.ts';

export interface SealOptions extends SealStatement {
  /** The number of bytes reserved for the CMS. If it is undefined, a dry run measures it. */
  readonly placeholderBytes?: number;
  /** SHA-256 of the original file, if it has been read before. */
  readonly hashedSource?: Hash | undefined;
  /** If undefined, the seal is a signature alone (B-B) and no network is used. */
  readonly pades?: PadesOptions | undefined;
}

export type SealResult = SealedPdf & SealReport;

const ATTEMPTS = 3;

/**
 * Seals a file with one PAdES signature. From B-LT on the same increment has the validation data; at B-LTA a
 * document timestamp follows in a second one. The file must stay open until the result is written. Rewrites a
 * repaired file first, in memory. Throws `certificate_unusable`, `signature_unavailable`, for a required level
 * `timestamp_unavailable` or `validation_data_unavailable`, and what `prepareSeal` throws for the field.
 */
export async function sealPdf(file: PdfFile, signer: Signer, options: SealOptions): Promise<SealResult> {
  checkArguments({ file, signer, options }, SEAL);
  requireUnexpired(signer, options.signedAt);
  const augmenter = options.pades && new SealAugmenter(options.pades);
  const rehearsed = await augmenter?.timestamper?.rehearse();
  const placeholderBytes = options.placeholderBytes ?? (await measureSeal(signer, rehearsed));
  const { digest } = algorithmOf(signer);
  const signature = await addSealField(file, options, {
    digest,
    certificateChain: signer.certificateChain,
    isTimestamped: options.pades?.demand === 'required' && reaches(options.pades.level, 'B-T'),
  });
  const base = continueIncrementally(file, options.signedAt);
  await augmenter?.storeValidationData(base, signer, rehearsed);
  const known = base === file ? options.hashedSource : undefined;
  const hashedBase = known ?? hashSource(base.source);
  const layout = { placeholderBytes, signedAt: options.signedAt, hashedBase, digestAlgorithm: digest };
  const signers: SignerFailure[] = [];
  const { prepared, sealed, timestamp } = await sealWithRetry(
    { file: base, signature, signer: withFailures(signer, signers), augmenter },
    layout,
  );
  const report = augmenter?.report(signer, timestamp) ?? SIGNATURE_ALONE;
  const archived = augmenter?.wantsDocumentTimestamp(report)
    ? await addDocumentTimestamp(prepared, augmenter)
    : undefined;
  const failures = [...signers, ...report.failures];
  if (archived) return { ...archived, ...report, failures, level: 'B-LTA' };
  return { ...sealed, ...report, failures };
}

/** Returns the maximum size of the signer's CMS by a dry run without signing. */
export async function measureCms(signer: Signer): Promise<number> {
  return measureSeal(signer, undefined);
}

/** The sizes of CMS without a timestamp. A signer whose certificates changed has its seal laid out again. */
const MEASURED = new WeakMap<Signer, number>();

async function measureSeal(signer: Signer, timestamp: Timestamp | undefined): Promise<number> {
  const known = timestamp === undefined ? MEASURED.get(signer) : undefined;
  if (known !== undefined) return known;
  const size = await rehearseCms(signer, timestamp);
  if (timestamp === undefined) MEASURED.set(signer, size);
  return size;
}

/** The longest ECDSA signature; everything else has a fixed size. */
async function rehearseCms(signer: Signer, timestamp: Timestamp | undefined): Promise<number> {
  const longest = new Uint8Array(maxSignatureBytes(readCertificate(signer.certificateChain[0])));
  const digest = createHash(algorithmOf(signer).digest).digest();
  const standIn: Signer = { ...signer, sign: async () => longest };
  return roomFor(await buildCms(new Uint8Array(digest), standIn, async () => timestamp?.token), timestamp);
}

function roomFor(cms: Uint8Array, timestamp: Timestamp | undefined): number {
  return cms.length + (timestamp ? SPARE_TOKEN_BYTES : 0);
}

/** Failures go into the report. */
function withFailures(signer: Signer, failures: SignerFailure[]): Signer {
  return { ...signer, sign: (bytes) => signer.sign(bytes, (failure) => failures.push(failure)) };
}

interface Sealing {
  readonly file: PdfFile;
  readonly signature: PDFRef;
  readonly signer: Signer;
  readonly augmenter: SealAugmenter | undefined;
}

interface SignedSeal {
  readonly prepared: LaidOutSeal;
  readonly sealed: SealedPdf;
  readonly timestamp: Timestamp | undefined;
}

const SIGNATURE_ALONE: SealReport = { level: 'B-B', timestamp: null, failures: [] };

/** Signs again if the CMS or its timestamp differs from the rehearsal. */
async function sealWithRetry(sealing: Sealing, layout: SealLayout): Promise<SignedSeal> {
  const { file, signature, signer, augmenter } = sealing;
  let room = layout.placeholderBytes;
  for (let attempt = 1; ; attempt++) {
    const prepared = layOutSeal(file, signature, { ...layout, placeholderBytes: room });
    const { cms, timestamp } = await signDigest(prepared.digest, sealing);
    const isLast = attempt === ATTEMPTS;
    const hasNewData = !isLast && (await augmenter?.storeValidationData(file, signer, timestamp));
    if (!hasNewData && (isLast || cms.length <= contentsCapacity(prepared.contents)))
      return { prepared, sealed: insertCms(prepared, cms), timestamp };
    room = Math.max(room, roomFor(cms, timestamp));
  }
}

async function signDigest(digest: Uint8Array, { signer, augmenter }: Sealing) {
  let timestamp: Timestamp | undefined;
  const cms = await buildCms(digest, signer, async (signatureValue) => {
    timestamp = await augmenter?.timestamper?.stamp(signatureValue);
    return timestamp?.token;
  });
  return { cms, timestamp };
}
