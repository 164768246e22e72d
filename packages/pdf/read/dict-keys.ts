import * as characters from './characters.ts';
import { nameBytes } from './name-bytes.ts';

// Constants of this module too: characters.ts says why.
const { HASH } = characters;

/** Slots (a power of two): some dozens of names seldom share one. */
const SLOTS = 256;

/** Names to look for in dictionaries, made once and used for many. */
export class DictKeys {
  readonly names: readonly string[];
  readonly #spellings: readonly Uint8Array[];
  /** By slot, one more than the position in `names` of the name that was put there last; 0 for none. */
  readonly #slots = new Uint16Array(SLOTS);
  /** By position, the same for the name that was there before. */
  readonly #others: Uint16Array;

  readonly #noPlaces: readonly number[];

  /** Names without the slash, one character a byte. */
  constructor(names: readonly string[]) {
    this.names = names;
    this.#noPlaces = new Array<number>(names.length * 2).fill(0);
    this.#spellings = names.map((name) => Buffer.from(name, 'latin1'));
    this.#others = new Uint16Array(names.length);
    for (const [index, bytes] of this.#spellings.entries()) {
      const slot = slotOf(bytes, 0, bytes.length);
      this.#others[index] = this.#slots[slot] ?? 0;
      this.#slots[slot] = index + 1;
    }
  }

  /** Two zeros for each name: where a walk notes start and end of the values. */
  noPlaces(): number[] {
    return this.#noPlaces.slice();
  }

  /** False when the name spelled by `bytes[start..end)`, in which no `#` escapes a character, is none of these. */
  mayHave(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#slots[slotOf(bytes, start, end)] !== 0;
  }

  /** Position in `names` of the key spelled by `bytes[start..end)`, however it is escaped; -1 for any other. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const position = this.findSpelled(bytes, start, end);
    if (position >= 0 || !hasHash(bytes, start, end)) return position;
    return this.#findEscaped(bytes.subarray(start, end));
  }

  /** The same for a key in which no `#` escapes a character. */
  findSpelled(bytes: Uint8Array, start: number, end: number): number {
    let next = this.#slots[slotOf(bytes, start, end)] ?? 0;
    for (; next > 0; next = this.#others[next - 1] ?? 0) {
      if (matches(this.#spellings[next - 1], bytes, start, end)) return next - 1;
    }
    return -1;
  }

  #findEscaped(spelling: Uint8Array): number {
    const name = nameBytes(spelling);
    return name.length === spelling.length
      ? -1
      : this.#spellings.findIndex((known) => Buffer.compare(known, name) === 0);
  }
}

/** By length, first and last byte: few names share all three. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  const first = start < end ? (bytes[start] as number) : 0;
  const last = start < end ? (bytes[end - 1] as number) : 0;
  return ((end - start) * 5 + first * 3 + last * 7) & (SLOTS - 1);
}

function matches(spelling: Uint8Array | undefined, bytes: Uint8Array, start: number, end: number): boolean {
  if (spelling?.length !== end - start) return false;
  for (let i = 0; i < spelling.length; i += 1) {
    if (spelling[i] !== bytes[start + i]) return false;
  }
  return true;
}

function hasHash(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === HASH) return true;
  }
  return false;
}
