import type { AuditSubject, ChainedEntry } from './audit-entry.ts';
import { hashEntry } from './hash-entry.ts';

/**
 * What is wrong with an entry. `out_of_sequence`: one before it is missing, or it is not where it was; `unchained`: it does
 * not hold the hash of the one before it; `changed`: its own hash is not that of what it says; `origin_changed`: the trail
 * of a file it follows from does not hold the entry it was chained to; `not_sealed`: it is not the one that a seal names.
 */
export type ChainFault = 'out_of_sequence' | 'unchained' | 'changed' | 'origin_changed' | 'not_sealed';

export interface BrokenEntry {
  readonly subject: AuditSubject;
  readonly sequence: number;
  /** Null when there is no such entry. */
  readonly entryId: string | null;
  readonly fault: ChainFault;
}

/**
 * The first entry of one chain, given in its order, that is not as it was written; null when all are. Entries cut off the
 * end leave no trace in what is left: only a head that is kept elsewhere (a sealed file's) tells of them.
 */
export function findBrokenEntry(entries: readonly ChainedEntry[]): BrokenEntry | null {
  for (const [index, entry] of entries.entries()) {
    const fault = faultOf(entry, index, entries[index - 1]);
    if (fault !== null)
      return { subject: entry.subject, sequence: entry.sequence, entryId: entry.entryId, fault };
  }
  return null;
}

function faultOf(entry: ChainedEntry, index: number, previous: ChainedEntry | undefined): ChainFault | null {
  if (entry.sequence !== index + 1) return 'out_of_sequence';
  if (entry.previousHash !== (previous?.hash ?? null)) return 'unchained';
  return entry.hash === hashEntry(entry) ? null : 'changed';
}
