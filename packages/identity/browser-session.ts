import type { Language } from '@countersign/base/locale';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@countersign/base/time';
import type { SignInMethod } from './single-sign-on/connection.ts';

/** A session without a request for this time ends. The limits here are not in the specification. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFETIME_MS = 7 * DAY_MS;
/** A sign-in has this time up to the choice of the account. */
export const PENDING_LIFETIME_MS = 10 * MINUTE_MS;
/** `lastUsedAt` is written no more often than this. */
export const TOUCH_INTERVAL_MS = MINUTE_MS;
/** A person who signs in once more ends the oldest session. */
export const MAX_SESSIONS = 50;

export const SESSION_STAGES = ['second_factor', 'choose_account', 'signed_in'] as const;

export type SessionStage = (typeof SESSION_STAGES)[number];

export interface BrowserSession {
  readonly sessionId: string;
  /** SHA-256 of the cookie in lower-case hex. Every step of a sign-in changes it. */
  readonly idHash: string;
  readonly personId: string;
  readonly stage: SessionStage;
  /** It is null before the stage `signed_in`. */
  readonly userId: string | null;
  readonly accountId: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** The session ends then, however often it is used. */
  readonly expiresAt: Date;
  /** The IP address of the sign-in. */
  readonly address: string;
  readonly userAgent: string;
  readonly method: SignInMethod;
  /** The connection of the account that the session came from, and enters alone; null for other methods. */
  readonly connectionId: string | null;
}

export interface Browser {
  readonly address: string;
  /** What limits count: the address, or the network of an IPv6 subscriber. */
  readonly network: string;
  readonly userAgent: string;
  /** The first of our languages that it prefers; null if it names none. */
  readonly language: Language | null;
  /** The value of the cookie; null without one. */
  readonly sessionId: string | null;
}

export function isOver({ expiresAt, lastUsedAt }: BrowserSession, now: Date): boolean {
  return expiresAt <= now || now.getTime() - lastUsedAt.getTime() >= SESSION_IDLE_MS;
}
