import { describe, expect, it } from 'vitest';
import { maskEmailAddress, maskPhoneNumber } from './personal-data.ts';

describe('masks', () => {
  it.each([
    ['lukasz@example.com', 'l***@example.com'],
    ['ö@example.se', 'ö***@example.se'],
    ['"a@b"@example.com', '"***@example.com'],
  ])('an address %s to %s', (address, masked) => expect(maskEmailAddress(address)).toBe(masked));

  it.each([
    ['+46 70 123 45 67', '+46***67'],
    ['0701234567', '070***67'],
  ])('a number %s to %s', (number, masked) => expect(maskPhoneNumber(number)).toBe(masked));
});
