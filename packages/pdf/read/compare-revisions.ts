import { AT_OFFSET, FREE, IN_STREAM, UNKNOWN, type XrefIndex } from './xref-index.ts';

/** Redefined, moved or freed. Compares entries only. */
export function findReplacedObjects(earlier: XrefIndex, later: XrefIndex): number[] {
  const replaced: number[] = [];
  for (const { from, to } of earlier.ranges()) {
    for (let number = from; number < to; number += 1) {
      if (earlier.has(number) && !hasSameEntry(earlier, later, number)) replaced.push(number);
    }
  }
  return replaced;
}

/** Appended bytes could become its object. */
export function hasEntryOutside(index: XrefIndex, size: number): boolean {
  for (const { from, to } of index.ranges()) {
    for (let number = from; number < to; number += 1) {
      const entry = index.find(number);
      if (entry.kind === AT_OFFSET && (entry.offset < 0 || entry.offset >= size)) return true;
    }
  }
  return false;
}

export function hasSameEntry(earlier: XrefIndex, later: XrefIndex, number: number): boolean {
  const entry = earlier.find(number);
  const found = later.find(number);
  if (entry.kind === AT_OFFSET)
    return found.kind === AT_OFFSET && found.offset === entry.offset && found.generation === entry.generation;
  if (entry.kind === FREE) return found.kind === FREE && found.generation === entry.generation;
  if (entry.kind === UNKNOWN) return found.kind === UNKNOWN;
  if (found.kind !== IN_STREAM || found.stream !== entry.stream || found.index !== entry.index) return false;
  // Replacing an object stream replaces its objects. They do not nest (ISO 32000-1 7.5.7).
  return earlier.find(entry.stream).kind !== IN_STREAM && hasSameEntry(earlier, later, entry.stream);
}
