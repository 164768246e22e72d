import { createHash } from 'node:crypto';
import type { EventType } from '../webhooks/webhook.ts';

export interface AuditSubject {
  readonly kind: 'file' | 'document' | 'link';
  readonly id: string;
}

/** The first two are billable: operators count them (docs/operations.md). */
export type LinkEntryType =
  | 'link.created'
  | 'link.duplicated'
  | 'link.replaced'
  | 'link.shared'
  | 'link.disabled'
  | 'link.deleted';

/**
 * What webhooks see (`EventType`), then what only the trail holds. `document.revoked` and `document.deleted`
 * have a user or `details.reason`: `expired`, `retention`, `erasure`.
 */
export type AuditType =
  | LinkEntryType
  | 'file.uploaded'
  | 'file.merged'
  | 'file.deleted'
  | EventType
  /** `details.sha256` is the hash of the prepared PDF. */
  | 'document.prepared'
  /** The status of the document became `processing`. */
  | 'document.processing'
  /** What the assistant reads is stored; `details.reason` says why it cannot be read. */
  | 'document.read'
  /** `details.signeeId` asked the assistant: once for each session, and nothing of what was asked [D11-10]. */
  | 'document.assistant_used'
  | 'document.invited'
  /** The link was opened from a further address (`details.ipAddress`), of which ten are recorded. */
  | 'document.opened_again'
  /** `details.signeeId` was reminded over `details.channels`. */
  | 'document.reminded'
  /**
   * `details.signeeId` replaced `details.previousSigneeId`; `details.members` names what was corrected,
   * `details.fullNameSha256` has the hashes `before` and `after`.
   */
  | 'document.contact_changed'
  /**
   * To `details.signeeId`, the address in `details.field`, or the entry `details.copy` of `copies`. `details.failure`: it
   * never will be delivered.
   */
  | 'document.message_delivered'
  | 'document.message_failed'
  /** The sender got links to hand out; `details.links` names signees and channels. */
  | 'document.links_created'
  /** Reminders were set; with empty `details` they were ended. */
  | 'document.reminders_changed'
  /** `details.kind` of `details.signeeId`, `details.field` of the form, and `details.reason` of a failure. */
  | 'document.proof_started'
  /** A QR code handed the check to a phone. */
  | 'document.proof_handed_over'
  | 'document.proof_rejected'
  | 'document.proof_succeeded'
  | 'document.proof_failed'
  /** `details.amount` (`details.paymentId` at `details.provider`), which no signature can use. */
  | 'document.payment_unused'
  /** No bank confirmed the payment in two weeks, and it is not looked up any more. */
  | 'document.payment_unconfirmed'
  /** The operator read what is kept encrypted of `details.proofId`. */
  | 'document.evidence_exported'
  /** A person was masked (`details.signeeIds`), or taken out of `copies`. */
  | 'document.person_erased'
  /** The entry precedes every `document.signed`, in the same transaction. */
  | 'document.consented'
  /**
   * One per attempt, before the file is stored: `details.sha256`, and in `details.seal` the level and the
   * servers that failed.
   */
  | 'document.sealed'
  /** Owner and operator were notified that it cannot be sealed, for `details.reason`. */
  | 'document.sealing_delayed'
  /** The user or the operator asked to try sealing at once. */
  | 'document.sealing_requested'
  | 'document.failed';

/** Plain JSON, kept verbatim because it is hashed. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [name: string]: AuditValue };

export type AuditDetails = Readonly<Record<string, AuditValue>>;

/**
 * Entries are never changed or removed and outlive their subject, so they hold no email addresses or phone
 * numbers.
 */
export interface AuditEntry {
  readonly entryId: string;
  readonly subject: AuditSubject;
  readonly type: AuditType;
  readonly accountId: string;
  /** It is null for a signee (`details.signeeId`) or a job. */
  readonly userId: string | null;
  readonly date: Date;
  /** Files whose trails precede this entry, in order. */
  readonly fileIds: readonly string[];
  readonly details: AuditDetails;
}

/** Every subject has one chain; every entry holds the hash of the one before. */
export interface ChainLink {
  /** Numbers begin at 1. */
  readonly sequence: number;
  /** It is null for the first. */
  readonly previousHash: string | null;
  /** The last hash of each file's chain, by `fileIds`; null if it had none. */
  readonly fileHeads: readonly (string | null)[];
  /** SHA-256 (lower-case hex) of the rest: hash-entry.ts. */
  readonly hash: string;
}

export interface ChainedEntry extends Omit<AuditEntry, 'details'>, ChainLink {
  readonly details: string;
}

export type ChainHead = Pick<ChainLink, 'sequence' | 'hash'>;

/**
 * SHA-256 of an entry's canonical form (RFC 8785): with strings, null, lists and one integer, sorted members
 * make `JSON.stringify` canonical. Never change the form: old entries are checked too.
 */

/** Lower-case hex. Never throws. */
export function hashEntry(entry: Omit<ChainedEntry, 'hash'>): string {
  return createHash('sha256').update(canonicalForm(entry)).digest('hex');
}

/** Writes JSON without white space, its members sorted by name. */
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
