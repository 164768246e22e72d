import type { DocumentState, DocumentStatus } from './document.ts';

/** The statuses that may follow each status (docs/api/documents.md#status). */
export const STATUS_TRANSITIONS: Readonly<Record<DocumentStatus, readonly DocumentStatus[]>> = {
  created: ['processing', 'awaiting_signatures', 'error', 'revoked'],
  processing: ['awaiting_signatures', 'error', 'revoked'],
  // A failed document is not completed, so it can be revoked [3-07].
  error: ['revoked'],
  awaiting_signatures: ['completed', 'error', 'revoked'],
  completed: ['deleted'],
  revoked: ['deleted'],
  deleted: [],
};

export function canMove(from: DocumentStatus, to: DocumentStatus): boolean {
  return STATUS_TRANSITIONS[from].includes(to);
}

/** The document in its next status. The caller has checked that it may; a move outside the table is a bug. */
export function moveTo(document: DocumentState, status: DocumentStatus): DocumentState {
  if (!canMove(document.status, status))
    throw new TypeError(`no transition from ${document.status} to ${status}`);
  return { ...document, status };
}
