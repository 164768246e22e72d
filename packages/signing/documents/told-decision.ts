import type { AuditType } from '../audit/audit-entry.ts';
import type { Decision, NoteDraft } from './decision.ts';
import type { DocumentState, DocumentStatus } from './document.ts';

/** What the audit trail says when a document comes into a status. */
const STATUS_ENTRIES: Readonly<Record<DocumentStatus, AuditType>> = {
  created: 'document.created',
  processing: 'document.processing',
  awaiting_signatures: 'document.prepared',
  completed: 'document.completed',
  error: 'document.failed',
  revoked: 'document.revoked',
  deleted: 'document.deleted',
};

/** Nobody's act ends a document without a word: either somebody did it, or there is a reason (`expired`, `retention`). */
const ENDINGS: readonly AuditType[] = ['document.revoked', 'document.deleted'];

/**
 * Nothing happens to a document that its audit trail does not tell: a rule that forgets is a bug, and its transaction is
 * undone. `before` is null for a new document.
 */
export function requireTold(before: DocumentState | null, decision: Decision): void {
  const { status, documentId } = decision.document;
  const entries = listEntries(decision);
  if (entries.length === 0) throw new TypeError(`document ${documentId} changes without an audit entry`);
  const expected = STATUS_ENTRIES[status];
  if (status !== before?.status && !entries.some(({ type }) => type === expected))
    throw new TypeError(`document ${documentId} becomes ${status} without the audit entry ${expected}`);
  const unexplained = entries.find((entry) => ENDINGS.includes(entry.type) && !isExplained(entry));
  if (unexplained)
    throw new TypeError(`${unexplained.type} of document ${documentId} tells neither who did it nor why`);
}

function listEntries({ notes = [], events }: Decision): readonly NoteDraft[] {
  return [...notes, ...events.map(({ type, note }) => ({ ...note, type }))];
}

function isExplained({ userId, details }: NoteDraft): boolean {
  return (userId ?? null) !== null || typeof details?.reason === 'string';
}
