import type { PdfLimits } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import type { Relocate } from './object-reader.ts';
import { scanObjects } from './object-scan.ts';

/**
 * Finds objects that are not where the cross-reference says: by one scan of the whole file, made when the first of
 * them is asked for. The last object of a number wins.
 */
export function createRelocator(source: ByteSource, limits: PdfLimits): Relocate {
  let offsets: Map<number, number> | undefined;
  return (number) => {
    offsets ??= new Map(scanObjects(source, limits).objects.map((found) => [found.number, found.offset]));
    return offsets.get(number);
  };
}
