import * as characters from '../read/characters.ts';
import { CHARACTER_CLASS, latin1, parseNumber, skipWhitespace } from '../read/characters.ts';
import { decodeHex, unescapeLiteral } from '../read/strings.ts';
import { endOfLiteral, endOfRegular, skipSpace } from '../read/tokens.ts';
import { TEXT_LIMITS } from './limits.ts';

const { BRACKET_CLOSE, BRACKET_OPEN, GREATER, LESS, PAREN_OPEN, SLASH, SPACE, WHITESPACE } = characters;

/** A dictionary in content: numbers, names (with their slash), strings as bytes, arrays and dictionaries. */
export type ContentValue = number | string | boolean | Uint8Array | readonly ContentValue[] | ContentDict;
export interface ContentDict extends ReadonlyMap<string, ContentValue> {}

/** Reads dictionaries in content: properties of marked content, and entries of inline images. */
export class ContentDictReader {
  readonly #bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  /** Reads up to `>>`, or to ID of an inline image. */
  readEntries(isImage: boolean, depth = 0): ContentDict {
    const entries = new Map<string, ContentValue>();
    while (this.#skipSpace()) {
      const byte = this.#bytes[this.position];
      if (byte === SLASH) {
        const key = this.#readWord();
        const value = this.#readValue(depth);
        if (value !== undefined && entries.size < TEXT_LIMITS.operands) entries.set(key, value);
      } else if (byte === GREATER) {
        this.position += this.#bytes[this.position + 1] === GREATER ? 2 : 1;
        if (!isImage) return entries;
      } else if (this.#readWord() === 'ID' && isImage) return entries;
    }
    return entries;
  }

  /** Returns false at the end. */
  #skipSpace(): boolean {
    this.position = skipSpace(this.#bytes, this.position, this.#bytes.length);
    return this.position < this.#bytes.length;
  }

  /** Reads at least one byte. */
  #readWord(): string {
    const start = this.position;
    this.position = endOfRegular(this.#bytes, start + 1, this.#bytes.length);
    return latin1(this.#bytes, start, this.position);
  }

  #readValue(depth: number): ContentValue | undefined {
    if (!this.#skipSpace() || depth > TEXT_LIMITS.nesting) return undefined;
    const byte = this.#bytes[this.position];
    if (byte === BRACKET_OPEN) return this.#readArray(depth);
    if (byte === PAREN_OPEN) return this.#readLiteral();
    if (byte === LESS && this.#bytes[this.position + 1] !== LESS) return this.#readHex();
    if (byte === LESS) {
      this.position += 2;
      return this.readEntries(false, depth + 1);
    }
    if (byte === GREATER) return undefined;
    const start = this.position;
    const word = this.#readWord();
    if (byte === SLASH) return word;
    if (word === 'true' || word === 'false') return word === 'true';
    return /^[-+.\d]/.test(word) ? parseNumber(this.#bytes, start, this.position) : undefined;
  }

  #readLiteral(): Uint8Array {
    const start = this.position + 1;
    const end = endOfLiteral(this.#bytes, start, this.#bytes.length);
    this.position = end + 1;
    return unescapeLiteral(this.#bytes.subarray(start, end));
  }

  #readHex(): Uint8Array {
    const close = this.#bytes.indexOf(GREATER, this.position);
    const end = close < 0 ? this.#bytes.length : close;
    const digits = latin1(this.#bytes, this.position + 1, end);
    this.position = end + 1;
    return decodeHex(digits);
  }

  #readArray(depth: number): ContentValue[] {
    const items: ContentValue[] = [];
    this.position += 1;
    while (this.#skipSpace() && this.#bytes[this.position] !== BRACKET_CLOSE) {
      const before = this.position;
      const value = this.#readValue(depth + 1);
      if (value !== undefined && items.length < TEXT_LIMITS.operands) items.push(value);
      if (this.position === before) return items;
    }
    this.position += 1;
    return items;
  }
}

/** Bytes after EI that must be text: image data may contain the two letters. */
const TEXT_AFTER_IMAGE = 10;

/** Returns the position after EI of an inline image whose data start at a position. */
export function endOfImageData(bytes: Uint8Array, start: number, entries: ContentDict): number {
  const known = lengthOfImage(entries);
  for (let at = start + (known ?? 0); at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) continue;
    const before = at === start ? SPACE : (bytes[at - 1] as number);
    const isWord = CHARACTER_CLASS[before] === WHITESPACE || known !== undefined;
    if (isWord && isFollowedByText(bytes, at + 2)) return at + 2;
  }
  return bytes.length;
}

function isFollowedByText(bytes: Uint8Array, from: number): boolean {
  const end = Math.min(bytes.length, from + TEXT_AFTER_IMAGE);
  if (from < end && skipWhitespace(bytes, from) === from) return false;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte > 0x7e || (byte < SPACE && CHARACTER_CLASS[byte] !== WHITESPACE)) return false;
  }
  return true;
}

/** Without a filter, the size says where the data end. */
function lengthOfImage(entries: ContentDict): number | undefined {
  const entry = (key: string, short: string) => entries.get(key) ?? entries.get(short);
  if (entry('/Filter', '/F') !== undefined) return undefined;
  const [width, height] = [entry('/Width', '/W'), entry('/Height', '/H')];
  const isMask = entry('/ImageMask', '/IM') === true;
  const bits = isMask ? 1 : entry('/BitsPerComponent', '/BPC');
  const components = COMPONENTS[isMask ? '/G' : String(entry('/ColorSpace', '/CS'))];
  if (typeof width !== 'number' || typeof height !== 'number' || typeof bits !== 'number') return undefined;
  const length = components && Math.ceil((width * bits * components) / 8) * height;
  return length !== undefined && length >= 0 ? length : undefined;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  '/G': 1,
  '/DeviceGray': 1,
  '/RGB': 3,
  '/DeviceRGB': 3,
  '/CMYK': 4,
  '/DeviceCMYK': 4,
};
