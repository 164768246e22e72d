import { hashSecret } from '@countersign/identity';
import { DAY_MS, MINUTE_MS } from '@countersign/identity/durations';
import { applyEvent, type SigningSession } from './session.ts';

export const CODE_MINUTES = 10;
/** Guesses: with six digits, five in a million. */
export const MAX_CODE_TRIES = 5;
export const CODE_COOLDOWN_SECONDS = 60;
/**
 * Of one link, or one contact that the sender did not name, so that guesses at ever new codes stay at one in
 * ten thousand. Not in the specification.
 */
export const MAX_CODES_PER_DAY = 20;
/** So that a stranger who names a contact leaves others some codes. Not in the specification. */
export const MAX_CODES_OF_LINK_TO_CONTACT = 10;

/** Of these two, for the network of who asks. */
export const MAX_SHARE_OF_NETWORK = 0.5;

/** The link's token is in no table, so a stolen table does not give codes away. */
export interface CodeBinding {
  readonly linkToken: string;
  readonly contact: string;
}

/** 0: now. */
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
