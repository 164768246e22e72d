/** Where an object lies. */
export const UNKNOWN = 0;
export const FREE = 1;
export const AT_OFFSET = 2;
export const IN_STREAM = 3;

export type EntryKind = typeof UNKNOWN | typeof FREE | typeof AT_OFFSET | typeof IN_STREAM;

const FIRST_CAPACITY = 1024;

/**
 * The cross-reference of a whole file as typed arrays indexed by object number: 150,000 objects cost 2 MB and no
 * garbage. Sections are read from the newest to the oldest, so an entry that is set stays.
 */
export class XrefIndex {
  /** One more than the highest object number that has an entry. */
  size = 0;
  #kinds = new Uint8Array(FIRST_CAPACITY);
  /** Byte offset from the start of the source, or number of the object stream. */
  #places = new Float64Array(FIRST_CAPACITY);
  /** Generation, or index inside the object stream. */
  #extras = new Uint32Array(FIRST_CAPACITY);

  kind(number: number): EntryKind {
    return (this.#kinds[number] ?? UNKNOWN) as EntryKind;
  }

  /** Offset (AT_OFFSET) or object stream number (IN_STREAM). */
  place(number: number): number {
    return this.#places[number] ?? 0;
  }

  /** Generation (AT_OFFSET, FREE) or index (IN_STREAM). */
  extra(number: number): number {
    return this.#extras[number] ?? 0;
  }

  /** Generation under which the object is referred to; objects in streams have 0 (ISO 32000-1 7.5.7). */
  generation(number: number): number {
    return this.kind(number) === IN_STREAM ? 0 : this.extra(number);
  }

  has(number: number): boolean {
    const kind = this.kind(number);
    return kind === AT_OFFSET || kind === IN_STREAM;
  }

  /** Sets an entry unless a newer section has set it. */
  setIfNew(number: number, kind: EntryKind, place: number, extra: number): void {
    if (this.kind(number) !== UNKNOWN) return;
    this.set(number, kind, place, extra);
  }

  set(number: number, kind: EntryKind, place: number, extra: number): void {
    if (number >= this.#kinds.length) this.#grow(number + 1);
    this.#kinds[number] = kind;
    this.#places[number] = place;
    this.#extras[number] = extra;
    if (number >= this.size) this.size = number + 1;
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, this.#kinds.length * 2);
    const kinds = new Uint8Array(capacity);
    const places = new Float64Array(capacity);
    const extras = new Uint32Array(capacity);
    kinds.set(this.#kinds);
    places.set(this.#places);
    extras.set(this.#extras);
    this.#kinds = kinds;
    this.#places = places;
    this.#extras = extras;
  }
}
