import { BUILT_AT } from '@countersign/identity/testing';
import { describe, expect, it } from 'vitest';
import {
  CODE_COOLDOWN_SECONDS,
  CODE_MINUTES,
  issueCode,
  MAX_CODE_TRIES,
  MAX_CODES_PER_DAY,
  newSession,
  type SigningSession,
  secondsUntilNextCode,
  tryCode,
} from './session.ts';

const CODE = '123456';
const BINDING = { linkToken: 'token', contact: 'ada@example.com' };
const subject = {
  ...{ linkHash: 'l', documentId: 'd', signeeId: 's' },
  verification: { channel: 'email', contact: BINDING.contact } as const,
};
const fresh = newSession(subject, 'id', BUILT_AT);
const issued = issueCode(fresh, CODE, BINDING, BUILT_AT);
const secondsLater = (seconds: number) => new Date(BUILT_AT.getTime() + seconds * 1000);
const sentAt = (...seconds: readonly number[]): SigningSession => ({
  ...fresh,
  codesSentAt: seconds.map(secondsLater),
});

describe('a one-time code', () => {
  it('opens the session once, and is stored as a hash', () => {
    expect(JSON.stringify(issued)).not.toContain(CODE);
    const outcome = tryCode(issued, CODE, BINDING, secondsLater(5));
    expect(outcome).toMatchObject({
      kind: 'accepted',
      session: { state: 'open', code: null, verifiedAt: secondsLater(5) },
    });
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
    expect(tryCode(outcome.session, CODE, BINDING, secondsLater(6))).toEqual({ kind: 'expired' });
  });

  it('is void after five wrong tries', () => {
    let session = issued;
    for (let left = MAX_CODE_TRIES - 1; left >= 0; left--) {
      const outcome = tryCode(session, '000000', BINDING, BUILT_AT);
      expect(outcome).toMatchObject({ kind: 'wrong', triesLeft: left });
      if (outcome.kind === 'wrong') session = outcome.session;
    }
    expect(session).toMatchObject({ state: 'unverified', code: null });
    expect(tryCode(session, CODE, BINDING, BUILT_AT)).toEqual({ kind: 'expired' });
  });

  it('is accepted for ten minutes', () => {
    const end = CODE_MINUTES * 60;
    expect(tryCode(issued, CODE, BINDING, secondsLater(end - 1)).kind).toBe('accepted');
    expect(tryCode(issued, CODE, BINDING, secondsLater(end)).kind).toBe('expired');
  });

  it.each([
    ['link', { ...BINDING, linkToken: 'other' }],
    ['contact', { ...BINDING, contact: 'bo@example.com' }],
  ])('is of no use for another %s', (_, binding) => {
    expect(tryCode(issued, CODE, binding, BUILT_AT).kind).toBe('wrong');
  });

  it('is replaced by the next one, with all its tries', () => {
    const again = issueCode(issued, '654321', BINDING, secondsLater(60));
    expect(again.codesSentAt).toEqual([BUILT_AT, secondsLater(60)]);
    expect(tryCode(again, CODE, BINDING, secondsLater(61))).toMatchObject({
      kind: 'wrong',
      triesLeft: MAX_CODE_TRIES - 1,
    });
    expect(tryCode(again, '654321', BINDING, secondsLater(61)).kind).toBe('accepted');
  });
});

describe('the next code for a link', () => {
  it('may be sent at once for the first, then after the cooldown, whichever browser asks', () => {
    expect(secondsUntilNextCode([], BUILT_AT)).toBe(0);
    expect(secondsUntilNextCode([fresh, issued], BUILT_AT)).toBe(CODE_COOLDOWN_SECONDS);
    expect(secondsUntilNextCode([issued], secondsLater(CODE_COOLDOWN_SECONDS - 1))).toBe(1);
    expect(secondsUntilNextCode([issued], secondsLater(CODE_COOLDOWN_SECONDS))).toBe(0);
  });

  it('waits for the end of 24 hours after so many, counted over all browsers', () => {
    const times = Array.from({ length: MAX_CODES_PER_DAY }, (_, index) => index * 100);
    const sessions = [sentAt(...times.slice(0, 7)), sentAt(...times.slice(7))];
    expect(secondsUntilNextCode(sessions, secondsLater(5000))).toBe(86_400 - 5000);
    expect(secondsUntilNextCode(sessions, secondsLater(86_400))).toBe(0);
    expect(secondsUntilNextCode([sentAt(...times.slice(1))], secondsLater(5000))).toBe(0);
  });
});
