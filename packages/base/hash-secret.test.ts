import { describe, expect, it } from 'vitest';
import { hashSecret } from './secrets.ts';

describe('hashSecret', () => {
  it('is SHA-256 in lower-case hex', () => {
    // FIPS 180-4, message "abc".
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
