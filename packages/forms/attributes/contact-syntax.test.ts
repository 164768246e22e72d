import { describe, expect, it } from 'vitest';
import { dialledNumber, isEmailAddress, isPhoneNumber } from './registry.ts';

describe('an email address', () => {
  it.each([
    'a@b.se',
    'anna@example.com',
    'first.last+tag@sub.example.com',
    "o'neil@example.org",
    'anna@räksmörgås.se',
    'åsa@example.se',
    'a\u030asa@ra\u0308ksmo\u0308rga\u030as.se',
    'a@пример.рф',
    '用户@例子.测试',
    'jörg@exämple.de',
    'anna@xn--rksmrgs-5wao1o.se',
  ])('%s is one', (text) => expect(isEmailAddress(text)).toBe(true));

  it.each([
    '',
    'a',
    'a@b',
    '@b.se',
    'a@.se',
    'a b@c.se',
    'a@b.se ',
    'a@b.c\n',
    `${'a'.repeat(65)}@b.se`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.se`,
    'a@-b.se',
    'a@b-.se',
    '.a@b.se',
    'a.@b.se',
    'a..b@c.se',
    'a@@b.se',
    'foo.se',
    'a@b..se',
    'a@x.de, b@x.de',
    'A <a@x.de>',
    'a\0@b.se',
    'a\u200b@b.se',
    'a\u3164@b.se',
    'a\ud800@b.se',
  ])('%j is not valid', (text) => expect(isEmailAddress(text)).toBe(false));
});

describe('a phone number', () => {
  it.each(['+46701234567', '+46 70-123 45 67', '+1 (212) 555-0100'])('%s is one', (text) =>
    expect(isPhoneNumber(text)).toBe(true),
  );

  it.each([
    '',
    '0701234567',
    '+0701234567',
    '+46',
    '+467012345678901234',
    '0046701234567',
    '+46 70 12a',
    '++46701234567',
    '+46701234567\n',
    '+４６７０１２３４５６７',
    `+46${' '.repeat(100)}701234567`,
  ])('%j is not valid', (text) => expect(isPhoneNumber(text)).toBe(false));

  it('is dialled without the grouping', () =>
    expect(dialledNumber('+1 (212) 555-0100')).toBe('+12125550100'));
});
