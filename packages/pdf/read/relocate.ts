import type { ObjectReader, Relocate } from './object-reader.ts';
import { scanObjects } from './object-scan.ts';
import { AT_OFFSET, UNKNOWN, XrefIndex } from './xref-index.ts';

/**
 * Creates a function that finds objects with a wrong cross-reference entry. The first call scans the file,
 * adds unlisted objects to the reader's index and calls `onAdded`. The last object of a number wins.
 */
export function createRelocator(reader: ObjectReader, onAdded: () => void): Relocate {
  let scanned: XrefIndex | undefined;
  return (number) => {
    if (scanned === undefined) {
      scanned = scanIndex(reader);
      addUnlisted(reader.index, scanned);
      onAdded();
    }
    return scanned.has(number) ? scanned.place(number) : undefined;
  };
}

function addUnlisted(index: XrefIndex, scanned: XrefIndex): void {
  for (const { from, to } of scanned.ranges()) {
    for (let number = from; number < to; number += 1) {
      if (!scanned.has(number) || index.kind(number) !== UNKNOWN) continue;
      index.set(number, AT_OFFSET, scanned.place(number), scanned.extra(number));
    }
  }
}

function scanIndex({ source, limits }: ObjectReader): XrefIndex {
  const index = new XrefIndex();
  scanObjects(source, limits, {
    object: ({ number, offset, generation }) => index.set(number, AT_OFFSET, offset, generation),
  });
  return index;
}
