import type { PdfLimits } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import type { Relocate } from './object-reader.ts';
import { scanObjects } from './object-scan.ts';
import { AT_OFFSET, XrefIndex } from './xref-index.ts';

/**
 * Finds objects that are not where the cross-reference says: by one scan of the whole file, made when the first of
 * them is asked for. The last object of a number wins.
 */
export function createRelocator(source: ByteSource, limits: PdfLimits): Relocate {
  let scanned: XrefIndex | undefined;
  return (number) => {
    scanned ??= scanIndex(source, limits);
    return scanned.has(number) ? scanned.place(number) : undefined;
  };
}

function scanIndex(source: ByteSource, limits: PdfLimits): XrefIndex {
  const index = new XrefIndex();
  scanObjects(source, limits, {
    object: ({ number, offset, generation }) => index.set(number, AT_OFFSET, offset, generation),
  });
  return index;
}
