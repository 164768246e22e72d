import { createHash, type Hash } from 'node:crypto';
import { resolve } from 'node:path';
import { type ByteSource, openPdf, type PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { PDFDict, type PDFRef } from 'pdf-lib';
import { PREPARED } from '../arguments.ts';
import { feedSource } from '../read/feed-source.ts';
import type { DigestName } from '../signers/signature-algorithm.ts';
import {
  addPlaceholders,
  type ContentsRange,
  findContents,
  MIN_PLACEHOLDER_BYTES,
  writeByteRange,
} from './byte-range.ts';
import { addSealField, type SealStatement } from './seal-field.ts';

/**
 * A file that is complete except for the CMS, as plain data: it survives `structuredClone` and `v8.serialize`, and
 * another process can complete it.
 */
export interface PreparedSeal {
  /** Of this shape. */
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
  /** Of the byte range: what the CMS signs. */
  readonly digest: Uint8Array;
}

type PrepareSealOptions = SealStatement & Omit<SealLayout, 'signedAt' | 'hashedBase'>;

/**
 * Adds the seal's field and lays out the increment with space for `placeholderBytes` of CMS. Reads the file once.
 * Rewrites a repaired file first, in memory. The file may be closed afterwards.
 */
export function prepareSeal(file: PdfFile, options: PrepareSealOptions): PreparedSeal {
  checkArguments({ file, options }, PREPARED);
  const { base, increment, contents, digest } = layOutNewSeal(file, options);
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

/** As `prepareSeal`, to find out whether it works: neither reads the base nor returns anything. */
export function rehearseSeal(file: PdfFile, options: PrepareSealOptions): void {
  layOutNewSeal(file, { ...options, hashedBase: createHash('sha256') });
}

function layOutNewSeal(file: PdfFile, options: SealStatement & Omit<SealLayout, 'signedAt'>): LaidOutSeal {
  const signature = addSealField(file, options);
  return layOutSeal(continueIncrementally(file, options.signedAt), signature, options);
}

/** A prepared seal whose base is open. */
export interface LaidOutSeal extends Pick<PreparedSeal, 'increment' | 'contents' | 'digest'> {
  /** Must stay open until the sealed file is written. */
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

/** With the new modification date. */
export interface SealLayout {
  readonly placeholderBytes: number;
  /** Undefined: stays. */
  readonly signedAt?: Date;
  /** SHA-256 by default. For another one the base is read a second time. */
  readonly digestAlgorithm?: DigestName;
  /** SHA-256 state after the base. Undefined: the base is read. */
  readonly hashedBase?: Hash;
}

export function hashSource(source: ByteSource, algorithm: DigestName = 'sha256'): Hash {
  const hash = createHash(algorithm);
  feedSource(source, 0, source.size, hash);
  return hash;
}

/** For an existing field; can be repeated with another size. */
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
