import type { ReadStores } from '../ports/database.ts';
import type { AuditSubject, ChainedEntry, ChainHead } from './audit-entry.ts';
import { type BrokenEntry, findBrokenEntry } from './find-broken-entry.ts';
import { MAX_TRAILS } from './read-audit-trail.ts';

export interface TrailCheck {
  /** Entries of the subject's own chain. */
  readonly entries: number;
  /** The first entry that is not as it was written: of the subject's own chain, then of those of its files. */
  readonly broken: BrokenEntry | null;
  /** False when more than `MAX_TRAILS` chains are behind it: the rest was not looked at. */
  readonly isComplete: boolean;
}

/** What an entry says of the chain of a file. */
interface Origin {
  readonly entry: ChainedEntry;
  readonly fileId: string;
  readonly head: string | null;
}

/**
 * Checks the chain of a file or document, that it holds what was `sealed`, and the chains of all files it was made from.
 * Never throws for what an entry holds.
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
  // Grows while it is walked: what a file was merged from comes behind it.
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
  // What was tampered with may be anything; that it was is found by its hash.
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
  // Null: the file is older than the audit trail. A chain that was not read is not judged.
  const lost = origins.find(({ fileId, head }) => head !== null && hashesOf.get(fileId)?.has(head) === false);
  if (lost === undefined) return null;
  const { subject, sequence, entryId } = lost.entry;
  return { subject, sequence, entryId, fault: 'origin_changed' };
}
