import { describe, expect, it } from 'vitest';
import { buildView } from '../../../testing/build-view.ts';
import { isWaiting, screenOf } from './session-state.ts';

describe('the screen of a session', () => {
  it.each([
    [{ canSign: true }, 'sign'],
    [{ canSign: false, reason: 'preparing', status: 'created' }, 'preparing'],
    [{ canSign: false, reason: 'not_your_turn' }, 'not_your_turn'],
    [{ canSign: false, reason: 'already_signed' }, 'signed'],
    [{ canSign: false, reason: 'already_signed', status: 'error' }, 'failed'],
    [{ canSign: false, reason: 'completed', status: 'completed' }, 'completed'],
    [{ canSign: false, reason: 'already_signed', status: 'completed' }, 'completed'],
    [{ canSign: false, reason: 'revoked', status: 'revoked' }, 'revoked'],
    [{ canSign: false, reason: 'expired', status: 'revoked' }, 'expired'],
    [{ canSign: false, status: 'deleted' }, 'revoked'],
    [{ canSign: false, reason: 'declined', status: 'revoked' }, 'declined'],
    [{ canSign: false, reason: 'declined_by_other', status: 'revoked' }, 'declined_by_other'],
    [{ canSign: false, reason: 'expired' }, 'expired'],
    [{ canSign: false, reason: 'verification_required', status: 'completed' }, 'verification_required'],
    [{ canSign: false, reason: 'failed', status: 'error' }, 'failed'],
  ] as const)('%j is %s', (change, screen) => {
    expect(screenOf(buildView(change))).toBe(screen);
  });

  it('polls while others have to act', () => {
    expect((['preparing', 'signed', 'not_your_turn'] as const).every(isWaiting)).toBe(true);
    expect((['sign', 'completed', 'revoked', 'failed'] as const).some(isWaiting)).toBe(false);
  });
});
