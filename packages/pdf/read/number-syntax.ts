import * as characters from './characters.ts';
import { isDigit, latin1 } from './characters.ts';

// Constants of this module too: characters.ts says why.
const { DOT, MINUS, PLUS, ZERO } = characters;

/** Powers of ten that a double holds exactly: a quotient of two exact numbers is rounded once, as the decimal would be. */
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** Signs in any number, digits with at most one dot; minus signs in between are dropped. */
const NUMBER = /^[+-]*([\d-]*\.?[\d-]*)/;

/**
 * A position in bytes at hand as V8's own kind of integer. One that comes out of a column of doubles stays a double, and so
 * does all that is counted on from it: having met a single one, the walk over every later file took twice as long.
 */
export function toInteger(position: number): number {
  const integer = position | 0;
  return integer === position ? integer : position;
}

/** Value of the digits in `bytes[start..end)`, which holds nothing else. */
export function parseDigits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + (bytes[at] as number) - ZERO;
  return value;
}

/**
 * Value of a number spelled by `bytes[start..end)`, integer or real (ISO 32000-1 7.3.3). Takes what readers take:
 * `--5` is -5, `5-3` is 53 and `1.5e2` is 1.5 (Poppler, pdf.js); 0 for what is none and for what no double holds.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  return parsePlainNumber(bytes, start, end) ?? parseOddNumber(bytes, start, end);
}

/** The usual spelling of up to 15 digits; undefined for any other. */
function parsePlainNumber(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start >= POWERS_OF_TEN.length) return undefined;
  const sign = bytes[start];
  const first = sign === MINUS || sign === PLUS ? start + 1 : start;
  let value = 0;
  let dot = end;
  for (let at = first; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === DOT && dot === end) dot = at;
    else if (isDigit(byte)) value = value * 10 + byte - ZERO;
    else return undefined;
  }
  const size = dot < end ? value / (POWERS_OF_TEN[end - dot - 1] ?? 1) : value;
  return sign === MINUS && size !== 0 ? -size : size;
}

function parseOddNumber(bytes: Uint8Array, start: number, end: number): number {
  const text = latin1(bytes.subarray(start, end));
  const digits = NUMBER.exec(text)?.[1]?.replaceAll('-', '') ?? '';
  const isNegative = /^[+-]*/.exec(text)?.[0].endsWith('-') ?? false;
  const size = Number.parseFloat(digits);
  if (!Number.isFinite(size) || size === 0) return 0;
  return isNegative ? -size : size;
}
