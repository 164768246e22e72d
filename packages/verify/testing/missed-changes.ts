import fc from 'fast-check';
import { verifySignatures } from '../verify-signatures.ts';

export interface ByteChange {
  readonly at: number;
  /** The mask is 1 to 255. */
  readonly mask: number;
}

/** `isIntact` still accepts the bytes. */
export function findMissedChanges(
  bytes: Uint8Array,
  changes: readonly ByteChange[],
  isIntact: (changed: Uint8Array) => boolean,
): string[] {
  const missed = changes.filter(({ at, mask }) => {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ mask;
    return isIntact(changed);
  });
  return missed.map(({ at, mask }) => `${at}^${mask}`);
}

/** Changes `count` bytes of a sealed file, and returns those that verification does not detect. */
export function findMissedInFile(bytes: Uint8Array, count: number): string[] {
  const change = fc.record({ at: fc.nat(bytes.length - 1), mask: fc.integer({ min: 1, max: 255 }) });
  return findMissedChanges(bytes, fc.sample(change, { numRuns: count, seed: 20261121 }), isSound);
}

function isSound(bytes: Uint8Array): boolean {
  try {
    const reports = verifySignatures(bytes);
    return (
      reports.length > 0 &&
      reports.every(({ valid }) => valid) &&
      reports.some(({ coversWholeDocument }) => coversWholeDocument)
    );
  } catch {
    // A file that cannot be opened counts as detected.
    return false;
  }
}
