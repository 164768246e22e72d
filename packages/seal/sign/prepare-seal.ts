import { createHash, type Hash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import {
  type ByteSource,
  openBufferSource,
  openFileSource,
  openPdf,
  PdfBytes,
  type PdfFile,
} from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFRef } from 'pdf-lib';
import { COMPLETED, PREPARED } from '../arguments.ts';
import { checkCms, type FeedContent } from '../cms/check-cms.ts';
import { SealError } from '../errors.ts';
import { feedSource } from '../search-bytes.ts';
import type { DigestName } from '../signers/signature-algorithm.ts';
import { addSealField, type SealStatement } from './seal-field.ts';

/** The range of /Contents in the increment, including `<` and `>`. */
export interface ContentsRange {
  readonly start: number;
  readonly end: number;
}

/** Offsets have ten digits (ISO 32000-1 7.5.4). */
const MAX_OFFSET = 9_999_999_999;
const NONCE_BYTES = 16;

/**
 * Adds the placeholders for /ByteRange and /Contents. Returns the nonce by which `findContents` finds them in
 * the written bytes.
 */
function addPlaceholders(signature: PDFDict, placeholderBytes: number): string {
  const nonce = randomBytes(NONCE_BYTES).toString('hex').toUpperCase();
  const range = PDFArray.withContext(signature.context);
  for (const value of [0, MAX_OFFSET, MAX_OFFSET, MAX_OFFSET]) range.push(PDFNumber.of(value));
  // Both entries are at the end, /ByteRange right before /Contents, as `writeByteRange` expects.
  for (const key of ['ByteRange', 'Contents']) signature.delete(PDFName.of(key));
  signature.set(PDFName.of('ByteRange'), range);
  signature.set(PDFName.of('Contents'), PDFHexString.of(nonce.padEnd(placeholderBytes * 2, '0')));
  return nonce;
}

/** The placeholder must have room for the nonce. */
const MIN_PLACEHOLDER_BYTES = NONCE_BYTES;

function findContents(increment: Uint8Array, nonce: string): ContentsRange {
  const bytes = asBuffer(increment);
  const start = bytes.indexOf(`<${nonce}`, 0, 'latin1');
  const end = bytes.indexOf('>', start, 'latin1') + 1;
  if (start < 0 || end <= 0) throw new Error('The placeholder of the seal was not written');
  return { start, end };
}

/** Writes the range of everything except the /Contents string (ISO 32000-1 12.8.1), in the same length. */
function writeByteRange(increment: Uint8Array, contents: ContentsRange, baseSize: number): void {
  const bytes = asBuffer(increment);
  const open = bytes.indexOf('[', bytes.lastIndexOf('/ByteRange', contents.start, 'latin1'), 'latin1');
  const close = bytes.indexOf(']', open, 'latin1');
  const total = baseSize + increment.length;
  const range = [0, baseSize + contents.start, baseSize + contents.end, total - baseSize - contents.end];
  bytes.write(range.join(' ').padEnd(close - open - 1), open + 1, 'latin1');
}

export function contentsCapacity(contents: ContentsRange): number {
  return (contents.end - contents.start - 2) / 2;
}

/** Writes the CMS, padded with zeros. Throws `placeholder_too_small`. */
function writeContents(increment: Uint8Array, contents: ContentsRange, cms: Uint8Array): void {
  const reserved = contentsCapacity(contents);
  if (cms.length > reserved)
    throw new SealError(
      'placeholder_too_small',
      `Reserved ${reserved} bytes for the signature, it has ${cms.length}`,
      { reserved, needed: cms.length },
    );
  const hex = Buffer.from(cms).toString('hex').toUpperCase();
  asBuffer(increment).write(hex.padEnd(reserved * 2, '0'), contents.start + 1, 'latin1');
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * A file that is complete except for the CMS, as plain data: it survives `structuredClone` and `v8.serialize`, and
 * another process can complete it.
 */
export interface PreparedSeal {
  /** The version of this shape. */
  readonly version: 1;
  /**
   * What the increment is appended to: an absolute path, or the bytes of a file that was opened from memory or had
   * to be rewritten. May be replaced by another path to, or the bytes of, the same file.
   */
  readonly base: string | Uint8Array;
  /** The bytes appended to the base, with room for the CMS. */
  readonly increment: Uint8Array;
  readonly contents: ContentsRange;
  readonly digestAlgorithm: DigestName;
  /** The digest of the byte range, which the CMS signs. */
  readonly digest: Uint8Array;
}

type PrepareSealOptions = SealStatement & Omit<SealLayout, 'signedAt' | 'hashedBase'>;

/**
 * Adds the seal's field, or signs an empty one, and lays out the increment with space for `placeholderBytes` of CMS.
 * Reads the file once. Rewrites a repaired file first, in memory. The file may be closed afterwards. Throws
 * `field_not_usable`, `seed_value_not_met`, `signing_not_allowed`, and for an appearance `box_outside_page`,
 * `page_out_of_range`, `image_not_readable`, `text_does_not_fit` and PdfError `text_not_drawable`.
 */
export async function prepareSeal(file: PdfFile, options: PrepareSealOptions): Promise<PreparedSeal> {
  checkArguments({ file, options }, PREPARED);
  const { base, increment, contents, digest } = await layOutNewSeal(file, options);
  return {
    version: 1,
    base: base.path === undefined ? base.read(0, base.size) : resolve(base.path),
    // structuredClone turns a Buffer into a plain array of bytes and copies the whole memory that it shares.
    increment: Uint8Array.from(increment),
    contents,
    digestAlgorithm: options.digestAlgorithm ?? 'sha256',
    digest: Uint8Array.from(digest),
  };
}

/** Works as `prepareSeal`, to find out whether that succeeds: it neither reads the base nor returns anything. */
export async function rehearseSeal(file: PdfFile, options: PrepareSealOptions): Promise<void> {
  await layOutNewSeal(file, { ...options, hashedBase: createHash('sha256') });
}

async function layOutNewSeal(
  file: PdfFile,
  options: SealStatement & Omit<SealLayout, 'signedAt'>,
): Promise<LaidOutSeal> {
  const { digestAlgorithm: digest = 'sha256' } = options;
  const maker = { digest, certificateChain: undefined, isTimestamped: false };
  const signature = await addSealField(file, options, maker);
  return layOutSeal(continueIncrementally(file, options.signedAt), signature, options);
}

/** A prepared seal whose base is open. */
export interface LaidOutSeal extends Pick<PreparedSeal, 'increment' | 'contents' | 'digest'> {
  /** The file stays open until the sealed one is written. */
  readonly base: ByteSource;
  /** State of the hash up to /Contents, so that the base is read once. */
  readonly hashUpToContents: Hash;
}

/**
 * A repaired file cannot be appended to. Compares the changes, dates included, since that may reveal damage.
 * Rewriting keeps object numbers.
 */
export function continueIncrementally(file: PdfFile, modifiedAt: Date | undefined): PdfFile {
  const saved = file.save(modifiedAt === undefined ? {} : { modifiedAt });
  return file.repaired ? openPdf(saved.toBytes()) : file;
}

/** A seal whose place in the file is known; the file has the new modification date. */
export interface SealLayout {
  readonly placeholderBytes: number;
  /** If undefined, the date is kept. */
  readonly signedAt?: Date;
  /** The default is SHA-256. For another algorithm the base is read a second time. */
  readonly digestAlgorithm?: DigestName;
  /** The SHA-256 state after the base. If it is undefined, the base is read. */
  readonly hashedBase?: Hash;
}

export function hashSource(source: ByteSource, algorithm: DigestName = 'sha256'): Hash {
  const hash = createHash(algorithm);
  feedSource(source, 0, source.size, hash);
  return hash;
}

/** Lays out the seal of an existing field; can be repeated with another size. */
export function layOutSeal(
  file: PdfFile,
  signature: PDFRef,
  {
    placeholderBytes,
    signedAt,
    digestAlgorithm = 'sha256',
    hashedBase = hashSource(file.source),
  }: SealLayout,
): LaidOutSeal {
  const nonce = addPlaceholders(
    file.context.lookup(signature, PDFDict),
    Math.max(placeholderBytes, MIN_PLACEHOLDER_BYTES),
  );
  const { baseSize, increment } = file.saveIncremental(signedAt ? { modifiedAt: signedAt } : {});
  const contents = findContents(increment, nonce);
  writeByteRange(increment, contents, baseSize);
  const hashUpToContents = hashedBase.copy().update(increment.subarray(0, contents.start));
  const upToContents =
    digestAlgorithm === 'sha256'
      ? hashUpToContents.copy()
      : hashSource(file.source, digestAlgorithm).update(increment.subarray(0, contents.start));
  const digest = upToContents.update(increment.subarray(contents.end)).digest();
  return { base: file.source, increment, contents, digest, hashUpToContents };
}

export interface SealedPdf {
  readonly size: number;
  /** The hash of the whole file, in hexadecimal. */
  readonly sha256: string;
  toBytes(): Uint8Array;
  /** Writes the file atomically, copying the base inside the kernel if it is a file. */
  writeTo(path: string): void;
}

/** PAdES requires both of the CMS. */
const CMS_POLICY = { requireSigningCertificate: true, requireDer: true };

/**
 * Inserts the CMS. Reads the base again, here and when the result is written, and throws `file_changed` if it is not
 * what was prepared. Throws `cms_not_valid` for a CMS of anything else, and `placeholder_too_small`. Leaves the prepared
 * seal unchanged, so that it can be completed again; if the base cannot be opened, throws the system's error.
 */
export function completeSeal(prepared: PreparedSeal, cms: Uint8Array): SealedPdf {
  checkArguments({ prepared, cms }, COMPLETED);
  const increment = Uint8Array.from(prepared.increment);
  writeContents(increment, prepared.contents, cms);
  const use = <T>(take: (sealed: SealedPdf) => T) =>
    withBase(prepared.base, (base) => {
      const hashUpToContents = hashUnchanged(base, prepared);
      return take(insertCms({ ...prepared, base, increment, hashUpToContents }, cms));
    });
  const { size, sha256 } = use((sealed) => sealed);
  withBase(prepared.base, (base) => requireValidCms(base, prepared, cms));
  return {
    size,
    sha256,
    toBytes: () => use((sealed) => sealed.toBytes()),
    writeTo: (path) => use((sealed) => sealed.writeTo(path)),
  };
}

/** A prepared seal whose increment and digest were both replaced would otherwise be written with a broken signature. */
function requireValidCms(base: ByteSource, { increment, contents }: PreparedSeal, cms: Uint8Array): void {
  const feed: FeedContent = (sink) => {
    feedSource(base, 0, base.size, sink);
    sink.update(increment.subarray(0, contents.start));
    sink.update(increment.subarray(contents.end));
  };
  const [problem] = checkCms(cms, feed, CMS_POLICY).problems;
  if (problem !== undefined)
    throw new SealError('cms_not_valid', `The CMS does not sign what was prepared. ${problem.message}`, {
      problem: problem.code,
    });
}

function withBase<T>(base: string | Uint8Array, use: (source: ByteSource) => T): T {
  const source = typeof base === 'string' ? openFileSource(base) : openBufferSource(base);
  try {
    return use(source);
  } finally {
    source.close();
  }
}

/** The SHA-256 state up to /Contents, of bytes whose digest is the prepared one. */
function hashUnchanged(base: ByteSource, { increment, contents, digestAlgorithm, digest }: PreparedSeal) {
  const sha256 = createHash('sha256');
  const signed = digestAlgorithm === 'sha256' ? sha256 : createHash(digestAlgorithm);
  const hashes = new Set([sha256, signed]);
  const update = (bytes: Uint8Array) => {
    for (const hash of hashes) hash.update(bytes);
  };
  feedSource(base, 0, base.size, { update });
  update(increment.subarray(0, contents.start));
  const found = signed.copy().update(increment.subarray(contents.end)).digest();
  if (!found.equals(digest))
    throw new SealError('file_changed', 'The file is not the one whose seal was prepared: prepare it again');
  return sha256;
}

/** Inserts the CMS into the increment of an open base. */
export function insertCms(laidOut: LaidOutSeal, cms: Uint8Array): SealedPdf {
  const { base, increment, contents, hashUpToContents } = laidOut;
  writeContents(increment, contents, cms);
  const bytes = new PdfBytes([increment], base);
  return {
    size: bytes.size,
    sha256: hashUpToContents.copy().update(increment.subarray(contents.start)).digest('hex'),
    toBytes: () => bytes.toBytes(),
    writeTo: (path) => bytes.writeTo(path),
  };
}
