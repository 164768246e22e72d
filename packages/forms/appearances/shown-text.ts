import { decodeName, decodeStream, decodeTextString, PdfError } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFStream, PDFString } from 'pdf-lib';
import { asNumber, Key, listItems, readDict, readEntry, readName } from '../fields/dict-reading.ts';

/** The limit of a content or character map; longer ones belong to no field. */
const MAX_CONTENT_BYTES = 1_000_000;

const RESOURCES = PDFName.of('Resources');

/** Render modes without paint (ISO 32000-1 table 106). */
const UNPAINTED: ReadonlySet<string> = new Set(['3', '7']);

/** Path-painting operators (ISO 32000-1 table 60). */
const FILLING: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const PAINTING: ReadonlySet<string> = new Set([...FILLING, 'S', 's', 'n']);

const TOKEN = /%[^\r\n]*|<<|>>|<[0-9A-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|[()[\]{}<>]|[^\s()<>[\]{}/%]+/g;

/**
 * The text that the content of an appearance draws itself, in its order. Undefined if a font does not map
 * its codes to characters. Pictures and other XObjects have no text.
 */
export function readShownText(stream: PDFStream, formResources: PDFDict | undefined): string | undefined {
  return readText(stream, formResources)?.shown;
}

/**
 * The lines of a list box on filled rectangles, which mark them as chosen. Undefined if the content moves its
 * coordinates, or does not say.
 */
export function readMarkedLines(
  stream: PDFStream,
  formResources: PDFDict | undefined,
): readonly string[] | undefined {
  return readText(stream, formResources)?.markedLines();
}

function readText(stream: PDFStream, formResources: PDFDict | undefined): ShownText | undefined {
  const content = decodeContent(stream);
  if (content === undefined) return undefined;
  const own = readDict(stream.dict, RESOURCES);
  const fonts = [own, formResources].map((resources) => resources && readDict(resources, Key.Font));
  const reader = new ShownText((name) => {
    const key = PDFName.of(name.slice(1));
    const found = fonts.map((dict) => dict && readEntry(dict, key)).find((font) => font instanceof PDFDict);
    return found instanceof PDFDict ? readFontDecoder(found, decodeContent) : undefined;
  });
  reader.read(content);
  return reader;
}

function decodeContent(stream: PDFStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, MAX_CONTENT_BYTES)).toString('latin1');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** Returns undefined for a code that the font does not map to a character. */
type DecodeText = (bytes: Uint8Array) => string | undefined;

interface TextState {
  readonly font: string;
  readonly mode: string;
}

class ShownText {
  readonly #findFont: (name: string) => DecodeText | undefined;
  readonly #decoders = new Map<string, DecodeText | undefined>();
  readonly #saved: TextState[] = [];
  /** Whether the text of each open marked content is given. */
  readonly #marked: boolean[] = [];
  #state: TextState = { font: '', mode: '0' };
  #operands: string[] = [];
  #shown: string | undefined = '';
  readonly #lines = new Map<number, string>();
  readonly #fills: (readonly [bottom: number, top: number])[] = [];
  #rectangles: (readonly [bottom: number, top: number])[] = [];
  #baseline = 0;
  #leading = 0;
  #isMoved = false;

  constructor(findFont: (name: string) => DecodeText | undefined) {
    this.#findFont = findFont;
  }

  get shown(): string | undefined {
    return this.#shown;
  }

  /** A rectangle that all lines are on is the background. */
  markedLines(): readonly string[] | undefined {
    const lines = [...this.#lines];
    if (this.#isMoved || this.#shown === undefined || lines.length < 2) return undefined;
    const marks = this.#fills.filter((fill) => !lines.every(([baseline]) => isOn(fill, baseline)));
    return lines.filter(([baseline]) => marks.some((mark) => isOn(mark, baseline))).map(([, text]) => text);
  }

  read(content: string): void {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(content); match !== null; match = TOKEN.exec(content)) {
      const [token] = match;
      if (token.startsWith('%')) continue;
      if (token === '(') this.#operands.push(this.#readString(content, match.index));
      else if (/^[<>/[\](){}\d.+-]/.test(token)) this.#operands.push(token);
      else this.#apply(token);
    }
  }

  /** Parentheses in it may be nested. */
  #readString(content: string, start: number): string {
    let level = 0;
    let at = start;
    for (; at < content.length; at += 1) {
      const character = content[at];
      if (character === '\\') at += 1;
      else if (character === '(') level += 1;
      else if (character === ')') level -= 1;
      if (level === 0) break;
    }
    TOKEN.lastIndex = at + 1;
    return content.slice(start, at + 1);
  }

  #apply(operator: string): void {
    const operands = this.#operands;
    this.#operands = [];
    this.#place(operator, operands.map(Number));
    if (operator === 'q') this.#saved.push(this.#state);
    else if (operator === 'Q') this.#state = this.#saved.pop() ?? this.#state;
    else if (operator === 'Tf') this.#state = { ...this.#state, font: operands.at(-2) ?? '' };
    else if (operator === 'Tr') this.#state = { ...this.#state, mode: operands.at(-1) ?? '0' };
    else if (operator === 'BMC' || operator === 'BDC') this.#mark(operands);
    else if (operator === 'EMC') this.#marked.pop();
    else if (operator === 'Tj' || operator === 'TJ' || operator === "'" || operator === '"')
      this.#show(operands);
  }

  /** Follows upright text only. */
  #place(operator: string, operands: readonly number[]): void {
    const last = operands.at(-1) ?? 0;
    const bottom = operands.at(-3) ?? 0;
    if (operator === 'cm') this.#isMoved = true;
    else if (operator === 're')
      this.#rectangles.push([Math.min(bottom, bottom + last), Math.max(bottom, bottom + last)]);
    else if (FILLING.has(operator)) this.#fills.push(...this.#rectangles);
    if (PAINTING.has(operator)) this.#rectangles = [];
    if (operator === 'BT') this.#baseline = 0;
    else if (operator === 'TL') this.#leading = last;
    else if (operator === 'TD') this.#leading = -last;
    if (operator === 'Td' || operator === 'TD') this.#baseline += last;
    else if (operator === 'Tm') this.#baseline = last;
    else if (operator === 'T*' || operator === "'" || operator === '"') this.#baseline -= this.#leading;
  }

  /** /ActualText stands for the glyphs (ISO 32000-1 14.9.4). */
  #mark(operands: readonly string[]): void {
    const text = operands[operands.indexOf('/ActualText') + 1];
    const isGiven = operands.includes('/ActualText') && text !== undefined;
    if (isGiven && !this.#marked.includes(true)) this.#add(decodeTextString(toPdfString(text)));
    this.#marked.push(isGiven);
  }

  #show(operands: readonly string[]): void {
    if (this.#marked.includes(true) || UNPAINTED.has(this.#state.mode)) return;
    const { font } = this.#state;
    if (!this.#decoders.has(font)) this.#decoders.set(font, this.#findFont(font));
    const decode = this.#decoders.get(font);
    for (const operand of operands) {
      if (!operand.startsWith('(') && !operand.startsWith('<')) continue;
      const bytes = toPdfString(operand).asBytes();
      if (bytes.length > 0) this.#add(decode?.(bytes));
    }
  }

  #add(text: string | undefined): void {
    this.#shown = text === undefined || this.#shown === undefined ? undefined : this.#shown + text;
    this.#lines.set(this.#baseline, (this.#lines.get(this.#baseline) ?? '') + (text ?? ''));
  }
}

function isOn([bottom, top]: readonly [bottom: number, top: number], baseline: number): boolean {
  return bottom <= baseline && baseline < top;
}

function toPdfString(token: string): PDFString | PDFHexString {
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
function readFontDecoder(
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
