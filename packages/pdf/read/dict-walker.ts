import * as characters from './characters.ts';
import { parseDigits, startsWithText, toInteger } from './characters.ts';
import type { DictKeys } from './dict-keys.ts';
import { EntryMemo } from './entry-memo.ts';
import type { ObjectReader } from './object-reader.ts';
import { kindOf, type RawKind, type RawValue, rawValue, refNumber } from './raw-value.ts';
import * as strictReader from './strict-reader.ts';
import { endOfDigits, skipSpace } from './tokens.ts';
import { AT_OFFSET, type CompressedEntry, IN_STREAM, type OffsetEntry } from './xref-index.ts';

const { GREATER, LESS, SLASH } = characters;
const { CUT, IRREGULAR } = strictReader;

/** The number of integers that are reserved at once. */
const CHUNK_LENGTH = 8192;

let chunk = new Int32Array(0);
let usedOfChunk = 0;

/** Reserves zeros in `chunk`: arrays for each of thousands of dictionaries would keep the garbage collection busy. */
function reserve(length: number): number {
  if (usedOfChunk + length > chunk.length) {
    chunk = new Int32Array(Math.max(CHUNK_LENGTH, length));
    usedOfChunk = 0;
  }
  usedOfChunk += length;
  return usedOfChunk - length;
}

/** The values that a walk found for its keys. */
export class RawDict {
  /** The source of the dictionary; all offsets count in it. Must not be written to. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly keys: DictKeys;
  /** Start and end of each value from `#base`; 0 if the key is missing. Other dictionaries have the rest. */
  readonly #ranges: Int32Array;
  readonly #base: number;
  /** The positions of repeated keys, once per repetition. */
  readonly #repeated: readonly number[];

  constructor(walked: WalkedDict) {
    this.keys = walked.keys;
    this.bytes = walked.bytes;
    this.#ranges = walked.ranges;
    this.#base = walked.base;
    this.#repeated = walked.repeated;
    this.start = walked.start;
    this.end = walked.end;
  }

  /** Returns undefined if the value is missing or null. */
  get(name: string): RawValue | undefined {
    return this.at(this.indexOf(name));
  }

  /** Returns the index that the methods below take, or -1. */
  indexOf(name: string): number {
    return this.keys.names.indexOf(name);
  }

  at(position: number): RawValue | undefined {
    const start = this.startAt(position);
    return start === 0 ? undefined : unlessNull(rawValue(this.bytes, start, this.endAt(position)));
  }

  /** Returns `null` for a missing value. */
  kindAt(position: number): RawKind {
    const start = this.startAt(position);
    return start === 0 ? 'null' : kindOf(this.bytes, start, this.endAt(position));
  }

  /** Returns 0 for a missing value. */
  startAt(position: number): number {
    return position < 0 ? 0 : (this.#ranges[this.#base + position * 2] as number);
  }

  /** Returns 0 for a missing value. */
  endAt(position: number): number {
    return position < 0 ? 0 : (this.#ranges[this.#base + position * 2 + 1] as number);
  }

  /** Returns the range of a value, null included. */
  rangeOf(position: number): { readonly start: number; readonly end: number } | undefined {
    const start = this.startAt(position);
    return start === 0 ? undefined : { start, end: this.endAt(position) };
  }

  /** Returns how often the dictionary has a key. */
  count(position: number): number {
    if (this.startAt(position) === 0) return 0;
    if (this.#repeated.length === 0) return 1;
    return 1 + this.#repeated.filter((repeated) => repeated === position).length;
  }

  /** Returns the object number of a reference of generation 0, otherwise -1. */
  refNumberAt(position: number): number {
    const start = this.startAt(position);
    return start === 0 ? -1 : refNumber(this.bytes, start, this.endAt(position));
  }
}

interface WalkedDict {
  readonly keys: DictKeys;
  readonly bytes: Uint8Array;
  readonly ranges: Int32Array;
  readonly base: number;
  readonly repeated: readonly number[];
  readonly start: number;
  readonly end: number;
}

const NONE: readonly number[] = [];

/** The bytes of nested dictionaries may change. */
const INNER = new EntryMemo(0);

/**
 * Creates no objects. `CUT`: the bytes end too early; `IRREGULAR`: only the parser can read the dictionary.
 * The last of equal keys counts.
 */
export function walkDictAt(
  bytes: Uint8Array,
  from: number,
  end: number,
  keys: DictKeys,
  memo: EntryMemo,
): RawDict | typeof CUT | typeof IRREGULAR {
  let at = skipSpace(bytes, from, end);
  if (at + 1 >= end) return CUT;
  if (bytes[at] !== LESS || bytes[at + 1] !== LESS) return IRREGULAR;
  const start = at;
  const base = reserve(keys.names.length * 2);
  const ranges = chunk;
  let repeated = NONE;
  at = skipSpace(bytes, at + 2, end);
  memo.start(keys);
  for (let turn = 0; at < end && bytes[at] === SLASH; turn += 1) {
    const next = memo.skipEntry(bytes, at, end, turn);
    if (next < 0) return next === CUT ? CUT : IRREGULAR;
    const index = memo.keyIndex;
    if (index >= 0) {
      const slot = base + index * 2;
      if (ranges[slot] !== 0) repeated = [...repeated, index];
      ranges[slot] = at + memo.lengthToValue;
      ranges[slot + 1] = at + memo.lengthWithValue;
    }
    at = next;
  }
  if (at + 1 >= end) return CUT;
  if (bytes[at] !== GREATER || bytes[at + 1] !== GREATER) return IRREGULAR;
  return new RawDict({ keys, bytes, ranges, base, repeated, start, end: at + 2 });
}

/** Walks a value that is a dictionary. Returns undefined for other kinds and irregular syntax. */
export function walkDict(value: RawValue | undefined, keys: DictKeys): RawDict | undefined {
  if (value?.kind !== 'dict') return undefined;
  const found = walkDictAt(value.bytes, value.start, value.end, keys, INNER);
  return found instanceof RawDict ? found : undefined;
}

function unlessNull(value: RawValue): RawValue | undefined {
  return value.kind === 'null' ? undefined : value;
}

/**
 * Growing: a short one seldom spans two file blocks. Longer objects are left to the parser, which charges
 * them.
 */
const WINDOWS = [1024, 16 * 1024, 128 * 1024];

interface ObjectId {
  readonly number: number;
  readonly generation: number;
}

type Walk = RawDict | typeof CUT | typeof IRREGULAR;

/** Returns undefined unless the object is a dictionary in regular syntax at the offset of its entry. */
export function walkObject(
  reader: ObjectReader,
  number: number,
  generation: number,
  keys: DictKeys,
): RawDict | undefined {
  const walk = walkAnywhere(reader, { number, generation }, keys);
  return walk instanceof RawDict ? walk : undefined;
}

function walkAnywhere(reader: ObjectReader, wanted: ObjectId, keys: DictKeys): Walk {
  const entry = reader.index.find(wanted.number);
  // Its strings have to be decrypted.
  if (entry.kind === AT_OFFSET && reader.encryption !== undefined) return IRREGULAR;
  if (entry.kind === AT_OFFSET) return walkUncompressed(reader, wanted, entry, keys);
  // Compressed objects have generation 0 (ISO 32000-1 7.5.7).
  if (entry.kind === IN_STREAM && wanted.generation === 0)
    return walkCompressed(reader, wanted.number, entry, keys);
  return IRREGULAR;
}

function walkCompressed(reader: ObjectReader, number: number, entry: CompressedEntry, keys: DictKeys): Walk {
  const range = reader.locateCompressed(number, entry);
  if (range === undefined) return IRREGULAR;
  return walkDictAt(range.bytes, range.start, range.bytes.length, keys, reader.memo);
}

function walkUncompressed(
  reader: ObjectReader,
  wanted: ObjectId,
  { offset, generation }: OffsetEntry,
  keys: DictKeys,
): Walk {
  const block = reader.blockAt(offset);
  const walk = walkIndirect(
    block.bytes,
    toInteger(offset - block.start),
    wanted,
    generation,
    keys,
    reader.memo,
  );
  return walk === CUT ? walkBeyond(reader, offset, wanted, generation, keys) : walk;
}

function walkBeyond(
  reader: ObjectReader,
  offset: number,
  wanted: ObjectId,
  entryGeneration: number,
  keys: DictKeys,
): Walk {
  for (const length of WINDOWS) {
    const window = reader.source.read(offset, length);
    const walk = walkIndirect(window, 0, wanted, entryGeneration, keys, reader.memo);
    if (walk !== CUT || window.length < length) return walk;
  }
  return CUT;
}

/** Walks `12 0 obj << ... >>` without a stream. The generation of the header or the entry has to match. */
function walkIndirect(
  window: Uint8Array,
  from: number,
  wanted: ObjectId,
  entryGeneration: number,
  keys: DictKeys,
  memo: EntryMemo,
): Walk {
  const end = window.length;
  const numberEnd = endOfDigits(window, from, end);
  const start = skipSpace(window, numberEnd, end);
  const generationEnd = endOfDigits(window, start, end);
  const keyword = skipSpace(window, generationEnd, end);
  if (keyword + 3 > end) return CUT;
  if (numberEnd === from || generationEnd === start || !startsWithText(window, keyword, 'obj'))
    return IRREGULAR;
  if (parseDigits(window, from, numberEnd) !== wanted.number) return IRREGULAR;
  const generation = parseDigits(window, start, generationEnd);
  if (generation !== wanted.generation && entryGeneration !== wanted.generation) return IRREGULAR;
  const walk = walkDictAt(window, keyword + 3, end, keys, memo);
  return walk instanceof RawDict ? unlessStream(window, walk) : walk;
}

function unlessStream(window: Uint8Array, dict: RawDict): Walk {
  const next = skipSpace(window, dict.end, window.length);
  if (next + 6 > window.length) return CUT;
  return startsWithText(window, next, 'stream') ? IRREGULAR : dict;
}
