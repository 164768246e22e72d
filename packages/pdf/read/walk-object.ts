import { startsWithText } from './characters.ts';
import type { DictKeys } from './dict-keys.ts';
import { RawDict, walkDictAt } from './dict-walker.ts';
import type { EntryMemo } from './entry-memo.ts';
import { parseDigits, toInteger } from './number-syntax.ts';
import type { ObjectReader } from './object-reader.ts';
import { endOfDigits, skipSpace } from './token-ends.ts';
import * as valueEnds from './value-ends.ts';
import { AT_OFFSET, type CompressedEntry, IN_STREAM, type OffsetEntry } from './xref-index.ts';

const { CUT, IRREGULAR } = valueEnds;

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

/** Undefined unless it is a dictionary in regular syntax at the offset of its entry. */
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

/** `12 0 obj << ... >>` without a stream. The generation of the header or the entry has to match. */
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
