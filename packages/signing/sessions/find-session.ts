import { hashSecret } from '@countersign/base';
import type { LinkTarget } from '../documents/find-by-link.ts';
import { SigningError } from '../errors.ts';
import type { ReadStores } from '../ports/database.ts';
import { isOpen, isSessionOf, type SigningSession } from './session.ts';

export interface VisitorOrigin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** The limit is not in the specification. It counts UTF-16 units; real values stay under 300. */
const MAX_USER_AGENT = 1000;

export function storedUserAgent(userAgent: string): string {
  return userAgent.toWellFormed().slice(0, MAX_USER_AGENT);
}

/** Every browser has its own session and, where the link needs one, its own code. */
export interface Visitor {
  /** It is null also for a session that this link does not know. */
  readonly sessionId: string | null;
  /** The browser has to send the new id from now on. */
  onSession(sessionId: string): void;
  /** The network of the subscriber for an IPv6 address; absent without a request. */
  readonly network?: string | undefined;
  /** The origin is for the evidence of the opening; absent without a request. */
  readonly origin?: VisitorOrigin | undefined;
}

export const NEW_VISITOR: Visitor = { sessionId: null, onSession: () => undefined };

/** Returns null also if the session has ended. */
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
  // All slots of a public link share one session.
  const { signeeId } = document.publicLink === undefined ? signee : (document.signees[0] ?? signee);
  return { linkHash, documentId: document.documentId, signeeId, verification };
}
