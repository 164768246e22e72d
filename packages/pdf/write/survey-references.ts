import { twice } from './scanned-references.ts';

const FIRST_LENGTH = 4096;
/** Offset and length are packed into one number. */
const LENGTHS = 64;
const FURTHEST = 2 ** 32 / LENGTHS;

/** 4 bytes for each, 8 with the offsets. */
export class SurveyReferences {
  length = 0;
  #numbers: Uint32Array = new Uint32Array(FIRST_LENGTH);
  #offsets: Uint32Array;

  constructor(keepsOffsets: boolean) {
    this.#offsets = new Uint32Array(keepsOffsets ? FIRST_LENGTH : 0);
  }

  /** Longer ones contain comments or blank lines. */
  static canHold(start: number, length: number): boolean {
    return start < FURTHEST && length < LENGTHS;
  }

  add(number: number, start: number, length: number): void {
    if (this.length === this.#numbers.length) this.#grow();
    this.#numbers[this.length] = number;
    if (this.#offsets.length > 0) this.#offsets[this.length] = start * LENGTHS + length;
    this.length += 1;
  }

  number(at: number): number {
    return this.#numbers[at] as number;
  }

  start(at: number): number {
    return (this.#offsets[at] as number) >>> 6;
  }

  end(at: number): number {
    const packed = this.#offsets[at] as number;
    return (packed >>> 6) + (packed & (LENGTHS - 1));
  }

  #grow(): void {
    this.#numbers = twice(this.#numbers);
    this.#offsets = twice(this.#offsets);
  }
}
