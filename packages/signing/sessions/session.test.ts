import { BUILT_AT } from '@countersign/identity/testing';
import { describe, expect, it } from 'vitest';
import {
  applyEvent,
  canApply,
  isOpen,
  newSession,
  SESSION_EVENTS,
  SESSION_STATES,
  type SessionEvent,
  type SessionState,
} from './session.ts';

/** Every cell that leads somewhere; the others are refused. */
const ALLOWED: Readonly<Record<string, SessionState>> = {
  'unverified send_code': 'code_sent',
  'unverified sign_in': 'open',
  'code_sent send_code': 'code_sent',
  'code_sent accept_code': 'open',
  'code_sent void_code': 'unverified',
  'open sign': 'signed',
};

const CELLS = SESSION_STATES.flatMap((state) => SESSION_EVENTS.map((event) => [state, event] as const));
const subject = { linkHash: 'l', documentId: 'd', signeeId: 's', verification: null };

describe('a signing session', () => {
  it.each(CELLS)('that is %s, at %s', (state: SessionState, event: SessionEvent) => {
    const session = { ...newSession(subject, 'id', BUILT_AT), state };
    const next = ALLOWED[`${state} ${event}`];
    expect(canApply(session, event)).toBe(next !== undefined);
    if (next === undefined) expect(() => applyEvent(session, event)).toThrow(TypeError);
    else expect(applyEvent(session, event).state).toBe(next);
  });

  it('is open from the start only where the link needs no code', () => {
    expect(isOpen(newSession(subject, 'id', BUILT_AT))).toBe(true);
    const verification = { channel: 'email', contact: 'ada@example.com' } as const;
    const closed = newSession({ ...subject, verification }, 'id', BUILT_AT);
    expect(isOpen(closed)).toBe(false);
    expect(JSON.stringify(closed)).not.toContain('ada@example.com');
  });
});
