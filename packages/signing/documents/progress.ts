import type { DocumentState } from './document.ts';
import { signeesInTurn } from './signing-order.ts';

/** How far the signing of a document is; stored with it, so that lists need not read whole documents. */
export interface DocumentProgress {
  readonly signees: number;
  readonly signed: number;
  /** Signees who may sign now, while signatures are awaited. Addresses are in lower case. */
  readonly next: readonly { readonly fullName: string; readonly emailAddress: string | null }[];
  /** A signee declined. Absent too for documents that ended before this was stored. */
  readonly isDeclined?: true;
}

export function progressOf({
  signees,
  status,
  declined,
}: Pick<DocumentState, 'signees' | 'status' | 'declined'>): DocumentProgress {
  const next = status === 'awaiting_signatures' ? signeesInTurn(signees) : [];
  return {
    signees: signees.length,
    signed: signees.filter(({ signature }) => signature !== null).length,
    next: next.map(({ fullName, emailAddress }) => ({
      fullName,
      emailAddress: emailAddress?.toLowerCase() ?? null,
    })),
    ...(declined === undefined ? {} : { isDeclined: true as const }),
  };
}

/** What a user has to do with a document. Not in the specification. */
export const DOCUMENT_GROUPS = ['waiting_for_me', 'waiting_for_others', 'done', 'ended'] as const;
export type DocumentGroup = (typeof DOCUMENT_GROUPS)[number];

/** How many documents are in each group. */
export type GroupCounts = Readonly<Record<DocumentGroup, number>>;

/** A user, by what documents know of them. */
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

/** Whether the viewer has to sign now. */
export function isWaitingFor({ next }: DocumentProgress, { emailAddress }: GroupViewer): boolean {
  return next.some((signee) => signee.emailAddress === emailAddress);
}
