import type { AuditSubject, ChainedEntry } from './audit-entry.ts';
import { hashEntry } from './hash-entry.ts';

/**
 * `out_of_sequence`: missing or moved; `unchained`: the previous hash is wrong; `changed`: its own hash is
 * wrong; `origin_changed`: a file's trail lacks the recorded entry; `not_sealed`: not the sealed one.
 */
export type ChainFault = 'out_of_sequence' | 'unchained' | 'changed' | 'origin_changed' | 'not_sealed';

export interface BrokenEntry {
  readonly subject: AuditSubject;
  readonly sequence: number;
  /** Null if it is missing. */
  readonly entryId: string | null;
  readonly fault: ChainFault;
}

/** Entries cut off the end are detected only with a head kept elsewhere, as in a sealed file. */
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
