import type { DocumentGroup, DocumentStatus, MessageChannel } from '@countersign/signing';

/** An entry of GET /v1/docs?include=progress. */
export interface ListedDocument {
  readonly documentId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly status: DocumentStatus;
  readonly progress?: {
    readonly signees: number;
    readonly signed: number;
    readonly waitingFor: readonly string[];
    readonly isWaitingForCaller: boolean;
    readonly isDeclined: boolean;
  };
}

export interface SigneeAnswer {
  readonly signeeId: string;
  readonly fullName: string | null;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  readonly signingOrder: number;
  readonly signatureStatus: 'signed' | 'awaiting_signature';
  readonly signedAt: string | null;
  readonly reminders: { readonly reminderSentCount: number; readonly reminderCooldown: number };
  readonly updates: { readonly updateCooldown: number };
  readonly deliveryProblems?: readonly { readonly channel: MessageChannel; readonly reason: string }[];
}

/** GET /v1/docs/{documentId}. */
export interface DocumentAnswer {
  readonly documentId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly completedAt: string | null;
  readonly revokedAt: string | null;
  readonly expiryDate: string;
  readonly status: DocumentStatus;
  readonly errorMessage?: string;
  readonly declined?: { readonly signeeId: string; readonly reason: string };
  readonly language: string;
  readonly enableSigningOrder: boolean;
  readonly sharingSetting: 'private' | 'shared';
  readonly signatureLevel: string | null;
  readonly signeeDetails: readonly SigneeAnswer[];
  readonly externalId: string | null;
  readonly automaticReminders: { readonly afterDays: number; readonly everyDays?: number } | null;
}

/** Of GET /v1/docs/{documentId}/events. */
export interface DocumentEvent {
  readonly eventId: string;
  readonly type: string;
  readonly date: string;
  readonly actor: { readonly kind: 'user' | 'signee'; readonly fullName: string | null } | null;
  readonly signee: { readonly fullName: string | null } | null;
  readonly channels?: readonly MessageChannel[];
  readonly reason?: string;
}

/** Of GET /v1/docs/{documentId}/recipient-links. */
export interface Recipient {
  readonly signeeId: string;
  readonly fullName: string;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  readonly verificationChannel: MessageChannel;
  readonly signingUrl: string;
}

export const GROUPS: readonly DocumentGroup[] = ['waiting_for_me', 'waiting_for_others', 'done', 'ended'];

const OPEN: readonly DocumentStatus[] = ['created', 'processing', 'awaiting_signatures'];

function isOpen({ status }: Pick<DocumentAnswer, 'status'>): boolean {
  return OPEN.includes(status);
}

/** Whether its signees all have signed; it is sealed then, or soon. */
function isFullySigned({ signeeDetails }: DocumentAnswer): boolean {
  return signeeDetails.every(({ signatureStatus }) => signatureStatus === 'signed');
}

/** [3-07] [3-08] */
export function canRevoke(document: DocumentAnswer): boolean {
  return document.status === 'error' || (isOpen(document) && !isFullySigned(document));
}

/** [3-12] [3-13] */
export function canDelete({ status }: Pick<DocumentAnswer, 'status'>): boolean {
  return status === 'completed' || status === 'revoked';
}

/** Signees who may sign now: the lowest order that has not signed. */
export function signeesInTurn({
  status,
  signeeDetails,
}: Pick<DocumentAnswer, 'status' | 'signeeDetails'>): readonly SigneeAnswer[] {
  if (status !== 'awaiting_signatures') return [];
  const waiting = signeeDetails.filter(({ signatureStatus }) => signatureStatus === 'awaiting_signature');
  const lowest = Math.min(...waiting.map(({ signingOrder }) => signingOrder));
  return waiting.filter(({ signingOrder }) => signingOrder === lowest);
}

/** How a signee is called in lists: the name, or how they are reached. */
export function nameOf({
  fullName,
  emailAddress,
  phoneNumber,
}: Pick<SigneeAnswer, 'fullName' | 'emailAddress' | 'phoneNumber'>): string {
  return fullName || emailAddress || phoneNumber || '';
}

export type Mood = 'good' | 'calm' | 'mark' | 'problem' | 'plain';

export function moodOf({ status, progress }: Pick<ListedDocument, 'status' | 'progress'>): Mood {
  if (status === 'completed') return 'good';
  if (status === 'error') return 'problem';
  if (status === 'awaiting_signatures') return progress?.isWaitingForCaller === true ? 'mark' : 'calm';
  return 'plain';
}
