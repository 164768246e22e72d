import { IN_STREAM, type XrefIndex } from './xref-index.ts';

/** Returns the numbers of objects that a later revision redefines, moves or frees. Compares entries only. */
export function findReplaced(earlier: XrefIndex, later: XrefIndex): number[] {
  const replaced: number[] = [];
  for (const { from, to } of earlier.ranges()) {
    for (let number = from; number < to; number += 1) {
      if (earlier.has(number) && !isSamePlace(earlier, later, number)) replaced.push(number);
    }
  }
  return replaced;
}

export function isSamePlace(earlier: XrefIndex, later: XrefIndex, number: number): boolean {
  const { kind, place, extra } = earlier.find(number);
  const found = later.find(number);
  if (found.kind !== kind || found.place !== place || found.extra !== extra) return false;
  // Replacing an object stream replaces its objects. Object streams do not nest (ISO 32000-1 7.5.7).
  return kind !== IN_STREAM || (earlier.find(place).kind !== IN_STREAM && isSamePlace(earlier, later, place));
}
