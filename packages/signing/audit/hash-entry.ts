/**
 * SHA-256 of an entry's canonical form (RFC 8785): with strings, null, lists and one integer, sorted members
 * make `JSON.stringify` canonical. Never change the form: old entries are checked too.
 */
import { createHash } from 'node:crypto';
import type { AuditEntry, ChainedEntry, ChainHead } from './audit-entry.ts';

/** Lower-case hex. Never throws. */
export function hashEntry(entry: Omit<ChainedEntry, 'hash'>): string {
  return createHash('sha256').update(canonicalForm(entry)).digest('hex');
}

/** No white space, members sorted by name. */
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

/** `fileHeads` are in the order of `entry.fileIds`. Details given as text stay verbatim. */
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
