import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { isWhitespace } from './characters.ts';
import { BoundedOutput } from './flate.ts';

const TILDE = 0x7e;
const GREATER = 0x3e;
const LETTER_Z = 0x7a;
const FIRST_DIGIT = 0x21;
const LAST_DIGIT = 0x75;

/** Decodes hexadecimal data (ISO 32000-1 7.4.2). Skips other characters; a missing last digit is 0. */
export function decodeAsciiHex(bytes: Uint8Array, limit: number): Uint8Array {
  const output = new BoundedOutput(limit);
  let high = -1;
  for (const byte of bytes) {
    if (byte === GREATER) break;
    const digit = hexDigit(byte);
    if (digit < 0) continue;
    if (high >= 0) output.push(high * 16 + digit);
    high = high < 0 ? digit : -1;
  }
  if (high >= 0) output.push(high * 16);
  return output.take();
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Decodes data up to `~` or the first invalid character (7.4.3). */
export function decodeAscii85(bytes: Uint8Array, limit: number): Uint8Array {
  const output = new BoundedOutput(limit);
  let value = 0;
  let count = 0;
  for (const byte of bytes) {
    if (isWhitespace(byte)) continue;
    if (byte === LETTER_Z && count === 0) output.fill(0, 4);
    else if (byte === TILDE || byte < FIRST_DIGIT || byte > LAST_DIGIT) break;
    else {
      value = value * 85 + byte - FIRST_DIGIT;
      count += 1;
    }
    if (count < 5) continue;
    pushBytes(output, value, 4);
    value = 0;
    count = 0;
  }
  // n digits encode n - 1 bytes; missing digits count as the largest.
  if (count > 1) {
    for (let missing = count; missing < 5; missing += 1) value = value * 85 + 84;
    pushBytes(output, value, count - 1);
  }
  return output.take();
}

/** The first `count` of four bytes. */
function pushBytes(output: BoundedOutput, value: number, count: number): void {
  for (let i = 0; i < count; i += 1) output.push(Math.floor(value / 256 ** (3 - i)) % 256);
}

const CLEAR = 256;
const LZW_END = 257;
const FIRST_CODE = 258;
const FIRST_WIDTH = 9;
/** Codes have at most 12 bits. */
const MAX_CODES = 4096;

/**
 * Decodes LZW data (ISO 32000-1 7.4.4.2). Entries are ranges of the output. With `earlyChange`, PDF's default,
 * codes grow one entry early.
 */
export function decodeLzw(bytes: Uint8Array, limit: number, earlyChange = true): Uint8Array {
  const output = new BoundedOutput(limit);
  const codes = new CodeReader(bytes);
  const starts = new Uint32Array(MAX_CODES);
  const lengths = new Uint32Array(MAX_CODES);
  const early = earlyChange ? 1 : 0;
  let next = FIRST_CODE;
  let width = FIRST_WIDTH;
  let previous = { start: 0, length: 0 };
  for (let code = codes.read(width); code !== undefined && code !== LZW_END; code = codes.read(width)) {
    if (code === CLEAR) {
      next = FIRST_CODE;
      width = FIRST_WIDTH;
      previous = { start: 0, length: 0 };
      continue;
    }
    const start = output.length;
    if (code < CLEAR) output.push(code);
    else if (code < next) output.repeat(starts[code] ?? 0, lengths[code] ?? 0);
    else if (code === next && previous.length > 0) output.repeat(previous.start, previous.length + 1);
    else break;
    // The new entry is the previous piece and the first byte of this one, which are adjacent in the output.
    if (previous.length > 0 && next < MAX_CODES) {
      starts[next] = previous.start;
      lengths[next] = previous.length + 1;
      next += 1;
    }
    previous = { start, length: output.length - start };
    width = widthFor(next + early);
  }
  return output.take();
}

function widthFor(entries: number): number {
  if (entries >= 2048) return 12;
  if (entries >= 1024) return 11;
  return entries >= 512 ? 10 : FIRST_WIDTH;
}

/** Reads codes of which the highest bit comes first. */
class CodeReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns undefined at the end. */
  read(width: number): number | undefined {
    while (this.#count < width) {
      if (this.#at >= this.#bytes.length) return undefined;
      this.#bits = ((this.#bits << 8) | (this.#bytes[this.#at] ?? 0)) & 0xff_ffff;
      this.#at += 1;
      this.#count += 8;
    }
    this.#count -= width;
    return (this.#bits >> this.#count) & ((1 << width) - 1);
  }
}

const TIFF_PREDICTOR = 2;
const FIRST_PNG_PREDICTOR = 10;
/** PNG calls the difference to the row above "up". */
const UP = 2;

/** More than any cross-reference stream needs. */
const MAX_ROW_BYTES = 1 << 20;

/** Undoes a /Predictor (ISO 32000-1 7.4.4.4) for 8-bit components. */
export function undoPredictor(bytes: Uint8Array, parameters: PDFDict | undefined): Uint8Array {
  const predictor = readNumber(parameters, 'Predictor', 1);
  if (predictor < TIFF_PREDICTOR) return bytes;
  const colors = readNumber(parameters, 'Colors', 1);
  const bits = readNumber(parameters, 'BitsPerComponent', 8);
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8));
  const row = Math.ceil((readNumber(parameters, 'Columns', 1) * colors * bits) / 8);
  if (!(row > 0 && row <= MAX_ROW_BYTES)) throw new PdfError('damaged', `A predictor row has ${row} bytes`);
  if (predictor >= FIRST_PNG_PREDICTOR) return undoPng(bytes, row, pixel);
  return undoTiff(bytes, row, pixel);
}

function readNumber(dict: PDFDict | undefined, key: string, fallback: number): number {
  const value = dict?.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : fallback;
}

function undoTiff(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const result = bytes.slice();
  for (let i = 0; i < result.length; i += 1) {
    if (i % row >= pixel) result[i] = ((result[i] ?? 0) + (result[i - pixel] ?? 0)) & 0xff;
  }
  return result;
}

/** Without allocating per row: rows of cross-references have six to ten bytes. */
function undoPng(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  // The result begins with one more row, of zeros.
  const result = new Uint8Array((rows + 1) * row);
  for (let number = 0; number < rows; number += 1) {
    const from = number * (row + 1);
    const to = (number + 1) * row;
    const type = bytes[from] ?? 0;
    if (type === UP) addUp(bytes, from + 1, result, to, row);
    else undoRow(type, bytes.subarray(from + 1, from + 1 + row), result, to, row, pixel);
  }
  return result.subarray(row);
}

function addUp(bytes: Uint8Array, from: number, result: Uint8Array, to: number, row: number): void {
  for (let i = 0; i < row; i += 1) result[to + i] = (bytes[from + i] ?? 0) + (result[to + i - row] ?? 0);
}

/** Undoes the filter of a row (ISO/IEC 15948 9.2). */
function undoRow(
  type: number,
  source: Uint8Array,
  result: Uint8Array,
  to: number,
  row: number,
  pixel: number,
): void {
  for (let i = 0; i < row; i += 1) {
    const at = to + i;
    const left = i >= pixel ? (result[at - pixel] ?? 0) : 0;
    const up = result[at - row] ?? 0;
    const corner = i >= pixel ? (result[at - row - pixel] ?? 0) : 0;
    result[at] = (source[i] ?? 0) + predict(type, left, up, corner);
  }
}

function predict(type: number, left: number, up: number, corner: number): number {
  if (type === 1) return left;
  if (type === UP) return up;
  if (type === 3) return (left + up) >> 1;
  return type === 4 ? paeth(left, up, corner) : 0;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

const RUN_LENGTH_END = 128;

/** Decodes run lengths (ISO 32000-1 7.4.5). */
export function decodeRunLength(bytes: Uint8Array, limit: number): Uint8Array {
  const output = new BoundedOutput(limit);
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? RUN_LENGTH_END;
    if (length === RUN_LENGTH_END) break;
    if (length < RUN_LENGTH_END) {
      output.append(bytes.subarray(at + 1, at + 2 + length));
      at += 2 + length;
    } else {
      output.fill(bytes[at + 1] ?? 0, 257 - length);
      at += 2;
    }
  }
  return output.take();
}
