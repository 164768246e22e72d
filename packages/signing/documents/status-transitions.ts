import { DOCUMENT_STATUSES, type DocumentState, type DocumentStatus } from './document.ts';
import { DOCUMENT_EVENTS, DOCUMENT_TRANSITIONS } from './transition-table.ts';

/** What transition-table.ts allows, whatever the event. */
export function nextStatuses(from: DocumentStatus): readonly DocumentStatus[] {
  const outcomes = DOCUMENT_EVENTS.map((event) => DOCUMENT_TRANSITIONS[event][from]);
  return DOCUMENT_STATUSES.filter(
    (status) => status !== from && outcomes.some((outcome) => 'to' in outcome && outcome.to === status),
  );
}

export function canMove(from: DocumentStatus, to: DocumentStatus): boolean {
  return nextStatuses(from).includes(to);
}

/** Throws for a change that the table does not allow: a bug. */
export function moveTo(document: DocumentState, status: DocumentStatus): DocumentState {
  if (!canMove(document.status, status))
    throw new TypeError(`no transition from ${document.status} to ${status}`);
  return { ...document, status };
}
