import { hashSecret } from '@countersign/base';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@countersign/base/time';
import type { MessageChannel } from '../notifications/channels.ts';

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

/** A visit of one link, between opening and signing. The document receives only the result. */
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
  /** It is absent if the visitor entered a code. */
  readonly verifiedBy?: 'sign_in';
  /** When the assistant answered first; it is absent if it was not asked. */
  readonly assistantUsedAt?: Date;
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

export const CODE_MINUTES = 10;
/** Guesses: with six digits, five in a million. */
export const MAX_CODE_TRIES = 5;
export const CODE_COOLDOWN_SECONDS = 60;
/**
 * Codes are counted for one link, or one contact that the sender did not name, so that guesses at ever new codes stay
 * at one in ten thousand. Not in the specification.
 */
export const MAX_CODES_PER_DAY = 20;
/** The limit leaves a contact some codes when a stranger names it at a link. Not in the specification. */
export const MAX_CODES_OF_LINK_TO_CONTACT = 10;

/** The network that asks gets at most this share of the two limits above. */
export const MAX_SHARE_OF_NETWORK = 0.5;

/** The link's token is in no table, so a stolen table does not give codes away. */
export interface CodeBinding {
  readonly linkToken: string;
  readonly contact: string;
}

/** Returns 0 if a code may be sent now. */
export function secondsUntilNextCode(sessions: readonly SigningSession[], now: Date): number {
  const sent = sessions
    .flatMap(({ codesSentAt }) => codesSentAt.map((date) => date.getTime()))
    .filter((time) => time > now.getTime() - DAY_MS)
    .sort((first, second) => first - second);
  const cooldown = (sent.at(-1) ?? Number.NEGATIVE_INFINITY) + CODE_COOLDOWN_SECONDS * 1000;
  const pause = (sent.at(-MAX_CODES_PER_DAY) ?? Number.NEGATIVE_INFINITY) + DAY_MS;
  return Math.max(0, Math.ceil((Math.max(cooldown, pause) - now.getTime()) / 1000));
}

/** It replaces an earlier one. */
export function issueCode(
  session: SigningSession,
  code: string,
  binding: CodeBinding,
  now: Date,
): SigningSession {
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS);
  return {
    ...applyEvent(session, 'send_code'),
    code: { hash: hashCode(code, binding), expiresAt, triesLeft: MAX_CODE_TRIES },
    codesSentAt: [...session.codesSentAt, now],
  };
}

export function voidCode(session: SigningSession): SigningSession {
  return { ...applyEvent(session, 'void_code'), code: null };
}

export type CodeOutcome =
  | { readonly kind: 'accepted'; readonly session: SigningSession }
  | { readonly kind: 'wrong'; readonly session: SigningSession; readonly triesLeft: number }
  | { readonly kind: 'expired' };

/** Store the session of the outcome before the answer is given. */
export function tryCode(session: SigningSession, code: string, binding: CodeBinding, now: Date): CodeOutcome {
  if (session.code === null || session.code.expiresAt <= now) return { kind: 'expired' };
  if (session.code.hash === hashCode(code, binding)) {
    return {
      kind: 'accepted',
      session: { ...applyEvent(session, 'accept_code'), code: null, verifiedAt: now },
    };
  }
  const triesLeft = session.code.triesLeft - 1;
  if (triesLeft === 0) return { kind: 'wrong', session: voidCode(session), triesLeft };
  return { kind: 'wrong', session: { ...session, code: { ...session.code, triesLeft } }, triesLeft };
}

function hashCode(code: string, { linkToken, contact }: CodeBinding): string {
  return hashSecret(JSON.stringify([linkToken, contact, code]));
}
