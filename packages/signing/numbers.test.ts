import { describe, expect, it } from 'vitest';
import { formatOrganisationNumber, parseOrganisationNumber, parsePersonalNumber } from './personal-data.ts';

describe('a personal number', () => {
  it.each([
    ['191212121212', '191212121212'],
    ['19121212-1212', '191212121212'],
    [' 20000101-2384 ', '200001012384'],
    ['189001019802', '189001019802'],
    // A coordination number: the day and 60.
    ['197010632391', '197010632391'],
  ])('%s has the digits %s', (text, digits) => {
    expect(parsePersonalNumber(text)).toBe(digits);
  });

  it.each([
    ['a wrong check digit', '191212121213'],
    ['two swapped digits', '191212122112'],
    ['no such month', '191213121219'],
    ['no such day', '190002301239'],
    ['no century', '121212-1212'],
    ['letters', '19121212TF12'],
    ['nothing', ''],
    ['an organisation number', '165555555555'],
  ])('with %s is refused', (_, text) => {
    expect(parsePersonalNumber(text)).toBeNull();
  });
});

describe('an organisation number', () => {
  it.each(['555555-5555', '5555555555', '165555555555', ' 555555 5555'])('%s is read', (text) => {
    expect(parseOrganisationNumber(text)).toBe('5555555555');
  });

  it.each([
    ['a wrong check digit', '555555-5556'],
    ['the third digit of a date', '121212-1212'],
    ['too few digits', '555555-555'],
    ['other characters', '55555G-5555'],
  ])('with %s is refused', (_, text) => {
    expect(parseOrganisationNumber(text)).toBeNull();
  });

  it('is written with a hyphen', () => {
    expect(formatOrganisationNumber('5555555555')).toBe('555555-5555');
  });
});
