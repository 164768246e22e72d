import { DAY_MS, HOUR_MS, type Language, MINUTE_MS } from '@countersign/base/locale';

/** Not in the specification. Without a request. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFETIME_MS = 7 * DAY_MS;
/** Up to the choice of the account. */
export const PENDING_LIFETIME_MS = 10 * MINUTE_MS;
/** `lastUsedAt` is written no more often. */
export const TOUCH_INTERVAL_MS = MINUTE_MS;
/** Signing in once more ends the oldest. */
export const MAX_SESSIONS = 50;

export const SESSION_STAGES = ['second_factor', 'choose_account', 'signed_in'] as const;

export type SessionStage = (typeof SESSION_STAGES)[number];

export interface BrowserSession {
  readonly sessionId: string;
  /** SHA-256 of the cookie, lower-case hex; another after every step. */
  readonly idHash: string;
  readonly personId: string;
  readonly stage: SessionStage;
  /** Null before the stage `signed_in`. */
  readonly userId: string | null;
  readonly accountId: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** Whatever its use. */
  readonly expiresAt: Date;
  /** Of the sign-in. */
  readonly address: string;
  readonly userAgent: string;
}

export interface Browser {
  readonly address: string;
  /** For limits: the address, or the network of an IPv6 subscriber. */
  readonly network: string;
  readonly userAgent: string;
  /** The first that it prefers of ours; null if it names none. */
  readonly language: Language | null;
  /** The cookie; null without one. */
  readonly sessionId: string | null;
}

export function isOver({ expiresAt, lastUsedAt }: BrowserSession, now: Date): boolean {
  return expiresAt <= now || now.getTime() - lastUsedAt.getTime() >= SESSION_IDLE_MS;
}
