import { IN_STREAM, type XrefIndex } from './xref-index.ts';

/**
 * Numbers of the objects of an earlier revision that a later one defines anew, frees, or says to lie elsewhere. Looks at
 * every entry of the earlier cross-reference and at no object.
 */
export function findReplaced(earlier: XrefIndex, later: XrefIndex): number[] {
  const replaced: number[] = [];
  for (const { from, to } of earlier.ranges()) {
    for (let number = from; number < to; number += 1) {
      if (earlier.has(number) && !isSamePlace(earlier, later, number)) replaced.push(number);
    }
  }
  return replaced;
}

/** Whether both revisions have an object at the same place. */
export function isSamePlace(earlier: XrefIndex, later: XrefIndex, number: number): boolean {
  const { kind, place, extra } = earlier.find(number);
  const found = later.find(number);
  if (found.kind !== kind || found.place !== place || found.extra !== extra) return false;
  // An object stream that was replaced replaces what is in it. One cannot lie in another (ISO 32000-1 7.5.7).
  return kind !== IN_STREAM || (earlier.find(place).kind !== IN_STREAM && isSamePlace(earlier, later, place));
}
