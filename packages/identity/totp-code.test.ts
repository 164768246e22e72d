import { describe, expect, it } from 'vitest';
import { codeOfStep, decodeBase32, encodeBase32, findStep, stepAt } from './totp.ts';

const KEY = Buffer.from('12345678901234567890');
const SECRET = encodeBase32(KEY);
const NOW = new Date('2026-11-23T00:00:10Z');

describe('time-based codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 appendix B at %i', (seconds, code) => {
    expect(codeOfStep(KEY, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
  });

  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('have secrets in base32: RFC 4648 section 10, %s', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
    expect(Buffer.from(decodeBase32(encoded)).toString()).toBe(text);
  });

  it('are accepted one step around now, and not twice', () => {
    const current = stepAt(NOW);
    const accepted = [-2, -1, 0, 1, 2].map((shift) => {
      const code = codeOfStep(KEY, current + shift);
      return findStep(SECRET, code, NOW, 0);
    });
    expect(accepted).toEqual([null, current - 1, current, current + 1, null]);
    const code = codeOfStep(KEY, current);
    expect(findStep(SECRET, code, NOW, current)).toBeNull();
    expect(findStep(SECRET, codeOfStep(KEY, current - 1), NOW, current)).toBeNull();
    expect(findStep(SECRET, `${code}0`, NOW, 0)).toBeNull();
    expect(findStep(SECRET, '', NOW, 0)).toBeNull();
  });
});
