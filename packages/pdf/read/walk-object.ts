import { startsWithText } from './characters.ts';
import type { DictKeys } from './dict-keys.ts';
import { RawDict, walkDictAt } from './dict-walker.ts';
import type { EntryTrail } from './entry-trail.ts';
import { parseDigits, toInteger } from './number-syntax.ts';
import type { ObjectReader } from './object-reader.ts';
import { endOfDigits, skipSpace } from './token-ends.ts';
import * as valueEnds from './value-ends.ts';
import { AT_OFFSET, IN_STREAM } from './xref-index.ts';

// Constants of this module too: characters.ts says why.
const { CUT, IRREGULAR } = valueEnds;

/**
 * Bytes looked at, growing: a field is short, and a short window seldom spans two blocks of the file. What is longer
 * than the last is left to the parser, which counts what it searches.
 */
const WINDOWS = [1024, 16 * 1024, 128 * 1024];

/** An indirect object as a reference names it. */
interface Wanted {
  readonly number: number;
  readonly generation: number;
}

type Walk = RawDict | typeof CUT | typeof IRREGULAR;

/**
 * Walks an indirect object at its place in the file. Undefined for everything but a plain dictionary in regular syntax
 * at the very place that the cross-reference names.
 */
export function walkObject(
  reader: ObjectReader,
  number: number,
  generation: number,
  keys: DictKeys,
): RawDict | undefined {
  const walk = walkAnywhere(reader, { number, generation }, keys);
  return walk instanceof RawDict ? walk : undefined;
}

function walkAnywhere(reader: ObjectReader, wanted: Wanted, keys: DictKeys): Walk {
  const { kind, place, extra } = reader.index.find(wanted.number);
  if (kind === AT_OFFSET) return walkPlain(reader, wanted, place, extra, keys);
  // Compressed objects have no generation (ISO 32000-1 7.5.7).
  if (kind === IN_STREAM && wanted.generation === 0) return walkCompressed(reader, wanted.number, keys);
  return IRREGULAR;
}

function walkCompressed(reader: ObjectReader, number: number, keys: DictKeys): Walk {
  const place = reader.locateCompressed(number);
  if (place === undefined) return IRREGULAR;
  return walkDictAt(place.bytes, place.position, place.bytes.length, keys, reader.trail);
}

function walkPlain(
  reader: ObjectReader,
  wanted: Wanted,
  offset: number,
  entryGeneration: number,
  keys: DictKeys,
): Walk {
  const block = reader.blockAt(offset);
  const walk = walkIndirect(
    block.bytes,
    toInteger(offset - block.start),
    wanted,
    entryGeneration,
    keys,
    reader.trail,
  );
  return walk === CUT ? walkBeyond(reader, offset, wanted, entryGeneration, keys) : walk;
}

/** An object that does not end in the block where it begins. */
function walkBeyond(
  reader: ObjectReader,
  offset: number,
  wanted: Wanted,
  entryGeneration: number,
  keys: DictKeys,
): Walk {
  for (const length of WINDOWS) {
    const window = reader.source.read(offset, length);
    const walk = walkIndirect(window, 0, wanted, entryGeneration, keys, reader.trail);
    if (walk !== CUT || window.length < length) return walk;
  }
  return CUT;
}

/** `12 0 obj << ... >>`, with no stream behind it. The header's or the entry's generation has to be the one wanted. */
function walkIndirect(
  window: Uint8Array,
  from: number,
  wanted: Wanted,
  entryGeneration: number,
  keys: DictKeys,
  trail: EntryTrail,
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
  const walk = walkDictAt(window, keyword + 3, end, keys, trail);
  return walk instanceof RawDict ? unlessStream(window, walk) : walk;
}

function unlessStream(window: Uint8Array, dict: RawDict): Walk {
  const next = skipSpace(window, dict.end, window.length);
  if (next + 6 > window.length) return CUT;
  return startsWithText(window, next, 'stream') ? IRREGULAR : dict;
}
