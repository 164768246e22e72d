/**
 * The hash of an audit entry: SHA-256 over the UTF-8 bytes of its canonical form, which is RFC 8785 (JSON Canonicalization
 * Scheme) of these members. All values are strings, null, lists of those, and one integer; with names in order,
 * `JSON.stringify` writes exactly that. The form may never change: entries of every age have to be checked.
 */
import { createHash } from 'node:crypto';
import type { AuditEntry, ChainedEntry, ChainHead } from './audit-entry.ts';

/** Lower-case hex. Never throws, whatever was made of the entry. */
export function hashEntry(entry: Omit<ChainedEntry, 'hash'>): string {
  return createHash('sha256').update(canonicalForm(entry)).digest('hex');
}

/** The text that is hashed: no white space, members in the order of their names. */
export function canonicalForm(entry: Omit<ChainedEntry, 'hash'>): string {
  return JSON.stringify({
    accountId: entry.accountId,
    date: entry.date,
    details: entry.details,
    entryId: entry.entryId,
    fileHeads: entry.fileHeads,
    fileIds: entry.fileIds,
    previousHash: entry.previousHash,
    sequence: entry.sequence,
    subject: { id: entry.subject.id, kind: entry.subject.kind },
    type: entry.type,
    userId: entry.userId,
  });
}

/**
 * Chains an entry to the end of its chain. `fileHeads` belong to `entry.fileIds`, in order. Details given as text are
 * JSON already, and stay as they are.
 */
export function chainEntry(
  entry: Omit<AuditEntry, 'details'> & { readonly details: AuditEntry['details'] | string },
  head: ChainHead | null,
  fileHeads: readonly (string | null)[],
): ChainedEntry {
  const link = {
    ...entry,
    details: typeof entry.details === 'string' ? entry.details : JSON.stringify(entry.details),
    sequence: (head?.sequence ?? 0) + 1,
    previousHash: head?.hash ?? null,
    fileHeads,
  };
  return { ...link, hash: hashEntry(link) };
}
