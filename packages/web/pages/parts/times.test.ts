import { describe, expect, it } from 'vitest';
import { daysBetween, sayDay, sayExactly } from './times.tsx';

const at = (moment: string) => new Date(moment);
const NOW = at('2026-11-28T10:00:00Z');

describe('days as people say them', () => {
  it('counts the midnights of the time zone, over a change of the clocks too', () => {
    const lateEvening = at('2026-11-28T23:30:00Z');
    expect(daysBetween(NOW, lateEvening, 'UTC')).toBe(0);
    expect(daysBetween(NOW, lateEvening, 'Europe/Stockholm')).toBe(1);
    expect(daysBetween(NOW, lateEvening, 'America/Los_Angeles')).toBe(0);
    // Clocks go back on 25 October, and forward on 28 March.
    expect(daysBetween(at('2026-10-24T22:30:00Z'), at('2026-10-25T23:30:00Z'), 'Europe/Stockholm')).toBe(1);
    expect(daysBetween(at('2027-03-27T12:00:00Z'), at('2027-03-28T12:00:00Z'), 'Europe/Stockholm')).toBe(1);
  });

  it('says days within a week, and dates beyond', () => {
    const say = (moment: string, language: 'en' | 'sv' | 'es' = 'en') =>
      sayDay(language, 'Europe/Stockholm', at(moment), NOW);
    expect(say('2026-11-28T12:00:00Z')).toBe('today');
    expect(say('2026-11-28T23:30:00Z')).toBe('tomorrow');
    expect(say('2026-11-27T12:00:00Z')).toBe('yesterday');
    expect(say('2026-12-01T12:00:00Z')).toBe('in 3 days');
    expect(say('2026-12-05T12:00:00Z')).toBe('in 7 days');
    expect(say('2026-12-06T12:00:00Z')).toBe('Dec 6');
    expect(say('2026-11-26T12:00:00Z')).toBe('Nov 26');
    expect(say('2027-01-02T12:00:00Z')).toBe('Jan 2, 2027');
    expect([say('2026-11-29T12:00:00Z', 'sv'), say('2026-12-24T12:00:00Z', 'sv')]).toEqual([
      'i morgon',
      '24 dec.',
    ]);
    expect(say('2026-12-01T12:00:00Z', 'es')).toBe('dentro de 3 días');
  });

  it('names the time zone in the exact time', () => {
    expect(sayExactly('en', 'Europe/Stockholm', NOW)).toMatch(/Saturday, November 28, 2026.*11:00.*GMT\+1/);
    // A zone that the browser does not know must not take the page with it.
    expect(sayExactly('en', 'Mars/Olympus', NOW)).toContain('2026');
  });
});
