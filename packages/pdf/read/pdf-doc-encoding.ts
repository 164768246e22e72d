import { DELETE, latin1, SPACE } from './characters.ts';

/** ISO 32000-2 table D.2. */
const FIRST_ACCENT = 0x18;
const ACCENTS = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc';
const FIRST_SIGN = 0x80;
const SIGNS =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018' +
  '\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e';
const EURO_CODE = 0xa0;
const UNDEFINED_CODES = [DELETE, 0x9f, 0xad];

const REPLACEMENT = '\ufffd';

/**
 * U+FFFD: undefined. The standard maps 0x16 to U+0017 by mistake; like other readers, this table does not.
 */
const CHARACTERS: readonly string[] = buildCharacters();

/** No control characters except tab, LF and CR. */
const CODES: ReadonlyMap<string, number> = new Map(
  CHARACTERS.flatMap((character, code) =>
    character === REPLACEMENT || /[^\P{Cc}\t\n\r]/u.test(character) ? [] : [[character, code] as const],
  ),
);

export function decodePdfDocEncoding(bytes: Uint8Array): string {
  if (isAscii(bytes)) return latin1(bytes);
  let text = '';
  for (const byte of bytes) text += CHARACTERS[byte];
  return text;
}

/** Undefined if a character has no code. */
export function encodePdfDocEncoding(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = CODES.get(text.charAt(index));
    if (code === undefined) return undefined;
    bytes[index] = code;
  }
  return bytes;
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= DELETE || (byte >= FIRST_ACCENT && byte < SPACE)) return false;
  }
  return true;
}

function buildCharacters(): string[] {
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  characters.splice(FIRST_ACCENT, ACCENTS.length, ...ACCENTS);
  characters.splice(FIRST_SIGN, SIGNS.length, ...SIGNS);
  characters[EURO_CODE] = '\u20ac';
  for (const code of UNDEFINED_CODES) characters[code] = REPLACEMENT;
  return characters;
}
