import {
  AT_OFFSET,
  type EntryKind,
  FREE,
  IN_STREAM,
  NumberColumn,
  UNKNOWN,
  type XrefIndex,
} from '../read/xref-index.ts';

/** Offsets count from the header. */
export interface XrefEntries {
  kind(number: number): EntryKind;
  offsetOrStream(number: number): number;
  generationOrIndex(number: number): number;
}

/** This generation is never reused (ISO 32000-1 7.5.4). */
export const LAST_GENERATION = 65_535;

interface Entry {
  readonly kind: EntryKind;
  readonly offsetOrStream: number;
  readonly generationOrIndex: number;
}

export class IncrementEntries implements XrefEntries {
  readonly #entries = new Map<number, Entry>();
  #numbers: readonly number[] | undefined;

  get numbers(): readonly number[] {
    this.#numbers ??= [...this.#entries.keys()].sort((a, b) => a - b);
    return this.#numbers;
  }

  add(number: number, offset: number, generation: number): void {
    this.#set(number, { kind: AT_OFFSET, offsetOrStream: offset, generationOrIndex: generation });
  }

  /** Frees a number without the free list, with the last generation (7.5.4). */
  free(number: number): void {
    this.#set(number, { kind: FREE, offsetOrStream: 0, generationOrIndex: LAST_GENERATION });
  }

  #set(number: number, entry: Entry): void {
    this.#numbers = undefined;
    this.#entries.set(number, entry);
  }

  kind(number: number): EntryKind {
    return this.#entries.get(number)?.kind ?? UNKNOWN;
  }

  offsetOrStream(number: number): number {
    return this.#entries.get(number)?.offsetOrStream ?? 0;
  }

  generationOrIndex(number: number): number {
    return this.#entries.get(number)?.generationOrIndex ?? LAST_GENERATION;
  }
}

export class FileEntries implements XrefEntries {
  #size = 0;
  #count = 0;
  readonly #kinds = NumberColumn.ofBytes();
  readonly #offsetsOrStreams = NumberColumn.ofNumbers();
  readonly #generationsOrIndexes = NumberColumn.ofIntegers();

  static of(index: XrefIndex): FileEntries {
    const entries = new FileEntries();
    for (const { from, to } of index.ranges()) {
      for (let number = Math.max(1, from); number < to; number += 1) {
        const entry = index.find(number);
        if (entry.kind === FREE) entries.set(number, FREE, 0, entry.generation);
        else if (entry.kind === AT_OFFSET) entries.set(number, AT_OFFSET, entry.offset, entry.generation);
        else if (entry.kind === IN_STREAM) entries.set(number, IN_STREAM, entry.stream, entry.index);
      }
    }
    return entries;
  }

  get size(): number {
    return this.#size;
  }

  get numbers(): Uint32Array {
    const numbers = new Uint32Array(this.#count);
    let at = 0;
    for (let number = 0; at < this.#count; number += 1) {
      if (this.#kinds.get(number) !== UNKNOWN) numbers[at++] = number;
    }
    return numbers;
  }

  kind(number: number): EntryKind {
    return this.#kinds.get(number) as EntryKind;
  }

  offsetOrStream(number: number): number {
    return this.#offsetsOrStreams.get(number);
  }

  generationOrIndex(number: number): number {
    return this.#generationsOrIndexes.get(number);
  }

  has(number: number): boolean {
    const kind = this.kind(number);
    return kind === AT_OFFSET || kind === IN_STREAM;
  }

  generation(number: number): number {
    return this.kind(number) === IN_STREAM ? 0 : this.generationOrIndex(number);
  }

  set(number: number, kind: EntryKind, offsetOrStream: number, generationOrIndex: number): void {
    if (this.#kinds.get(number) === UNKNOWN && kind !== UNKNOWN) this.#count += 1;
    this.#kinds.set(number, kind);
    this.#offsetsOrStreams.set(number, offsetOrStream);
    this.#generationsOrIndexes.set(number, generationOrIndex);
    if (number >= this.#size) this.#size = number + 1;
  }
}
