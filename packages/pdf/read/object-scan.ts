import type { PdfLimits } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import {
  indexOfText,
  isDigit,
  isWhitespace,
  latin1,
  skipWhitespace,
  startsWithText,
  ZERO,
} from './characters.ts';

/** An object's header found by looking for the word `obj`. */
export interface ScannedObject {
  readonly number: number;
  readonly generation: number;
  /** Offset of the object number. */
  readonly offset: number;
  readonly isObjectStream: boolean;
  readonly isXrefStream: boolean;
}

export interface ObjectScan {
  readonly objects: ScannedObject[];
  /** Offsets right after each keyword `trailer`. */
  readonly trailers: number[];
}

/** Bytes of a dictionary that are searched for its /Length and /Type. */
const DICTIONARY_WINDOW = 4096;
/** Digits of an object number and a generation. */
const MOST_DIGITS = 10;

/** Finds all objects and trailers in one pass over the bytes; what lies inside streams is stepped over. */
export function scanObjects(source: ByteSource, limits: PdfLimits): ObjectScan {
  const bytes = source.read(0, source.size);
  const objects: ScannedObject[] = [];
  const endstream = new NextWord(bytes, 'endstream');
  const endobj = new NextWord(bytes, 'endobj');
  let at = indexOfText(bytes, 'obj');
  while (at >= 0) {
    const header = readHeaderBefore(bytes, at);
    let next = at + 3;
    if (header !== undefined && header.number > 0 && header.number <= limits.objects) {
      const stream = findStream(bytes, next, endobj.after(next));
      objects.push({ ...header, ...stream.kind });
      if (stream.start !== undefined) next = endOfStream(bytes, stream, endstream);
    }
    at = indexOfText(bytes, 'obj', next);
  }
  return { objects, trailers: findTrailers(bytes) };
}

/** The next place of a word, searched once for many questions in rising order. */
class NextWord {
  readonly #bytes: Uint8Array;
  readonly #word: string;
  #found = -1;

  constructor(bytes: Uint8Array, word: string) {
    this.#bytes = bytes;
    this.#word = word;
  }

  /** Position at or after `from`; the end of the bytes when there is none. */
  after(from: number): number {
    if (this.#found >= from) return this.#found;
    const at = indexOfText(this.#bytes, this.#word, from);
    this.#found = at < 0 ? this.#bytes.length : at;
    return this.#found;
  }
}

/** Reads `12 0 ` backwards from the word `obj`. */
function readHeaderBefore(
  bytes: Uint8Array,
  obj: number,
): { number: number; generation: number; offset: number } | undefined {
  const generation = readNumberBefore(bytes, obj);
  if (generation === undefined) return undefined;
  const number = readNumberBefore(bytes, generation.start);
  if (number === undefined || number.end === generation.start) return undefined;
  return { number: number.value, generation: Math.min(generation.value, 65_535), offset: number.start };
}

function readNumberBefore(
  bytes: Uint8Array,
  end: number,
): { value: number; start: number; end: number } | undefined {
  let last = end;
  while (last > 0 && isWhitespace(bytes[last - 1])) last -= 1;
  let start = last;
  while (start > 0 && last - start < MOST_DIGITS && isDigit(bytes[start - 1])) start -= 1;
  if (start === last) return undefined;
  let value = 0;
  for (let i = start; i < last; i += 1) value = value * 10 + (bytes[i] ?? 0) - ZERO;
  return { value, start, end: last };
}

interface ScannedStream {
  /** First byte after the keyword `stream`; undefined when the object is none. */
  readonly start: number | undefined;
  readonly dictionary: string;
  readonly kind: { readonly isObjectStream: boolean; readonly isXrefStream: boolean };
}

const NO_KIND = { isObjectStream: false, isXrefStream: false };

function findStream(bytes: Uint8Array, from: number, end: number): ScannedStream {
  const part = bytes.subarray(from, Math.min(end, from + DICTIONARY_WINDOW));
  for (let at = indexOfText(part, 'stream'); at >= 0; at = indexOfText(part, 'stream', at + 1)) {
    if (!followsDictionary(part, at)) continue;
    const dictionary = latin1(part.subarray(0, at));
    const kind = {
      isObjectStream: dictionary.includes('/ObjStm'),
      isXrefStream: /\/Type\s*\/XRef/.test(dictionary),
    };
    return { start: from + at + 'stream'.length, dictionary, kind };
  }
  return { start: undefined, dictionary: '', kind: NO_KIND };
}

function followsDictionary(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (before > 0 && isWhitespace(bytes[before])) before -= 1;
  return bytes[before] === 0x3e && bytes[before - 1] === 0x3e;
}

/** By /Length when `endstream` is there, else the next `endstream`. */
function endOfStream(bytes: Uint8Array, stream: ScannedStream, endstream: NextWord): number {
  const start = stream.start ?? 0;
  const length = /\/Length\s+(\d{1,12})(?!\s+\d+\s+R)/.exec(stream.dictionary)?.[1];
  if (length !== undefined) {
    const end = skipWhitespace(bytes, start + Number(length));
    if (startsWithText(bytes, end, 'endstream')) return end;
  }
  const end = endstream.after(start);
  return end < bytes.length ? end : start;
}

function findTrailers(bytes: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = indexOfText(bytes, 'trailer'); at >= 0; at = indexOfText(bytes, 'trailer', at + 7))
    found.push(at + 7);
  return found;
}
