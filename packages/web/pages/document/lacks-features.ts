/** What pdf.js uses and has in its build for older browsers: half the bytes of that are loaded where one of these is missing. */
const FEATURES = [
  [Map.prototype, 'getOrInsertComputed'],
  [Math, 'sumPrecise'],
  [Uint8Array.prototype, 'setFromHex'],
  [Set.prototype, 'isDisjointFrom'],
  [Promise, 'try'],
  [JSON, 'rawJSON'],
  [URL, 'parse'],
] as const;

export const lacksFeatures: boolean =
  !('Iterator' in globalThis) || FEATURES.some(([owner, name]) => !(name in owner));
