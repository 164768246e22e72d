import { hashSecret } from '@countersign/identity';
import { HOUR_MS } from '@countersign/identity/durations';
import type { MessageChannel } from '../ports/notifier.ts';

export const SESSION_STATES = ['unverified', 'code_sent', 'open', 'signed'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const SESSION_EVENTS = [
  'send_code',
  'accept_code',
  /** The user has the address that codes go to. */
  'sign_in',
  /** Five wrong tries, ten minutes, or a newer code. */
  'void_code',
  'sign',
] as const;
export type SessionEvent = (typeof SESSION_EVENTS)[number];

/** An event that is not listed is refused. Revoking a document removes its sessions. */
const SESSION_TRANSITIONS: Readonly<
  Record<SessionState, Readonly<Partial<Record<SessionEvent, SessionState>>>>
> = {
  unverified: { send_code: 'code_sent', sign_in: 'open' },
  code_sent: { send_code: 'code_sent', accept_code: 'open', void_code: 'unverified' },
  open: { sign: 'signed' },
  signed: {},
};

const SESSION_HOURS = 24;

/**
 * Unexpired. Browsers without cookies and scanners of mail open a new one each time. Not in the
 * specification.
 */
export const MAX_SESSIONS_OF_LINK = 50;

/** At one link, between opening and signing. The document receives only the result. */
export interface SigningSession {
  /** SHA-256 (hex); only the browser has the id. */
  readonly idHash: string;
  /** SHA-256 (hex) of the link's token. */
  readonly linkHash: string;
  readonly documentId: string;
  readonly signeeId: string;
  readonly state: SessionState;
  /** SHA-256 (hex) of where codes go; null for a link that needs none. */
  readonly contactHash: string | null;
  readonly code: OneTimeCode | null;
  /** Oldest first. */
  readonly codesSentAt: readonly Date[];
  readonly verifiedAt: Date | null;
  /** Absent: by a code. */
  readonly verifiedBy?: 'sign_in';
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

interface OneTimeCode {
  readonly hash: string;
  readonly expiresAt: Date;
  readonly triesLeft: number;
}

/** `contact` is an email address or a phone number. */
export interface LinkVerification {
  readonly channel: MessageChannel;
  readonly contact: string;
}

interface SessionSubject {
  readonly linkHash: string;
  readonly documentId: string;
  readonly signeeId: string;
  readonly verification: LinkVerification | null;
}

export function newSession(
  { linkHash, documentId, signeeId, verification }: SessionSubject,
  sessionId: string,
  now: Date,
): SigningSession {
  return {
    idHash: hashSecret(sessionId),
    linkHash,
    documentId,
    signeeId,
    state: verification === null ? 'open' : 'unverified',
    contactHash: verification && hashSecret(verification.contact),
    code: null,
    codesSentAt: [],
    verifiedAt: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_HOURS * HOUR_MS),
  };
}

/** Another contact or signee ends it at once. */
export function isSessionOf(session: SigningSession, subject: SessionSubject, now: Date): boolean {
  const { linkHash, documentId, signeeId, verification } = subject;
  return (
    session.expiresAt > now &&
    session.linkHash === linkHash &&
    session.documentId === documentId &&
    session.signeeId === signeeId &&
    session.contactHash === (verification && hashSecret(verification.contact))
  );
}

export function isOpen({ state }: SigningSession): boolean {
  return state !== 'unverified' && state !== 'code_sent';
}

export function canApply({ state }: SigningSession, event: SessionEvent): boolean {
  return SESSION_TRANSITIONS[state][event] !== undefined;
}

/** An event outside the table is a bug. */
export function applyEvent(session: SigningSession, event: SessionEvent): SigningSession {
  const state = SESSION_TRANSITIONS[session.state][event];
  if (state === undefined) throw new TypeError(`no ${event} in a session that is ${session.state}`);
  return { ...session, state };
}
