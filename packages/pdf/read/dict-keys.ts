import * as characters from './characters.ts';
import { nameBytes } from './strings.ts';

const { HASH } = characters;

/** The number of slots is a power of two. */
const SLOTS = 256;

/** A set of names to find in dictionaries. Created once, used for many. */
export class DictKeys {
  readonly names: readonly string[];
  readonly #rawNames: readonly Uint8Array[];
  /** One more than the index of the last name of a slot; 0 if empty. */
  readonly #slots = new Uint16Array(SLOTS);
  /** The next name in the same slot, counted in the same way. */
  readonly #others: Uint16Array;

  /** Takes names without the slash, in Latin-1. */
  constructor(names: readonly string[]) {
    this.names = names;
    this.#rawNames = names.map((name) => Buffer.from(name, 'latin1'));
    this.#others = new Uint16Array(names.length);
    for (const [index, bytes] of this.#rawNames.entries()) {
      const slot = slotOf(bytes, 0, bytes.length);
      this.#others[index] = this.#slots[slot] ?? 0;
      this.#slots[slot] = index + 1;
    }
  }

  /** Returns false if the set certainly lacks a name without `#` escapes. */
  mayHave(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#slots[slotOf(bytes, start, end)] !== 0;
  }

  /** Returns the index of a name, or -1. Resolves `#` escapes. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const position = this.findUnescaped(bytes, start, end);
    if (position >= 0 || !hasHash(bytes, start, end)) return position;
    return this.#findEscaped(bytes.subarray(start, end));
  }

  /** Returns the index of a name without `#` escapes, or -1. */
  findUnescaped(bytes: Uint8Array, start: number, end: number): number {
    let next = this.#slots[slotOf(bytes, start, end)] ?? 0;
    for (; next > 0; next = this.#others[next - 1] ?? 0) {
      if (matches(this.#rawNames[next - 1], bytes, start, end)) return next - 1;
    }
    return -1;
  }

  #findEscaped(raw: Uint8Array): number {
    const name = nameBytes(raw);
    return name.length === raw.length
      ? -1
      : this.#rawNames.findIndex((known) => Buffer.compare(known, name) === 0);
  }
}

/** The hash is made of the length, the first and the last byte. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  const first = start < end ? (bytes[start] as number) : 0;
  const last = start < end ? (bytes[end - 1] as number) : 0;
  return ((end - start) * 5 + first * 3 + last * 7) & (SLOTS - 1);
}

function matches(raw: Uint8Array | undefined, bytes: Uint8Array, start: number, end: number): boolean {
  if (raw?.length !== end - start) return false;
  for (let i = 0; i < raw.length; i += 1) {
    if (raw[i] !== bytes[start + i]) return false;
  }
  return true;
}

function hasHash(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === HASH) return true;
  }
  return false;
}
