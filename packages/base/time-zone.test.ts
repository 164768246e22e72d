import { describe, expect, it } from 'vitest';
import { isTimeZone } from './time.ts';

describe('isTimeZone', () => {
  it.each(['Europe/Stockholm', 'UTC', 'America/Argentina/Buenos_Aires'])('takes %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  // Intl takes offsets, so dates would have ignored summer time.
  it.each(['+01:00', '-0500', '+01', 'Europe/Atlantis', ''])('refuses "%s"', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
