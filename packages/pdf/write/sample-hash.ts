export const SAMPLE_LENGTH = 64;

const FACTOR = 0x01000193;
const BEGINNING = 0x811c9dc5;

export function hashSample(bytes: Uint8Array, start: number, end: number): number {
  let hash = BEGINNING;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), FACTOR);
  return hash >>> 0;
}
