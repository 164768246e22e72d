import { hashSecret } from '@countersign/base';
import type { LinkTarget } from '../documents/find-by-link.ts';
import { SigningError } from '../errors.ts';
import type { ReadStores } from '../ports/database.ts';
import { isOpen, isSessionOf, type SigningSession } from './session.ts';

export interface VisitorOrigin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Not in the specification. UTF-16 units; real ones stay under 300. */
const MAX_USER_AGENT = 1000;

export function storedUserAgent(userAgent: string): string {
  return userAgent.toWellFormed().slice(0, MAX_USER_AGENT);
}

/** Every browser has its own session and, where the link needs one, its own code. */
export interface Visitor {
  /** Null also for one that this link does not know. */
  readonly sessionId: string | null;
  /** The browser has to send the new id from now on. */
  onSession(sessionId: string): void;
  /** For IPv6 of a subscriber; absent without a request. */
  readonly network?: string | undefined;
  /** For the evidence of the opening; absent without a request. */
  readonly origin?: VisitorOrigin | undefined;
}

export const NEW_VISITOR: Visitor = { sessionId: null, onSession: () => undefined };

/** Null also if it has ended. */
export async function findSession(
  { sessions }: Pick<ReadStores, 'sessions'>,
  target: LinkTarget,
  { sessionId }: Visitor,
  now: Date,
): Promise<SigningSession | null> {
  if (sessionId === null) return null;
  const session = await sessions.find(hashSecret(sessionId));
  return session !== null && isSessionOf(session, subjectOf(target), now) ? session : null;
}

/** Throws `verification_required` if a code was not entered. */
export async function findOpenSession(
  stores: Pick<ReadStores, 'sessions'>,
  target: LinkTarget,
  visitor: Visitor,
  now: Date,
): Promise<SigningSession | null> {
  const session = await findSession(stores, target, visitor, now);
  if (!isVerified(target, session)) throw new SigningError('verification_required');
  return session;
}

export function isVerified({ verification }: LinkTarget, session: SigningSession | null): boolean {
  return verification === null || (session !== null && isOpen(session));
}

export function subjectOf({ document, signee, linkHash, verification }: LinkTarget) {
  // One session for all slots.
  const { signeeId } = document.publicLink === undefined ? signee : (document.signees[0] ?? signee);
  return { linkHash, documentId: document.documentId, signeeId, verification };
}
