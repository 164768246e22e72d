import * as characters from './characters.ts';
import type { DictKeys } from './dict-keys.ts';
import { EntryTrail } from './entry-trail.ts';
import { kindOf, type RawKind, type RawValue, rawValue } from './raw-value.ts';
import { skipSpace } from './token-ends.ts';
import * as valueEnds from './value-ends.ts';

// Constants of this module too: characters.ts says why.
const { GREATER, LESS, SLASH } = characters;
const { CUT, IRREGULAR } = valueEnds;

/** The values that a walk found for its keys. */
export class RawDict {
  /** What the dictionary is spelled in; positions count in it. They belong to the file. */
  readonly bytes: Uint8Array;
  /** Position of the dictionary. */
  readonly start: number;
  /** Position behind the dictionary. */
  readonly end: number;
  /** What was looked for. */
  readonly keys: DictKeys;
  /** Start and end of the value of each key in turn; 0, where no value can begin, for a key that is not there. */
  readonly #places: readonly number[];
  /** Positions of keys that came again, once for each time. */
  readonly #repeated: readonly number[];

  constructor(walked: WalkedDict) {
    this.keys = walked.keys;
    this.bytes = walked.bytes;
    this.#places = walked.places;
    this.#repeated = walked.repeated;
    this.start = walked.start;
    this.end = walked.end;
  }

  /** The value of one of the keys that were looked for; undefined when it is missing or null. */
  get(name: string): RawValue | undefined {
    return this.at(this.positionOf(name));
  }

  /** Position of a name in those that were looked for; -1 when this one was not. */
  positionOf(name: string): number {
    return this.keys.names.indexOf(name);
  }

  /** The value by its key's position, for those who ask often. */
  at(position: number): RawValue | undefined {
    const start = this.#places[position * 2] ?? 0;
    if (start === 0) return undefined;
    return unlessNull(rawValue(this.bytes, start, this.#places[position * 2 + 1] as number));
  }

  /** What kind of value the key at a position has, `null` when it is missing. */
  kindAt(position: number): RawKind {
    const start = this.#places[position * 2] ?? 0;
    return start === 0 ? 'null' : kindOf(this.bytes, start, this.#places[position * 2 + 1] as number);
  }

  /** Where the value of the key at a position starts; 0 when it is missing. */
  startAt(position: number): number {
    return this.#places[position * 2] ?? 0;
  }

  /** Behind the value of the key at a position; 0 when it is missing. */
  endAt(position: number): number {
    return this.#places[position * 2 + 1] ?? 0;
  }

  /** Where the value of the key at a position stands, null or not. */
  placeOf(position: number): { readonly start: number; readonly end: number } | undefined {
    const start = this.#places[position * 2] ?? 0;
    return start === 0 ? undefined : { start, end: this.#places[position * 2 + 1] as number };
  }

  /** How often the dictionary has the key at a position, once by the rules. */
  count(position: number): number {
    const repeats = this.#repeated.filter((repeated) => repeated === position);
    return (this.placeOf(position) === undefined ? 0 : 1) + repeats.length;
  }
}

/** What a walk has found. */
interface WalkedDict {
  readonly keys: DictKeys;
  readonly bytes: Uint8Array;
  readonly places: number[];
  readonly repeated: readonly number[];
  readonly start: number;
  readonly end: number;
}

const NONE: readonly number[] = [];

/** For dictionaries inside others: of their bytes nobody says how long they stay. */
const INNER = new EntryTrail(0);

/**
 * Finds the values of some keys in the dictionary at `from` without making an object for any of them: a form field has
 * a dozen entries that matter. Of equal keys the last counts, as for the parser. Answers `CUT` when the bytes end
 * before the dictionary, `IRREGULAR` when it is not spelled by the rules and the parser has to judge. `trail` comes along
 * from one dictionary of a file to the next.
 */
export function walkDictAt(
  bytes: Uint8Array,
  from: number,
  end: number,
  keys: DictKeys,
  trail: EntryTrail,
): RawDict | typeof CUT | typeof IRREGULAR {
  let at = skipSpace(bytes, from, end);
  if (at + 1 >= end) return CUT;
  if (bytes[at] !== LESS || bytes[at + 1] !== LESS) return IRREGULAR;
  const start = at;
  const places = keys.noPlaces();
  let repeated = NONE;
  at = skipSpace(bytes, at + 2, end);
  trail.start(keys);
  for (let turn = 0; at < end && bytes[at] === SLASH; turn += 1) {
    const next = trail.pass(bytes, at, end, turn);
    if (next < 0) return next === CUT ? CUT : IRREGULAR;
    const index = trail.key;
    if (index >= 0) {
      if (places[index * 2] !== 0) repeated = [...repeated, index];
      places[index * 2] = at + trail.lengthToValue;
      places[index * 2 + 1] = at + trail.lengthWithValue;
    }
    at = next;
  }
  if (at + 1 >= end) return CUT;
  if (bytes[at] !== GREATER || bytes[at + 1] !== GREATER) return IRREGULAR;
  return new RawDict({ keys, bytes, places, repeated, start, end: at + 2 });
}

/**
 * The same for a value that is a dictionary, as another walk found it; undefined for any other kind, and for syntax
 * that only the parser understands.
 */
export function walkDict(value: RawValue | undefined, keys: DictKeys): RawDict | undefined {
  if (value?.kind !== 'dict') return undefined;
  const found = walkDictAt(value.bytes, value.start, value.end, keys, INNER);
  return found instanceof RawDict ? found : undefined;
}

function unlessNull(value: RawValue): RawValue | undefined {
  return value.kind === 'null' ? undefined : value;
}
