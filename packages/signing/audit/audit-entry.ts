import type { EventType } from '../webhooks/webhook.ts';

/** The subject of an audit trail. */
export interface AuditSubject {
  readonly kind: 'file' | 'document' | 'link';
  readonly id: string;
}

/** Of a public link. The first two are billable: operators count them (docs/operations.md). */
export type LinkEntryType =
  | 'link.created'
  | 'link.duplicated'
  | 'link.replaced'
  | 'link.shared'
  | 'link.disabled'
  | 'link.deleted';

/**
 * What webhooks see (`EventType`), then what only the trail holds. `document.revoked` and `document.deleted` name
 * the user or have `details.reason`: `expired`, `retention`.
 */
export type AuditType =
  | LinkEntryType
  | 'file.uploaded'
  | 'file.merged'
  | 'file.deleted'
  | EventType
  /** The prepared PDF is stored; `details.sha256` is its hash. */
  | 'document.prepared'
  /** Status `processing`. */
  | 'document.processing'
  | 'document.invited'
  /** `details.signeeId` was reminded over `details.channels`. */
  | 'document.reminded'
  /**
   * `details.signeeId` replaced `details.previousSigneeId`, whose contact details were wrong; `details.members` names them.
   * `details.fullNameSha256` has the hashes of a name `before` and `after`.
   */
  | 'document.contact_changed'
  /**
   * A message to `details.signeeId`, or to the address in `details.field`, over `details.channel` was delivered or, with
   * `details.failure`, never will be.
   */
  | 'document.message_delivered'
  | 'document.message_failed'
  /** The sender asked for links to hand out; `details.links` names signees and channels. */
  | 'document.links_created'
  /** Automatic reminders were changed to `details`; empty: ended. */
  | 'document.reminders_changed'
  /**
   * A proof (signing/proofs) of `details.signeeId`: `details.kind`, `details.field` of the form, and `details.reason` why it
   * failed or an answer was rejected.
   */
  | 'document.proof_started'
  /** A phone took it over by QR code. */
  | 'document.proof_handed_over'
  | 'document.proof_rejected'
  | 'document.proof_succeeded'
  | 'document.proof_failed'
  /** `details.signeeId` paid `details.amount` (`details.paymentId` at `details.provider`), which no signature can use. */
  | 'document.payment_unused'
  /** A bank did not confirm the checkout `details.paymentId` of `details.signeeId` in two weeks. It is not looked up any more. */
  | 'document.payment_unconfirmed'
  /** The operator read what is kept encrypted of the identification `details.proofId` of `details.signeeId`. */
  | 'document.evidence_exported'
  /** Before every `document.signed`, in the same transaction. */
  | 'document.consented'
  /**
   * A sealed file is about to be stored: its `details.sha256`, and in `details.seal` the level and the servers that
   * failed. One per attempt.
   */
  | 'document.sealed'
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
 * An entry of the audit trail of a file or document. Entries are never changed or removed and outlive their
 * subject, so they hold no email addresses or phone numbers.
 */
export interface AuditEntry {
  readonly entryId: string;
  readonly subject: AuditSubject;
  readonly type: AuditType;
  readonly accountId: string;
  /** Null without a user: a signee (`details.signeeId`) or a job. */
  readonly userId: string | null;
  readonly date: Date;
  /** Files whose trails precede this entry: the merged files, the document's file. In order. */
  readonly fileIds: readonly string[];
  readonly details: AuditDetails;
}

/** The position of an entry. Every subject has one chain; every entry holds the hash of the one before. */
export interface ChainLink {
  /** 1 for the first entry of the chain. */
  readonly sequence: number;
  /** Null for the first. */
  readonly previousHash: string | null;
  /** The last hash of each file's chain, by `fileIds`; null if it had none. */
  readonly fileHeads: readonly (string | null)[];
  /** SHA-256 (lower-case hex) of the rest: hash-entry.ts. */
  readonly hash: string;
}

/** A stored entry. `details` is text, which need not be JSON after tampering. */
export interface ChainedEntry extends Omit<AuditEntry, 'details'>, ChainLink {
  readonly details: string;
}

/** The end of a chain. */
export type ChainHead = Pick<ChainLink, 'sequence' | 'hash'>;
