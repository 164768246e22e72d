import type { FindMisplaced, ObjectReader } from './object-reader.ts';
import { scanObjects } from './object-scan.ts';
import { AT_OFFSET, XrefIndex } from './xref-index.ts';

/**
 * The first call scans the file, adds unlisted objects to the reader's index and calls `onAdded`. The last
 * object of a number wins.
 */
export function createMisplacedObjectFinder(reader: ObjectReader, onAdded: () => void): FindMisplaced {
  let scanned: XrefIndex | undefined;
  return (number) => {
    if (scanned === undefined) {
      scanned = scanIndex(reader);
      addUnlisted(reader.index, scanned);
      onAdded();
    }
    const entry = scanned.find(number);
    return entry.kind === AT_OFFSET ? entry.offset : undefined;
  };
}

function addUnlisted(index: XrefIndex, scanned: XrefIndex): void {
  for (const { from, to } of scanned.ranges()) {
    for (let number = from; number < to; number += 1) {
      if (scanned.has(number)) index.setIfNew(number, scanned.find(number));
    }
  }
}

function scanIndex({ source, limits }: ObjectReader): XrefIndex {
  const index = new XrefIndex();
  scanObjects(source, limits, {
    object: ({ number, offset, generation }) => index.set(number, { kind: AT_OFFSET, offset, generation }),
  });
  return index;
}
