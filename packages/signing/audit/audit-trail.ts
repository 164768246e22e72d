import type { ReadStores } from '../ports/database.ts';
import {
  type AuditDetails,
  type AuditEntry,
  type AuditSubject,
  type ChainedEntry,
  type ChainHead,
  type ChainLink,
  hashEntry,
} from './audit-entry.ts';

/**
 * `out_of_sequence`: missing or moved; `unchained`: the previous hash is wrong; `changed`: its own hash is
 * wrong; `origin_changed`: a file's trail lacks the recorded entry; `not_sealed`: not the sealed one.
 */
export type ChainFault = 'out_of_sequence' | 'unchained' | 'changed' | 'origin_changed' | 'not_sealed';

export interface BrokenEntry {
  readonly subject: AuditSubject;
  readonly sequence: number;
  /** It is null if the entry is missing. */
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

/** Not in the specification. Three levels of merges of eight files have 585 trails. */
export const MAX_TRAILS = 1_000;

export type TrailEntry = AuditEntry & ChainLink;

export interface AuditTrail {
  /** The trails of an entry's files precede it. */
  readonly entries: readonly TrailEntry[];
  /** It is false beyond `MAX_TRAILS`; entries still name the files left out. */
  readonly isWhole: boolean;
}

/** Returns the SHA-256 of the PDF that the last entry of the type is about. */
export function hashOf(trail: readonly ChainedEntry[], type: ChainedEntry['type']): unknown {
  const entry = trail.findLast((one) => one.type === type);
  const details: AuditDetails = entry ? JSON.parse(entry.details) : {};
  return details.sha256;
}

/** Deleted files included. Nothing is checked (`checkAuditTrail`). */
export async function readAuditTrail(
  { audit }: Pick<ReadStores, 'audit'>,
  subject: AuditSubject,
): Promise<AuditTrail> {
  const seen = new Set([subject.id]);
  const entries: TrailEntry[] = [];
  let isWhole = true;
  // There is no recursion, because clients decide how deep merges nest.
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

export interface TrailCheck {
  readonly entries: number;
  /** The first broken entry of the subject's own chain, then of its files' chains. */
  readonly broken: BrokenEntry | null;
  /** It is false beyond `MAX_TRAILS` chains. */
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
  return checkEntries({ audit }, await audit.listFor(subject), subject, sealed);
}

/** Does what `checkAuditTrail` does, for the entries of the subject's own chain. */
export async function checkEntries(
  { audit }: Pick<ReadStores, 'audit'>,
  own: readonly ChainedEntry[],
  subject: AuditSubject,
  sealed: ChainHead | null = null,
): Promise<TrailCheck> {
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
  // A file without a head has no audit trail. Chains that were not read are not judged.
  const lost = origins.find(({ fileId, head }) => head !== null && hashesOf.get(fileId)?.has(head) === false);
  if (lost === undefined) return null;
  const { subject, sequence, entryId } = lost.entry;
  return { subject, sequence, entryId, fault: 'origin_changed' };
}
