import { createHash, type Hash } from 'node:crypto';
import { type ByteSource, openPdf, type PdfFile } from '@countersign/pdf';
import { PDFDict, type PDFRef } from 'pdf-lib';
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

/** A file that is complete except for the CMS. Can be passed to `completeSeal` once. */
export interface PreparedSeal {
  /** The original bytes; must stay open until the sealed file is written. */
  readonly base: ByteSource;
  /** The bytes appended to the base; `completeSeal` writes into it. */
  readonly increment: Uint8Array;
  readonly contents: ContentsRange;
  /** Of the byte range: what the CMS signs. */
  readonly digest: Uint8Array;
  /** State of the hash up to /Contents, so that the base is read once. */
  readonly hashUpToContents: Hash;
}

/**
 * Adds the seal's field and lays out the increment with space for `placeholderBytes` of CMS. Reads the file
 * once, unless `hashedBase` is given. Rewrites a repaired file first, in memory.
 */
export function prepareSeal(
  file: PdfFile,
  options: SealStatement & Omit<SealLayout, 'signedAt'>,
): PreparedSeal {
  const signature = addSealField(file, options);
  return layOutSeal(continueIncrementally(file, options.signedAt), signature, options);
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
): PreparedSeal {
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
