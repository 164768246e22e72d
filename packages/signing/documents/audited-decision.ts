import type { AuditType } from '../audit/audit-entry.ts';
import type { Decision, EntryDraft } from './decision.ts';
import type { DocumentState, DocumentStatus } from './document.ts';

const STATUS_ENTRIES: Readonly<Record<DocumentStatus, readonly AuditType[]>> = {
  created: ['document.created'],
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
