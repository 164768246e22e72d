import { SigningError, type SigningErrorCode } from '../errors.ts';
import { DOCUMENT_STATUSES, type DocumentState, type DocumentStatus } from './document.ts';

export const DOCUMENT_EVENTS = [
  /** The assistant has read the document, or never will. */
  'read',
  /** The prepared PDF is stored. */
  'prepare',
  'sign',
  /** The sealed file is stored. */
  'complete',
  /** Preparing can never succeed. */
  'fail',
  /** Sealing is to be tried at once. */
  'reseal',
  'revoke',
  'decline',
  'delete',
  'expire',
] as const;
export type DocumentEvent = (typeof DOCUMENT_EVENTS)[number];

/** It is null if nothing is left to do, because of a late job or a repeated request. */
type Outcome =
  | { readonly to: DocumentStatus | null; readonly source: string }
  | { readonly refused: SigningErrorCode; readonly source: string };

const to = (status: DocumentStatus, source: string) => ({ to: status, source });
const refused = (code: SigningErrorCode, source: string) => ({ refused: code, source });
const ignored = (source: string) => ({ to: null, source });

const LATE_JOB = 'a job may run twice, and after others: docs/decisions/0001';
const ASSISTANT = 'docs/api/documents.md#assistant';
const EXPIRY = 'docs/api/documents.md#expiry';
const RESEAL = 'docs/api/documents.md#delayed-sealing';
const GONE = '[D5-08] a deleted document answers 404';

/**
 * Decides what each event does to a document, through `statusAfter`. Completing, sealing again, revoking and expiring
 * depend on the signatures besides.
 */
export const DOCUMENT_TRANSITIONS: Readonly<
  Record<DocumentEvent, Readonly<Record<DocumentStatus, Outcome>>>
> = {
  read: {
    created: to('created', `documents of links are read while they are prepared: ${ASSISTANT}`),
    processing: to('created', '[D11-02]'),
    awaiting_signatures: to('awaiting_signatures', `read anew after a change of values: ${ASSISTANT}`),
    completed: to('completed', `read anew after a change of values: ${ASSISTANT}`),
    error: ignored(LATE_JOB),
    revoked: ignored(LATE_JOB),
    deleted: ignored(LATE_JOB),
  },
  prepare: {
    created: to('awaiting_signatures', '[D5-02]'),
    processing: ignored(`[D11-02] prepared when it was read: ${ASSISTANT}`),
    awaiting_signatures: ignored(LATE_JOB),
    completed: ignored(LATE_JOB),
    error: ignored(LATE_JOB),
    revoked: ignored(LATE_JOB),
    deleted: ignored(LATE_JOB),
  },
  sign: {
    created: refused('document_not_signable', '[D5-01]'),
    processing: refused('document_not_signable', '[3-05]'),
    awaiting_signatures: to('awaiting_signatures', '[D5-12] stays so while the sealing is to be done'),
    completed: refused('document_not_signable', '[D5-07]'),
    error: refused('document_not_signable', '[D5-05]'),
    revoked: refused('document_not_signable', '[3-10]'),
    deleted: refused('document_not_signable', GONE),
  },
  complete: {
    created: ignored(LATE_JOB),
    processing: ignored(LATE_JOB),
    awaiting_signatures: to('completed', '[D5-07]'),
    completed: ignored('[D5-14]'),
    error: ignored(LATE_JOB),
    revoked: ignored('[3-10]'),
    deleted: ignored(LATE_JOB),
  },
  fail: {
    created: to('error', '[D5-05]'),
    processing: to('error', '[D5-05]'),
    awaiting_signatures: ignored('[D12-02] sealing is tried without end: delay-sealing.ts'),
    completed: ignored(LATE_JOB),
    error: ignored(LATE_JOB),
    revoked: ignored(LATE_JOB),
    deleted: ignored(LATE_JOB),
  },
  // Only if everybody has signed: `recordReseal` in delay-sealing.ts.
  reseal: {
    created: refused('document_not_sealable', RESEAL),
    processing: refused('document_not_sealable', RESEAL),
    awaiting_signatures: to('awaiting_signatures', '[D12-02]'),
    completed: ignored('the first of several requests was enough'),
    error: refused('document_not_sealable', RESEAL),
    revoked: refused('document_not_sealable', RESEAL),
    deleted: refused('document_not_found', GONE),
  },
  revoke: {
    created: to('revoked', '[3-07]'),
    processing: to('revoked', '[3-07]'),
    awaiting_signatures: to('revoked', '[3-07]'),
    completed: refused('document_fully_signed', '[D5-10]'),
    error: to('revoked', '[3-07]'),
    revoked: ignored('[D5-09]'),
    deleted: refused('document_not_found', GONE),
  },
  decline: {
    created: refused('document_not_signable', '[D5-01]'),
    processing: refused('document_not_signable', '[3-05]'),
    awaiting_signatures: to('revoked', 'docs/api/signing-pages.md#decline'),
    completed: refused('document_not_signable', '[D5-07]'),
    error: refused('document_not_signable', '[D5-05]'),
    revoked: refused('document_not_signable', '[3-10]'),
    deleted: refused('document_not_signable', GONE),
  },
  delete: {
    created: refused('document_not_deletable', '[D5-11]'),
    processing: refused('document_not_deletable', '[D5-11]'),
    awaiting_signatures: refused('document_not_deletable', '[D5-11]'),
    completed: to('deleted', '[3-12]'),
    error: refused('document_not_deletable', '[D5-11]'),
    revoked: to('deleted', '[3-13]'),
    deleted: refused('document_not_found', GONE),
  },
  // Documents that everybody has signed do not expire: `recordExpiry` in end-document.ts.
  expire: {
    created: to('revoked', EXPIRY),
    processing: to('revoked', EXPIRY),
    awaiting_signatures: to('revoked', EXPIRY),
    completed: ignored(LATE_JOB),
    error: to('revoked', EXPIRY),
    revoked: ignored(LATE_JOB),
    deleted: ignored(LATE_JOB),
  },
};

/** Returns null if there is nothing to do. Throws what the table refuses. */
export function statusAfter(status: DocumentStatus, event: DocumentEvent): DocumentStatus | null {
  const outcome = DOCUMENT_TRANSITIONS[event][status];
  if ('refused' in outcome) throw new SigningError(outcome.refused, { status });
  return outcome.to;
}

/** Returns the statuses that any event leads to. */
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
