import { createHash, type Hash } from 'node:crypto';
import { type ByteSource, openPdf, type PdfFile } from '@countersign/pdf';
import { PDFDict, type PDFRef } from 'pdf-lib';
import { feedSource } from '../read/feed-source.ts';
import type { DigestName } from '../signers/signature-algorithm.ts';
import {
  addPlaceholders,
  type ContentsPlace,
  findContents,
  MIN_PLACEHOLDER_BYTES,
  writeByteRange,
} from './byte-range.ts';
import { addSealField, type SealStatement } from './seal-field.ts';

/** A file with everything in its place but the CMS. `completeSeal` takes it once. */
export interface PreparedSeal {
  /** The bytes as they were; must stay open until the sealed file is written. */
  readonly base: ByteSource;
  /** What comes after the base; owned by the seal, `completeSeal` writes into it. */
  readonly increment: Uint8Array;
  readonly contents: ContentsPlace;
  /** Of the byte range, with the digest of the layout: what the CMS signs. */
  readonly digest: Uint8Array;
  /** State of the hash of the whole file up to /Contents, so that the base is read once. */
  readonly hashUpToContents: Hash;
}

/**
 * Adds the seal's field to an edited or untouched file and lays out the increment with room for `placeholderBytes` of
 * CMS. Reads the file once. A repaired file is rewritten first, in memory.
 */
export function prepareSeal(
  file: PdfFile,
  options: SealStatement & Pick<SealLayout, 'placeholderBytes' | 'digestAlgorithm'>,
): PreparedSeal {
  const signature = addSealField(file, options);
  return layOutSeal(continueIncrementally(file, options.signedAt), signature, options);
}

/**
 * Returns the file itself, or a rewritten one if it is repaired, to which nothing can be appended. That may show only
 * when its changes are compared with the original, the dates among them. A rewrite keeps object numbers, so references stay
 * right.
 */
export function continueIncrementally(file: PdfFile, modifiedAt: Date | undefined): PdfFile {
  const saved = file.save(modifiedAt === undefined ? {} : { modifiedAt });
  return file.repaired ? openPdf(saved.toBytes()) : file;
}

/** Room for the CMS, and the time that becomes the file's modification date. */
export interface SealLayout {
  readonly placeholderBytes: number;
  /** Without it the file's modification date stays. */
  readonly signedAt?: Date;
  /** What the CMS signs: SHA-256 when left out. With another one the base is read for it too. */
  readonly digestAlgorithm?: DigestName;
  /** State of the SHA-256 after the whole base, from an earlier layout over the same base. Without it the base is read. */
  readonly hashedBase?: Hash;
}

/** Reads all of a source, through one buffer. */
export function hashSource(source: ByteSource, algorithm: DigestName = 'sha256'): Hash {
  const hash = createHash(algorithm);
  feedSource(source, 0, source.size, hash);
  return hash;
}

/** Lays out the increment for a field that was added before; may be repeated with another size. */
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
