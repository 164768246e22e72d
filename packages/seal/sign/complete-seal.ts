import { createHash } from 'node:crypto';
import { type ByteSource, openBufferSource, openFileSource, PdfBytes } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { COMPLETED } from '../arguments.ts';
import { SealError } from '../errors.ts';
import { feedSource } from '../read/feed-source.ts';
import { writeContents } from './byte-range.ts';
import type { LaidOutSeal, PreparedSeal } from './prepare-seal.ts';

export interface SealedPdf {
  readonly size: number;
  /** Of the whole file, hexadecimal. */
  readonly sha256: string;
  toBytes(): Uint8Array;
  /** Writes the file atomically, copying the base inside the kernel if it is a file. */
  writeTo(path: string): void;
}

/**
 * Inserts the CMS. Reads the base again, here and when the result is written, and throws `file_changed` if it is not
 * what was prepared. Throws `placeholder_too_small`. Leaves the prepared seal unchanged; if the base cannot be opened,
 * throws the system's error.
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
  return {
    ...use(({ size, sha256 }) => ({ size, sha256 })),
    toBytes: () => use((sealed) => sealed.toBytes()),
    writeTo: (path) => use((sealed) => sealed.writeTo(path)),
  };
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

/** Of an open base, whose increment is written into. */
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
