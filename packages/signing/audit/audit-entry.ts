import type { EventType } from '../webhooks/webhook.ts';

/** What an audit trail is about. */
export interface AuditSubject {
  readonly kind: 'file' | 'document';
  readonly id: string;
}

/**
 * What webhooks see (`EventType`), and what only the trail holds. `document.revoked` and `document.deleted` have the
 * user who asked for it, or `details.reason`: `expired`, `retention`.
 */
export type AuditType =
  | 'file.uploaded'
  | 'file.merged'
  | 'file.deleted'
  | EventType
  /** The PDF that people will sign is stored; `details.sha256` is its hash. */
  | 'document.prepared'
  /** The assistant reads it (status `processing`). */
  | 'document.processing'
  | 'document.invited'
  /** `details.signeeId` was reminded over `details.channels`. */
  | 'document.reminded'
  /** `details.signeeId` replaced `details.previousSigneeId`, whose contact details were wrong; `details.members` names them. */
  | 'document.contact_changed'
  /** A message to `details.signeeId` over `details.channel` was delivered, or never will be: `details.failure` says why. */
  | 'document.message_delivered'
  | 'document.message_failed'
  /** Before every `document.signed`, in the same transaction. */
  | 'document.consented'
  /**
   * A file was sealed, and is about to be stored: `details.sha256` is its hash, `details.seal` tells the level that was reached
   * and which servers failed on the way. One for each attempt; the file of `document.completed` is one of theirs.
   */
  | 'document.sealed'
  | 'document.failed';

/** Plain JSON. Kept to the letter: a chain of hashes over the entries must find the bytes that were written. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [name: string]: AuditValue };

export type AuditDetails = Readonly<Record<string, AuditValue>>;

/**
 * One line of the audit trail of a file or document. Entries are never changed and never removed, so that they outlive
 * what they tell of. E-mail addresses and phone numbers stay out of them for the same reason.
 */
export interface AuditEntry {
  readonly entryId: string;
  readonly subject: AuditSubject;
  readonly type: AuditType;
  readonly accountId: string;
  /** Who did it; null when it was nobody's request, or a signee's (then `details.signeeId` names them). */
  readonly userId: string | null;
  readonly date: Date;
  /** Files whose own trails come before this entry: what was merged, what a document is made from. In order. */
  readonly fileIds: readonly string[];
  readonly details: AuditDetails;
}

/** Where an entry stands: every subject has one chain, and every entry holds the hash of the one before it. */
export interface ChainLink {
  /** 1 for the first entry of the chain. */
  readonly sequence: number;
  /** Null for the first. */
  readonly previousHash: string | null;
  /** For each of `fileIds`, the hash of the last entry of that file's chain at the time; null when it had none. */
  readonly fileHeads: readonly (string | null)[];
  /** SHA-256 (lower-case hex) of everything else: audit/hash-entry.ts. */
  readonly hash: string;
}

/** An entry as it is stored. `details` is JSON text to the letter: what was tampered with need not be JSON any more. */
export interface ChainedEntry extends Omit<AuditEntry, 'details'>, ChainLink {
  readonly details: string;
}

/** The end of a chain. */
export type ChainHead = Pick<ChainLink, 'sequence' | 'hash'>;
