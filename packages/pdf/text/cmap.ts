import { CHARACTER_CLASS, DELIMITER, latin1, PERCENT, SLASH, WHITESPACE } from '../read/characters.ts';
import { decodeHex, unescapeLiteral } from '../read/strings.ts';
import { endOfComment, endOfLiteral, endOfRegular } from '../read/tokens.ts';
import { TEXT_LIMITS } from './limits.ts';

/** Wider ranges are kept as ranges. */
const MAX_EXPANDED = 256;
const MAX_CODE_BYTES = 4;
/** They are searched one after the other. */
const MAX_SPACES = 100;
const MAX_TEXT_RANGES = 4000;

interface CodeSpace {
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

interface CidRange {
  readonly low: number;
  readonly high: number;
  readonly cid: number;
}

interface TextRange {
  readonly low: number;
  readonly high: number;
  readonly text: string;
}

/** Codes of a font's strings, their glyph numbers (CIDs) and their texts (ISO 32000-1 9.7.5, 9.10.3). */
export class CMap {
  isVertical = false;
  readonly #spaces: CodeSpace[] = [];
  readonly #cids = new Map<number, number>();
  readonly #cidRanges: CidRange[] = [];
  readonly #texts = new Map<number, string>();
  readonly #textRanges: TextRange[] = [];
  #isSorted = true;
  #room = TEXT_LIMITS.cmapEntries;

  /** Takes over everything that another one maps. */
  include(other: CMap): void {
    this.#spaces.push(...other.#spaces);
    this.#cidRanges.push(...other.#cidRanges);
    for (const [code, cid] of other.#cids) this.#cids.set(code, cid);
    this.#isSorted = false;
  }

  addSpace(bytes: number, low: number, high: number): void {
    if (bytes < 1 || bytes > MAX_CODE_BYTES || this.#spaces.length >= MAX_SPACES) return;
    this.#spaces.push({ bytes, low, high });
  }

  addCid(code: number, cid: number): void {
    if (this.#takeRoom()) this.#cids.set(code, cid);
  }

  addCids(low: number, high: number, cid: number): void {
    if (high < low || !this.#takeRoom()) return;
    this.#cidRanges.push({ low, high, cid });
    this.#isSorted = false;
  }

  addText(code: number, text: string): void {
    if (this.#takeRoom()) this.#texts.set(code, text);
  }

  /** The last character of the text counts up. */
  addTexts(low: number, high: number, text: string): void {
    if (high < low || text === '' || !this.#takeRoom()) return;
    if (high - low > MAX_EXPANDED) {
      if (this.#textRanges.length < MAX_TEXT_RANGES) this.#textRanges.push({ low, high, text });
      return;
    }
    for (let code = low; code <= high && this.#takeRoom(); code += 1)
      this.#texts.set(code, countUp(text, code - low));
  }

  #takeRoom(): boolean {
    this.#room -= 1;
    return this.#room > 0;
  }

  /** Returns the number of bytes of the code at a position. */
  lengthAt(bytes: Uint8Array, at: number, end: number): number {
    let code = 0;
    for (let length = 1; length <= MAX_CODE_BYTES && at + length <= end; length += 1) {
      code = code * 256 + (bytes[at + length - 1] as number);
      if (this.#isInSpace(code, length)) return length;
    }
    return Math.min(this.#spaces[0]?.bytes ?? 2, end - at);
  }

  #isInSpace(code: number, length: number): boolean {
    return this.#spaces.some(({ bytes, low, high }) => bytes === length && isWithin(code, low, high, bytes));
  }

  cidOf(code: number): number | undefined {
    const cid = this.#cids.get(code);
    if (cid !== undefined) return cid;
    this.#sort();
    let [from, to] = [0, this.#cidRanges.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#cidRanges[middle]?.high ?? 0) < code) from = middle + 1;
      else to = middle;
    }
    const range = this.#cidRanges[from];
    return range !== undefined && range.low <= code ? range.cid + code - range.low : undefined;
  }

  #sort(): void {
    if (this.#isSorted) return;
    this.#cidRanges.sort((one, other) => one.high - other.high);
    this.#isSorted = true;
  }

  textOf(code: number): string | undefined {
    const text = this.#texts.get(code);
    if (text !== undefined) return text;
    if (this.#textRanges.length === 0) return undefined;
    const range = this.#textRanges.find(({ low, high }) => low <= code && code <= high);
    return range && countUp(range.text, code - range.low);
  }
}

/** Each byte has a range of its own. */
function isWithin(code: number, low: number, high: number, bytes: number): boolean {
  for (let shift = 0; shift < bytes * 8; shift += 8) {
    const byte = (code >>> shift) & 255;
    if (byte < ((low >>> shift) & 255) || byte > ((high >>> shift) & 255)) return false;
  }
  return true;
}

function countUp(text: string, by: number): string {
  if (by === 0) return text;
  const last = text.length > 1 && /[\udc00-\udfff]$/.test(text) ? text.length - 2 : text.length - 1;
  const codePoint = (text.codePointAt(last) ?? 0) + by;
  return text.slice(0, last) + (codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd');
}

type Token = number | string | Uint8Array;

/** Reads a CMap program. `useCMap` finds the one that it extends. */
export function parseCMap(
  bytes: Uint8Array,
  useCMap: (name: string) => CMap | undefined = () => undefined,
): CMap {
  const cmap = new CMap();
  let operands: Token[] = [];
  for (const token of listTokens(bytes)) {
    if (typeof token !== 'string' || token.startsWith('/') || token === '[' || token === ']') {
      operands.push(token);
      continue;
    }
    applyOperator(cmap, token, operands, useCMap);
    operands = [];
  }
  return cmap;
}

function applyOperator(
  cmap: CMap,
  operator: string,
  operands: readonly Token[],
  useCMap: (name: string) => CMap | undefined,
): void {
  if (operator === 'endcodespacerange') addSpaces(cmap, operands);
  else if (operator === 'endcidchar') addPairs(operands, (code, cid) => cmap.addCid(code, cid));
  else if (operator === 'endcidrange') addCidRanges(cmap, operands);
  else if (operator === 'endbfchar') addChars(cmap, operands);
  else if (operator === 'endbfrange') addTextRanges(cmap, operands);
  else if (operator === 'def' && operands.at(-2) === '/WMode') cmap.isVertical = operands.at(-1) === 1;
  else if (operator === 'usecmap') {
    const base = useCMap(String(operands.at(-1)).slice(1));
    if (base !== undefined) cmap.include(base);
  }
}

function addSpaces(cmap: CMap, operands: readonly Token[]): void {
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [low, high] = [operands[index], operands[index + 1]];
    if (low instanceof Uint8Array && high instanceof Uint8Array)
      cmap.addSpace(low.length, codeOf(low), codeOf(high));
  }
}

function addPairs(operands: readonly Token[], add: (code: number, cid: number) => void): void {
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [code, cid] = [operands[index], operands[index + 1]];
    if (code instanceof Uint8Array && typeof cid === 'number') add(codeOf(code), cid);
  }
}

function addCidRanges(cmap: CMap, operands: readonly Token[]): void {
  for (let index = 0; index + 2 < operands.length; index += 3) {
    const [low, high, cid] = [operands[index], operands[index + 1], operands[index + 2]];
    if (low instanceof Uint8Array && high instanceof Uint8Array && typeof cid === 'number')
      cmap.addCids(codeOf(low), codeOf(high), cid);
  }
}

function addChars(cmap: CMap, operands: readonly Token[]): void {
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [code, text] = [operands[index], operands[index + 1]];
    if (code instanceof Uint8Array && text instanceof Uint8Array) cmap.addText(codeOf(code), utf16(text));
  }
}

/** A range has one text that counts up, or a list of texts. */
function addTextRanges(cmap: CMap, operands: readonly Token[]): void {
  for (let index = 0; index + 2 < operands.length; ) {
    const [low, high, text] = [operands[index], operands[index + 1], operands[index + 2]];
    index += 3;
    if (!(low instanceof Uint8Array) || !(high instanceof Uint8Array)) continue;
    if (text instanceof Uint8Array) cmap.addTexts(codeOf(low), codeOf(high), utf16(text));
    if (text !== '[') continue;
    for (let code = codeOf(low); index < operands.length && operands[index] !== ']'; index += 1, code += 1) {
      const item = operands[index];
      if (item instanceof Uint8Array) cmap.addText(code, utf16(item));
    }
    index += 1;
  }
}

function codeOf(bytes: Uint8Array): number {
  let code = 0;
  for (const byte of bytes.subarray(0, MAX_CODE_BYTES)) code = code * 256 + byte;
  return code;
}

function utf16(bytes: Uint8Array): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0] ?? 0);
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return even.swap16().toString('utf16le');
}

function* listTokens(bytes: Uint8Array): Generator<Token> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (CHARACTER_CLASS[byte] === WHITESPACE) at += 1;
    else if (byte === PERCENT) at = endOfComment(bytes, at, bytes.length);
    else if (byte === 0x3c && bytes[at + 1] !== 0x3c) {
      const close = bytes.indexOf(0x3e, at);
      const end = close < 0 ? bytes.length : close;
      yield decodeHex(latin1(bytes, at + 1, end));
      at = end + 1;
    } else if (byte === 0x28) {
      const end = endOfLiteral(bytes, at + 1, bytes.length);
      yield unescapeLiteral(bytes.subarray(at + 1, end));
      at = end + 1;
    } else if (byte === 0x5b || byte === 0x5d) {
      yield String.fromCharCode(byte);
      at += 1;
    } else {
      const end = endOfRegular(bytes, at + 1, bytes.length);
      const word = latin1(bytes, at, end);
      const number = byte === SLASH ? Number.NaN : Number(word);
      if (byte === SLASH || CHARACTER_CLASS[byte] !== DELIMITER) yield Number.isNaN(number) ? word : number;
      at = end;
    }
  }
}
