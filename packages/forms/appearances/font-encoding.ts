import { decodeName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFStream, PDFString } from 'pdf-lib';
import { asNumber, Key, listItems, readEntry, readName } from '../fields/dict-reading.ts';

export const TOKEN = /%[^\r\n]*|<<|>>|<[0-9A-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|[()[\]{}<>]|[^\s()<>[\]{}/%]+/g;

/** Returns undefined for a code that the font does not map to a character. */
export type DecodeText = (bytes: Uint8Array) => string | undefined;

export function toPdfString(token: string): PDFString | PDFHexString {
  if (token.startsWith('(')) return PDFString.of(token.slice(1, -1));
  return PDFHexString.of(token.slice(1, -1).replace(/\s/g, ''));
}

const TO_UNICODE = PDFName.of('ToUnicode');

const ENCODING = PDFName.of('Encoding');

const BASE_ENCODING = PDFName.of('BaseEncoding');

const DIFFERENCES = PDFName.of('Differences');

const BASE_FONT = PDFName.of('BaseFont');

const MAX_DIFFERENCES = 1_000;

/** The limit of one character map. */
const MAX_CODES = 70_000;

/** Maps codes to characters by the font's map (ISO 32000-1 9.10.2), else by its encoding. */
export function readFontDecoder(
  font: PDFDict,
  decodeContent: (stream: PDFStream) => string | undefined,
): DecodeText | undefined {
  const map = readEntry(font, TO_UNICODE);
  const isComposite = readName(font, Key.Subtype) === PDFName.of('Type0');
  const codes = map instanceof PDFStream ? readCharacterMap(decodeContent(map) ?? '') : new Map();
  if (isComposite) return codes.size > 0 ? decodeBy(codes, 2) : undefined;
  const encoding = readEncoding(font);
  for (const [code, text] of codes) encoding.set(code, text);
  return decodeBy(encoding, 1);
}

function decodeBy(codes: ReadonlyMap<number, string>, length: number): DecodeText {
  return (bytes) => {
    let text = '';
    for (let at = 0; at + length <= bytes.length; at += length) {
      const code = length === 1 ? (bytes[at] ?? 0) : ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      const character = codes.get(code);
      if (character === undefined) return undefined;
      text += character;
    }
    return text;
  };
}

/** bfchar and bfrange (9.10.3). */
function readCharacterMap(source: string): Map<number, string> {
  const codes = new Map<number, string>();
  for (const [, kind, body = ''] of source.matchAll(/beginbf(char|range)([\s\S]*?)endbf\1/g)) {
    const tokens = body.match(/<[^>]*>|[[\]]/g) ?? [];
    if (kind === 'char') readPairs(tokens, codes);
    else readRanges(tokens, codes);
  }
  return codes;
}

function readPairs(tokens: readonly string[], codes: Map<number, string>): void {
  for (let at = 0; at + 1 < tokens.length; at += 2) codes.set(codeOf(tokens[at]), textOf(tokens[at + 1]));
}

function readRanges(tokens: readonly string[], codes: Map<number, string>): void {
  for (let at = 0; at + 2 < tokens.length && codes.size < MAX_CODES; at += 3) {
    const [first, last] = [codeOf(tokens[at]), codeOf(tokens[at + 1])];
    if (tokens[at + 2] === '[') {
      const end = tokens.indexOf(']', at);
      for (const [index, text] of tokens.slice(at + 3, end).entries()) codes.set(first + index, textOf(text));
      at = end - 2;
      continue;
    }
    const text = textOf(tokens[at + 2]);
    const unit = text.charCodeAt(text.length - 1);
    for (let code = first; code <= Math.min(last, first + 0xffff); code += 1)
      codes.set(code, text.slice(0, -1) + String.fromCharCode(unit + code - first));
  }
}

function codeOf(token = ''): number {
  return Number.parseInt(token.replace(/[<>\s]/g, '') || '0', 16);
}

function textOf(token = ''): string {
  const bytes = Buffer.from(token.replace(/[<>\s]/g, ''), 'hex');
  return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : bytes.toString('latin1');
}

const SYMBOLIC = /Symbol|Dingbats/i;

/** Codes of symbolic fonts are unknown, and those above ASCII that no encoding names. */
function readEncoding(font: PDFDict): Map<number, string> {
  const encoding = readEntry(font, ENCODING);
  const dict = encoding instanceof PDFDict ? encoding : undefined;
  const base = dict ? readEntry(dict, BASE_ENCODING) : encoding;
  const codes = new Map<number, string>();
  if (SYMBOLIC.test(String(readName(font, BASE_FONT)))) return codes;
  const label = LABELS.get(String(base));
  const decoder = new TextDecoder(label ?? 'windows-1252');
  for (let code = 0x20; code < (label === undefined ? 0x7f : 0x100); code += 1)
    codes.set(code, decoder.decode(Uint8Array.of(code)));
  const differences = dict && readEntry(dict, DIFFERENCES);
  if (differences instanceof PDFArray) applyDifferences(listItems(differences, MAX_DIFFERENCES), codes);
  return codes;
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['/WinAnsiEncoding', 'windows-1252'],
  ['/MacRomanEncoding', 'macintosh'],
]);

function applyDifferences(items: readonly (PDFObject | undefined)[], codes: Map<number, string>): void {
  let code = 0;
  for (const item of items) {
    const number = asNumber(item);
    if (number !== undefined) code = number;
    else if (item instanceof PDFName) {
      const character = characterOf(decodeName(item));
      if (character === undefined) codes.delete(code);
      else codes.set(code, character);
      code += 1;
    }
  }
}

/** Reads the names of the Adobe Glyph List for Latin letters with accents, digits and punctuation. */
function characterOf(name: string): string | undefined {
  if (name.length === 1) return name;
  const [, code] = /^(?:uni|u)([0-9A-F]{4,6})$/.exec(name) ?? [];
  if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
  const [, letter = '', accent = ''] = /^([A-Za-z])([a-z]{4,})$/.exec(name) ?? [];
  const mark = ACCENTS.get(accent);
  return mark === undefined ? NAMED.get(name) : (letter + mark).normalize('NFC');
}

const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grave: '\u0300',
    acute: '\u0301',
    circumflex: '\u0302',
    tilde: '\u0303',
    macron: '\u0304',
    breve: '\u0306',
    dotaccent: '\u0307',
    dieresis: '\u0308',
    ring: '\u030a',
    hungarumlaut: '\u030b',
    caron: '\u030c',
    commaaccent: '\u0326',
    cedilla: '\u0327',
    ogonek: '\u0328',
  }),
);

const NAMES =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde exclamdown cent sterling currency yen section copyright guillemotleft guillemotright registered degree plusminus mu paragraph periodcentered AE ae Eth eth Oslash oslash Thorn thorn germandbls Lslash lslash Dcroat dcroat dotlessi OE oe Euro endash emdash bullet ellipsis quoteleft quoteright quotesinglbase quotedblleft quotedblright quotedblbase guilsinglleft guilsinglright dagger daggerdbl perthousand trademark multiply divide fi fl';

const CHARACTERS =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@[\\]^_`{|}~¡¢£¤¥§©«»®°±µ¶·ÆæÐðØøÞþßŁłĐđıŒœ€–—•…‘’‚“”„‹›†‡‰™×÷ﬁﬂ';

const NAMED: ReadonlyMap<string, string> = new Map(
  NAMES.split(' ').map((name, index) => [name, [...CHARACTERS][index] ?? '']),
);
