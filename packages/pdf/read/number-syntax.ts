import * as characters from './characters.ts';
import { isDigit, latin1 } from './characters.ts';

const { DOT, MINUS, PLUS, ZERO } = characters;

/** Exact in a double, so that a quotient is rounded only once. */
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** Later minus signs are ignored. */
const NUMBER = /^[+-]*([\d-]*\.?[\d-]*)/;

/** V8's small integer: one double among them makes all later walks twice as slow. */
export function toInteger(position: number): number {
  const integer = position | 0;
  return integer === position ? integer : position;
}

/** Digits only. */
export function parseDigits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + (bytes[at] as number) - ZERO;
  return value;
}

/**
 * ISO 32000-1 7.3.3, as tolerant as Poppler and pdf.js: `--5` is -5, `5-3` is 53, `1.5e2` is 1.5. 0 if it is
 * not a number.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  return parseSimpleNumber(bytes, start, end) ?? parseOddNumber(bytes, start, end);
}

/** Up to 15 digits; undefined for any other syntax. */
function parseSimpleNumber(bytes: Uint8Array, start: number, end: number): number | undefined {
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
