import { PdfBytes } from '@countersign/pdf';
import { writeContents } from './byte-range.ts';
import type { PreparedSeal } from './prepare-seal.ts';

export interface SealedPdf {
  readonly size: number;
  /** Of the whole file, hexadecimal. */
  readonly sha256: string;
  toBytes(): Uint8Array;
  /** Writes the file atomically, copying the base inside the kernel if it is a file. */
  writeTo(path: string): void;
}

/** Inserts the CMS. Throws `placeholder_too_small` and leaves the prepared seal unchanged. */
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
