import type { ReadStores } from '../ports/database.ts';
import type { AuditSubject, ChainedEntry, ChainHead } from './audit-entry.ts';
import { type BrokenEntry, findBrokenEntry } from './find-broken-entry.ts';
import { MAX_TRAILS } from './read-audit-trail.ts';

export interface TrailCheck {
  readonly entries: number;
  /** Of the subject's own chain, then of its files' chains. */
  readonly broken: BrokenEntry | null;
  /** False beyond `MAX_TRAILS` chains. */
  readonly isComplete: boolean;
}

interface Origin {
  readonly entry: ChainedEntry;
  readonly fileId: string;
  readonly head: string | null;
}

/**
 * Also that the trail holds what was `sealed`, and the chains of all its files. Never throws for an entry.
 */
export async function checkAuditTrail(
  { audit }: Pick<ReadStores, 'audit'>,
  subject: AuditSubject,
  sealed: ChainHead | null = null,
): Promise<TrailCheck> {
  const own = await audit.listFor(subject);
  const hashesOf = new Map<string, ReadonlySet<string>>();
  const origins = own.flatMap(originsOf);
  let broken = findBrokenEntry(own) ?? findUnsealed(own, subject, sealed);
  let isComplete = true;
  // Grows during iteration: merged files have files of their own.
  for (const { fileId } of origins) {
    if (hashesOf.has(fileId)) continue;
    if (hashesOf.size + 1 >= MAX_TRAILS) {
      isComplete = false;
      break;
    }
    const chain = await audit.listFor({ kind: 'file', id: fileId });
    hashesOf.set(fileId, new Set(chain.map(({ hash }) => hash)));
    origins.push(...chain.flatMap(originsOf));
    broken ??= findBrokenEntry(chain);
  }
  return { entries: own.length, broken: broken ?? findLostOrigin(origins, hashesOf), isComplete };
}

function originsOf(entry: ChainedEntry): Origin[] {
  const { fileIds, fileHeads } = entry;
  // A tampered entry may hold anything; its hash reveals it.
  if (!Array.isArray(fileIds) || !Array.isArray(fileHeads)) return [];
  return fileIds.map((fileId, index) => ({ entry, fileId: String(fileId), head: fileHeads[index] ?? null }));
}

function findUnsealed(
  own: readonly ChainedEntry[],
  subject: AuditSubject,
  sealed: ChainHead | null,
): BrokenEntry | null {
  if (sealed === null) return null;
  const entry = own[sealed.sequence - 1];
  if (entry?.hash === sealed.hash) return null;
  return { subject, sequence: sealed.sequence, entryId: entry?.entryId ?? null, fault: 'not_sealed' };
}

function findLostOrigin(
  origins: readonly Origin[],
  hashesOf: ReadonlyMap<string, ReadonlySet<string>>,
): BrokenEntry | null {
  // Null: the file is older than the audit trail. Unread chains are not judged.
  const lost = origins.find(({ fileId, head }) => head !== null && hashesOf.get(fileId)?.has(head) === false);
  if (lost === undefined) return null;
  const { subject, sequence, entryId } = lost.entry;
  return { subject, sequence, entryId, fault: 'origin_changed' };
}
