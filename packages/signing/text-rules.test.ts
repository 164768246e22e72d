import { describe, expect, it } from 'vitest';
import { pdfFileName } from './documents/file-name.ts';
import { checkLine, checkParagraphs, dialledNumber, isEmailAddress, isPhoneNumber } from './text-rules.ts';

describe('contact methods', () => {
  it.each(['anna@example.com', 'a.b+c@sub.example.co', 'jörg@exämple.de', "o'neil@example.com"])(
    'takes %s',
    (text) => expect(isEmailAddress(text)).toBe(true),
  );

  it.each([
    'anna',
    'anna@',
    '@example.com',
    'a@b',
    'a b@c.de',
    'a@b.c\n',
    'a@b..c',
    'a@x.de, b@x.de',
    'A <a@x.de>',
  ])('takes %j for no address', (text) => expect(isEmailAddress(text)).toBe(false));

  it.each(['+46701234567', '+46 70-123 45 67', '+1 (212) 555-0100'])('takes %s', (text) =>
    expect(isPhoneNumber(text)).toBe(true),
  );

  it.each([
    '0701234567',
    '+0701234567',
    '+46',
    '+467012345678901234',
    '0046701234567',
    '+46 70 12a',
    '++46701234567',
  ])('takes %s for no number with country code', (text) => expect(isPhoneNumber(text)).toBe(false));

  it('dials without the grouping', () => expect(dialledNumber('+1 (212) 555-0100')).toBe('+12125550100'));
});

describe('text', () => {
  it('is free of what no store keeps', () => {
    expect(checkLine('name', 'Ok 契約 🖋️')).toEqual([]);
    expect(checkLine('name', 'a\0')).toHaveLength(1);
    expect(checkLine('name', '\ud800')).toHaveLength(1);
    expect(checkLine('name', 'a\nb')).toHaveLength(1);
    expect(checkParagraphs('personalMessage', 'a\r\n\tb')).toEqual([]);
  });
});

describe('pdfFileName', () => {
  it.each([
    ['Avtal 契約', 'Avtal 契約.pdf'],
    ['report.PDF', 'report.pdf'],
    ['../a/b\\c:"d"', '_a_b_c__d_.pdf'],
    [' . ', 'document.pdf'],
    ['Avtal\u202Efdp.exe', 'Avtalfdp.exe.pdf'],
    ['🖋'.repeat(200), `${'🖋'.repeat(120)}.pdf`],
  ])('%j becomes %j', (name, expected) => expect(pdfFileName(name)).toBe(expected));
});
