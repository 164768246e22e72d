import type { ReadStores } from '../ports/database.ts';
import type { AuditEntry, AuditSubject, ChainedEntry, ChainLink } from './audit-entry.ts';

/** Not in the specification. Three levels of merges of eight files have 585. */
export const MAX_TRAILS = 1_000;

export type TrailEntry = AuditEntry & ChainLink;

export interface AuditTrail {
  /** The trails of an entry's files precede it. */
  readonly entries: readonly TrailEntry[];
  /** False beyond `MAX_TRAILS`; entries still name the files left out. */
  readonly isWhole: boolean;
}

/** Deleted files included. Nothing is checked (`checkAuditTrail`). */
export async function readAuditTrail(
  { audit }: Pick<ReadStores, 'audit'>,
  subject: AuditSubject,
): Promise<AuditTrail> {
  const seen = new Set([subject.id]);
  const entries: TrailEntry[] = [];
  let isWhole = true;
  // No recursion: clients decide how deep merges nest.
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
