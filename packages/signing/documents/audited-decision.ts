import type { AuditEntry, AuditType } from '../audit/audit-entry.ts';
import type { Job } from '../jobs/job.ts';
import type { SigningSession } from '../sessions/session.ts';
import type { DocumentState, DocumentStatus, PreparedView } from './document.ts';

/** The new document and what follows. */
export interface Decision {
  readonly document: DocumentState;
  /** The entries are stored in this order. Webhooks get those whose type is an event. */
  readonly entries: readonly EntryDraft[];
  readonly jobs: readonly Job[];
  readonly view?: PreparedView;
  readonly session?: SigningSession;
}

/** `date` is that of the fact, if the document has it too; otherwise the present. */
export type EntryDraft = Pick<AuditEntry, 'type'> &
  Partial<Pick<AuditEntry, 'userId' | 'fileIds' | 'details' | 'date'>>;

const STATUS_ENTRIES: Readonly<Record<DocumentStatus, readonly AuditType[]>> = {
  created: ['document.created', 'document.read'],
  processing: ['document.processing'],
  awaiting_signatures: ['document.prepared', 'document.sealing_requested'],
  completed: ['document.completed'],
  error: ['document.failed'],
  revoked: ['document.revoked'],
  deleted: ['document.deleted'],
};

/** They name the user who asked for it, or a reason. */
const ENDINGS: readonly AuditType[] = ['document.revoked', 'document.deleted'];

/** Throws a TypeError, and so rolls back, if the audit trail does not record the change. */
export function assertAudited(before: DocumentState | null, { document, entries }: Decision): void {
  const { status, documentId } = document;
  if (entries.length === 0) throw new TypeError(`document ${documentId} changes without an audit entry`);
  const expected = STATUS_ENTRIES[status];
  if (status !== before?.status && !entries.some(({ type }) => expected.includes(type)))
    throw new TypeError(
      `document ${documentId} becomes ${status} without the audit entry ${expected.join(' or ')}`,
    );
  const unexplained = entries.find((entry) => ENDINGS.includes(entry.type) && !isExplained(entry));
  if (unexplained)
    throw new TypeError(`${unexplained.type} of document ${documentId} names neither a user nor a reason`);
}

function isExplained({ userId, details }: EntryDraft): boolean {
  return (userId ?? null) !== null || typeof details?.reason === 'string';
}
