import { PdfBytes } from '@countersign/pdf';
import { writeContents } from './byte-range.ts';
import type { PreparedSeal } from './prepare-seal.ts';

/** The finished file. */
export interface SealedPdf {
  /** Bytes. */
  readonly size: number;
  /** Of the whole file, hexadecimal. */
  readonly sha256: string;
  toBytes(): Uint8Array;
  /** Writes the file: the base is copied inside the kernel where it lies in a file. It appears at once and whole. */
  writeTo(path: string): void;
}

/** Puts the CMS into its place. Throws `placeholder_too_small` and leaves the prepared seal as it was. */
export function completeSeal(prepared: PreparedSeal, cms: Uint8Array): SealedPdf {
  const { base, increment, contents, hashUpToContents } = prepared;
  writeContents(increment, contents, cms);
  const bytes = new PdfBytes([increment], base);
  return {
    size: bytes.size,
    sha256: hashUpToContents.copy().update(increment.subarray(contents.start)).digest('hex'),
    toBytes: () => bytes.toBytes(),
    writeTo: (path) => bytes.writeTo(path),
  };
}
