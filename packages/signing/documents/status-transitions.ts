import type { DocumentState, DocumentStatus } from './document.ts';

/** Specification section 3 with decisions.md section 5: from each status, where a document may go. */
export const STATUS_TRANSITIONS: Readonly<Record<DocumentStatus, readonly DocumentStatus[]>> = {
  created: ['processing', 'awaiting_signatures', 'error', 'revoked'],
  processing: ['awaiting_signatures', 'error', 'revoked'],
  // ours: section 3 revokes from "any state where the document is not fully signed"; a failed one stays revocable.
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
