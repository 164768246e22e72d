import type { ReadStores } from '../ports/database.ts';
import type { AuditEntry, AuditSubject, ChainedEntry, ChainLink } from './audit-entry.ts';

/** Trails that are read for one. Ours: a merge of merges of eight files each, three deep, has 585. */
export const MAX_TRAILS = 1_000;

/** An entry for readers: with its details, and where it stands in its chain. */
export type TrailEntry = AuditEntry & ChainLink;

export interface AuditTrail {
  /** Oldest first: before an entry stand the trails of the files it was made from. */
  readonly entries: readonly TrailEntry[];
  /** False when more than `MAX_TRAILS` trails are behind it; the entries still name the files that were left out. */
  readonly isWhole: boolean;
}

/**
 * Everything that is known of a file or document and of the files it was made from, deleted ones included. Whether it is
 * as it was written is for `checkAuditTrail` to say; what was tampered with may not be readable here.
 */
export async function readAuditTrail(
  { audit }: Pick<ReadStores, 'audit'>,
  subject: AuditSubject,
): Promise<AuditTrail> {
  const seen = new Set([subject.id]);
  const entries: TrailEntry[] = [];
  let isWhole = true;
  // A stack and no recursion: clients decide how often what was merged is merged again.
  const waiting: (ChainedEntry | AuditSubject)[] = [subject];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('entryId' in next) {
      entries.push({ ...next, details: JSON.parse(next.details) });
      continue;
    }
    for (const entry of (await audit.listFor(next)).toReversed()) {
      const fresh = [...new Set(entry.fileIds)].filter((id) => !seen.has(id));
      const files = fresh.slice(0, MAX_TRAILS - seen.size);
      if (files.length < fresh.length) isWhole = false;
      for (const id of files) seen.add(id);
      waiting.push(entry, ...files.toReversed().map((id): AuditSubject => ({ kind: 'file', id })));
    }
  }
  return { entries, isWhole };
}
