import type { DocumentState } from './document.ts';
import { hasExpired } from './record-expiry.ts';
import { signeesInTurn } from './signing-order.ts';

/** Stored with the document, so that lists need not read whole documents. */
export interface DocumentProgress {
  readonly signees: number;
  readonly signed: number;
  /** Those who may sign now. Addresses are in lower case. */
  readonly next: readonly { readonly fullName: string; readonly emailAddress: string | null }[];
  /** Absent too for documents that ended before this was stored. */
  readonly isDeclined?: true;
  /** As `isDeclined`. */
  readonly isExpired?: true;
}

export function progressOf(
  document: Pick<DocumentState, 'signees' | 'status' | 'declined' | 'signingDeadline' | 'revokedAt'>,
): DocumentProgress {
  const { signees, status, declined } = document;
  const next = status === 'awaiting_signatures' ? signeesInTurn(signees) : [];
  return {
    signees: signees.length,
    signed: signees.filter(({ signature }) => signature !== null).length,
    next: next.map(({ fullName, emailAddress }) => ({
      fullName,
      emailAddress: emailAddress?.toLowerCase() ?? null,
    })),
    ...(declined === undefined ? {} : { isDeclined: true as const }),
    ...(hasExpired(document) ? { isExpired: true as const } : {}),
  };
}

/** Not in the specification. */
export const DOCUMENT_GROUPS = ['waiting_for_me', 'waiting_for_others', 'done', 'ended'] as const;
export type DocumentGroup = (typeof DOCUMENT_GROUPS)[number];

export type GroupCounts = Readonly<Record<DocumentGroup, number>>;

export interface GroupViewer {
  readonly userId: string;
  /** In lower case. */
  readonly emailAddress: string;
}

/** Failed documents wait for their owner. */
export function groupOf(
  {
    status,
    userId,
    progress,
  }: Pick<DocumentState, 'status' | 'userId'> & { readonly progress: DocumentProgress },
  viewer: GroupViewer,
): DocumentGroup {
  if (status === 'completed') return 'done';
  if (status === 'revoked' || status === 'deleted') return 'ended';
  const isMine = status === 'error' ? userId === viewer.userId : isWaitingFor(progress, viewer);
  return isMine ? 'waiting_for_me' : 'waiting_for_others';
}

export function isWaitingFor({ next }: DocumentProgress, { emailAddress }: GroupViewer): boolean {
  return next.some((signee) => signee.emailAddress === emailAddress);
}
