import { describe, expect, it } from 'vitest';
import { findHiddenCharacter, nameCodePoint, toVisibleLine } from './text.ts';

describe('text that people are shown', () => {
  it.each([
    ['Swedish', 'Åsa Öberg-Lindström'],
    ['combining marks', 'A\u030Asa'],
    ['Arabic', 'محمد عبد الله'],
    ['Hebrew', 'דָּוִד בֶּן־גּוּרְיוֹן'],
    ['Persian with a non-joiner', 'علی‌رضا می‌خواهم'],
    ['Hindi with a joiner', 'क्‍ष राम'],
    ['Sinhala with a joiner', 'ශ්‍රී ලංකා'],
    ['Malayalam', 'അവന്‍'],
    ['Japanese with a variant of a character', '葛󠄀城'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ᠋'],
    ['Thai', 'สมชาย'],
    ['Thai with vowel and tone mark', 'น้ำผึ้ง กิ่งแก้ว'],
    ['Vietnamese, decomposed', 'Nguyễn Thế Ánh'.normalize('NFD')],
    ['Hindi with conjuncts', 'श्रीकृष्ण लक्ष्मीनारायणँ'],
    ['pointed Arabic', 'مُحَمَّدٌ ٱللّٰه'],
    ['Hebrew with accents', 'בְּרֵאשִׁ֖ית שָּׁ֔'],
    ['Burmese with five marks in a row', 'လျှို့ဝှက် ရွှို့'],
    ['Tibetan', 'བསྒྲུབས་ ལཀྵྨཱི'],
    ['six marks on a letter', `a${'\u0301'.repeat(6)}b${'\u0323'.repeat(6)}`],
    ['Korean', '홍길동'],
    ['a family', '👨‍👩‍👧 Ek'],
    ['a couple, qualified as some keyboards do', '👩‍❤‍👨 👩‍❤️‍👨'],
    ['skin tones', '👩🏽‍⚕️'],
    ['a flag of tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scotland'],
    ['keycaps and signs', '1️⃣ Bolag™️ ©'],
    ['no-break space', 'Anna\u00A0Ek'],
  ])('may be %s', (_, text) => {
    expect(findHiddenCharacter(text)).toBeUndefined();
    expect(toVisibleLine(text)).toBe(text);
  });

  it('may be every character of Latin-1 but controls and the soft hyphen', () => {
    const latin1 = Array.from({ length: 256 }, (_, code) => String.fromCodePoint(code));
    const hidden = latin1.filter((character) => findHiddenCharacter(character) !== undefined);
    expect(hidden).toEqual(latin1.filter((character) => /[\p{Cc}\p{Cf}]/u.test(character)));
  });

  it.each([
    ['a right-to-left override', '\u202E'],
    ['a left-to-right embedding', '\u202A'],
    ['an isolate', '\u2067'],
    ['a direction mark', '\u200F'],
    ['an Arabic letter mark', '\u061C'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['a line feed', '\n'],
    ['NUL', '\0'],
    ['a C1 control', '\u0085'],
    ['a zero-width space', '\u200B'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\uFEFF'],
    ['a soft hyphen', '\u00AD'],
    ['a joiner between Latin letters', '\u200D'],
    ['a non-joiner between Latin letters', '\u200C'],
    ['a variation selector on a letter', '\uFE0F'],
    ['a supplementary variation selector on a letter', '\u{E0100}'],
    ['a tag', '\u{E0061}'],
    ['a Hangul filler', '\u3164'],
    ['a halfwidth Hangul filler', '\uFFA0'],
    ['a Braille blank', '\u2800'],
    ['an interlinear mark', '\uFFF9'],
    ['a replaced object', '\uFFFC'],
    ['a private-use character', '\uE000'],
    ['an unassigned character', '\u0378'],
    ['a noncharacter', '\uFFFF'],
    ['a noncharacter of another plane', '\u{1FFFE}'],
    ['half a surrogate pair', '\uD800'],
  ])('has no %s', (_, character) => {
    expect(findHiddenCharacter(`An${character}na`)).toBe(character);
    expect(toVisibleLine(`An${character}na`)).toMatch(/^An ?na$/);
  });

  it.each([
    ['two joiners in a row', 'क्‍‍ष', '\u200D'],
    ['a non-joiner that ends a name', 'علی\u200C', '\u200C'],
    ['a joiner that ends a Latin name', 'Ek\u200D', '\u200D'],
    ['two variation selectors', '葛󠄀󠄁', '\u{E0101}'],
    ['tags that are no flag', '🏴\u{E0061}\u{E007F}', '\u{E0061}'],
    ['a digit that is no keycap', '1\uFE0F', '\uFE0F'],
    // Hundreds painted over the consent and the signing page.
    ['a tower of marks', `Zoe${'\u0301'.repeat(6)}\u0323${'\u0301'.repeat(200)}`, '\u0323'],
    ['a tower of Thai marks', `ส${'\u0E47'.repeat(7)}`, '\u0E47'],
    ['a tower of circles', `a${'\u20DD'.repeat(7)}`, '\u20DD'],
  ])('has no %s', (_, text, found) => expect(findHiddenCharacter(text)).toBe(found));

  it('keeps six of the marks on a letter', () => {
    expect(toVisibleLine(`a${'\u0301'.repeat(300)}b\u0301`)).toBe(`a${'\u0301'.repeat(6)}b\u0301`);
  });

  it('names what cannot be seen', () => {
    expect(nameCodePoint('\u202E')).toBe('U+202E');
    expect(nameCodePoint('\0')).toBe('U+0000');
  });
});
