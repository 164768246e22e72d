/** What an audit trail is about. */
export interface AuditSubject {
  readonly kind: 'file' | 'document';
  readonly id: string;
}

export type AuditType = 'file.uploaded' | 'file.merged' | 'file.deleted' | 'document.created';

/** Plain JSON. Kept to the letter: a chain of hashes over the entries must find the bytes that were written. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [name: string]: AuditValue };

/**
 * One line of the audit trail of a file or document. Entries are never changed and never removed, so that they outlive
 * what they tell of, and so that each can be chained to the one before it.
 */
export interface AuditEntry {
  readonly entryId: string;
  readonly subject: AuditSubject;
  readonly type: AuditType;
  readonly accountId: string;
  /** Who did it; null when it was nobody's request. */
  readonly userId: string | null;
  readonly date: Date;
  /** Files whose own trails come before this entry: what was merged, what a document is made from. In order. */
  readonly fileIds: readonly string[];
  readonly details: Readonly<Record<string, AuditValue>>;
}
