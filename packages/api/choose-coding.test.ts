import { describe, expect, it } from 'vitest';
import { chooseCoding } from './assets.ts';
import { CODINGS } from './deps.ts';

describe('chooseCoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['BR', 'br'],
    ['br ; q=0.2', 'br'],
  ])('answers %j with %s', (header, coding) => {
    expect(chooseCoding(header, CODINGS)).toBe(coding);
  });

  it.each([undefined, '', 'identity', 'br;q=0, gzip;q=0', '*;q=0', 'brr', 'x-gzip;q=1', 'br;q=x'])(
    'sends the file itself for %j',
    (header) => {
      expect(chooseCoding(header, CODINGS)).toBeUndefined();
    },
  );

  it('offers only what there is', () => {
    expect(chooseCoding('br', ['gzip'])).toBeUndefined();
    expect(chooseCoding('br, gzip', ['gzip'])).toBe('gzip');
  });
});
