import { createHash } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import type { SigningDeps } from '../deps.ts';
import { SigningError } from '../errors.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import type { LinkVerification } from '../sessions/session.ts';
import { type DocumentState, type DocumentStatus, type Signee, signeeAtLink } from './document.ts';
import { canMove, statusAfter } from './status.ts';

/** Enough to distinguish the PDFs of one document. */
const VERSION_DIGITS = 16;

/** The prepared PDF is replaced when the sender sets form values. Null before the first one. */
export function fileVersionOf({ preparedBlobId }: Pick<DocumentState, 'preparedBlobId'>): string | null {
  if (preparedBlobId === null) return null;
  return createHash('sha256').update(preparedBlobId).digest('hex').slice(0, VERSION_DIGITS);
}

/** Throws `document_changed` if another name was shown. Without one the current one was. */
export function requireShownName({ fullName }: Pick<Signee, 'fullName'>, shown: string | undefined): void {
  if (shown !== undefined && shown !== fullName) throw new SigningError('document_changed');
}

/** Throws `document_changed` if another PDF was shown. Without a version the current one was. */
export function requireFileVersion(
  document: Pick<DocumentState, 'preparedBlobId'>,
  shown: string | undefined,
): void {
  if (shown !== undefined && shown !== fileVersionOf(document)) throw new SigningError('document_changed');
}

export interface LinkTarget {
  readonly document: DocumentState;
  readonly signee: Signee;
  /** SHA-256 (hex) of the link's token. */
  readonly linkHash: string;
  /** Null for a link that was itself sent to the signee. */
  readonly verification: LinkVerification | null;
}

/** Throws `link_not_found` if the token is unknown, replaced or of a deleted document. */
export function findByLink(stores: Pick<ReadStores, 'documents'>, token: string): Promise<LinkTarget> {
  return findByLinkHash(stores, hashSecret(token));
}

/**
 * As `findByLink`, and locks the link and then the document: a visit that waits for its code is removed for another, with
 * its sessions.
 */
export async function lockByLink(stores: Stores, token: string): Promise<LinkTarget> {
  const { linkHash, document } = await findByLink(stores, token);
  await stores.sessions.lockLink(linkHash);
  await stores.documents.lock(document.documentId);
  return findByLink(stores, token);
}

export async function findByLinkHash(
  stores: Pick<ReadStores, 'documents'>,
  linkHash: string,
): Promise<LinkTarget> {
  const found = await stores.documents.findByTokenHash(linkHash);
  const document = found === null ? null : await stores.documents.find(found.documentId);
  if (found === null || document === null || document.status === 'deleted')
    throw new SigningError('link_not_found');
  const invited = requireSignee(document, found.signeeId);
  const signee = signeeAtLink(document, invited);
  return { document, signee, linkHash, verification: findVerification(invited, linkHash) };
}

/** Throws `link_not_found` for a link over a channel that the signee no longer has. */
function findVerification(signee: Signee, linkHash: string): LinkVerification | null {
  const link = signee.recipientLinks?.find(({ tokenHash }) => tokenHash === linkHash);
  if (link === undefined) return null;
  const contact = link.channel === 'email' ? signee.emailAddress : signee.phoneNumber;
  if (contact === null) throw new SigningError('link_not_found');
  return { channel: link.channel, contact };
}

export function listLinkHashes({ tokenHash, recipientLinks = [] }: Signee): readonly string[] {
  return [tokenHash, ...recipientLinks.map((link) => link.tokenHash)];
}

/** Resolves with the account of its document. Throws as `findByLink`. */
async function requireSigningLink(
  { database }: Pick<SigningDeps, 'database'>,
  token: string,
): Promise<string> {
  return (await findByLink(database.read, token)).document.accountId;
}

/** Throws `link_not_found` if the signee was replaced meanwhile. */
export function requireSignee(document: DocumentState, signeeId: string): Signee {
  const signee = document.signees.find((candidate) => candidate.signeeId === signeeId);
  if (signee === undefined) throw new SigningError('link_not_found');
  return signee;
}

/** Those of the lowest order that have not signed. Without signing order all have order 1 [4.4-12]. */
export function signeesInTurn(signees: readonly Signee[]): readonly Signee[] {
  const waiting = signees.filter((signee) => signee.signature === null);
  const lowest = Math.min(...waiting.map((signee) => signee.signingOrder));
  return waiting.filter((signee) => signee.signingOrder === lowest);
}

export function isInTurn(document: DocumentState, signee: Signee): boolean {
  return signeesInTurn(document.signees).some((candidate) => candidate.signeeId === signee.signeeId);
}

export function isFullySigned({ signees }: Pick<DocumentState, 'signees'>): boolean {
  return signees.every((signee) => signee.signature !== null);
}

/** Whose turn came with the change. */
export function signeesToInvite(before: readonly Signee[], after: readonly Signee[]): readonly Signee[] {
  const known = new Set(signeesInTurn(before).map((signee) => signee.signeeId));
  return signeesInTurn(after).filter(
    (signee) => !known.has(signee.signeeId) && !signee.disableInvitationMessage && signee.invitedAt === null,
  );
}

/** While a signee may still sign. Null: never. */
export function findExpiry(document: DocumentState): Date | null {
  if (!canMove(document.status, 'revoked') || isFullySigned(document)) return null;
  return document.signingDeadline ?? null;
}

/** Whether its deadline revoked it, and not a person. */
export function hasExpired({
  status,
  signingDeadline,
  revokedAt,
}: Pick<DocumentState, 'status' | 'signingDeadline' | 'revokedAt'>): boolean {
  return (
    status === 'revoked' &&
    signingDeadline !== undefined &&
    revokedAt !== null &&
    signingDeadline <= revokedAt
  );
}

export const CANNOT_SIGN_REASONS = [
  'preparing',
  /** A one-time code has to be entered first. */
  'verification_required',
  'not_your_turn',
  'already_signed',
  'completed',
  'revoked',
  /** This signee declined. */
  'declined',
  'declined_by_other',
  'expired',
  'failed',
] as const;
export type CannotSignReason = (typeof CANNOT_SIGN_REASONS)[number];

export interface SigningAccess {
  /** The signee sees the document only in turn, and not after revocation [3-09]. */
  readonly canSee: boolean;
  readonly canSign: boolean;
  readonly reason?: CannotSignReason;
}

const CLOSED_STATUSES: Readonly<Partial<Record<DocumentStatus, SigningAccess>>> = {
  created: { canSee: false, canSign: false, reason: 'preparing' },
  processing: { canSee: false, canSign: false, reason: 'preparing' },
  error: { canSee: false, canSign: false, reason: 'failed' },
  completed: { canSee: true, canSign: false, reason: 'completed' },
  revoked: { canSee: false, canSign: false, reason: 'revoked' },
  deleted: { canSee: false, canSign: false, reason: 'revoked' },
};

export function signingAccess(document: DocumentState, signee: Signee, now: Date): SigningAccess {
  const closed = closedAccess(document, signee, now);
  if (closed !== undefined) return closed;
  if (signee.signature !== null) return { canSee: true, canSign: false, reason: 'already_signed' };
  if (!isInTurn(document, signee)) return { canSee: false, canSign: false, reason: 'not_your_turn' };
  return { canSee: true, canSign: true };
}

function closedAccess(document: DocumentState, { signeeId }: Signee, now: Date): SigningAccess | undefined {
  const { status, declined } = document;
  if (status === 'revoked' && declined !== undefined) {
    const reason = declined.signeeId === signeeId ? 'declined' : 'declined_by_other';
    return { canSee: false, canSign: false, reason };
  }
  if (isExpired(document, now)) return { canSee: false, canSign: false, reason: 'expired' };
  return CLOSED_STATUSES[status];
}

/** The document counts as expired before the job revokes it. */
function isExpired(document: DocumentState, now: Date): boolean {
  const { status, expiryDate } = document;
  if (status === 'revoked') return hasExpired(document);
  const expiry = findExpiry(document);
  return canMove(status, 'revoked') && (expiryDate <= now || (expiry !== null && expiry <= now));
}

/**
 * Requires that the signee may sign or decline. Throws `already_signed`, `not_your_turn` or
 * `document_not_signable`.
 */
export function requireCanSign(
  document: DocumentState,
  signee: Signee,
  now: Date,
  event: 'sign' | 'decline' = 'sign',
): void {
  if (signee.signature !== null) throw new SigningError('already_signed');
  if (isExpired(document, now)) throw new SigningError('document_not_signable', { status: 'expired' });
  statusAfter(document.status, event);
  if (!isInTurn(document, signee)) throw new SigningError('not_your_turn');
}

/** Returns the refusal of what a sender asks for. */
export function refusalForSender(document: DocumentState): SigningError {
  const status = hasExpired(document) ? 'expired' : document.status;
  return new SigningError('document_not_signable', { status, asker: 'sender' });
}

/** Throws `not_your_turn` or `document_not_signable`. */
export function requireCanSee(document: DocumentState, signee: Signee, now: Date): void {
  const { canSee, reason } = signingAccess(document, signee, now);
  if (canSee) return;
  if (reason === 'not_your_turn') throw new SigningError('not_your_turn');
  const status = reason === 'expired' ? reason : document.status;
  throw new SigningError('document_not_signable', { status });
}

export const signingLinkOperations = { requireLink: requireSigningLink };
