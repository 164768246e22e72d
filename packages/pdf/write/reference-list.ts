import { twice } from './found-references.ts';

const FIRST_LENGTH = 4096;
/** A place is where the reference begins, from the start of its object's value, times this, and how long it is. */
const LENGTHS = 64;
const FURTHEST = 2 ** 32 / LENGTHS;

/** References of many objects, one after the other: 4 bytes for each, 8 with the places. */
export class ReferenceList {
  length = 0;
  #numbers: Uint32Array = new Uint32Array(FIRST_LENGTH);
  #places: Uint32Array;

  /** `keepsPlaces`: whether it matters where each is spelled. */
  constructor(keepsPlaces: boolean) {
    this.#places = new Uint32Array(keepsPlaces ? FIRST_LENGTH : 0);
  }

  /** Whether a place can be noted. Longer references than 63 bytes have comments in them, or empty lines. */
  static canHold(start: number, length: number): boolean {
    return start < FURTHEST && length < LENGTHS;
  }

  /** Adds one to `number` which begins at `start` of its object's value and is `length` bytes long. */
  add(number: number, start: number, length: number): void {
    if (this.length === this.#numbers.length) this.#grow();
    this.#numbers[this.length] = number;
    if (this.#places.length > 0) this.#places[this.length] = start * LENGTHS + length;
    this.length += 1;
  }

  number(at: number): number {
    return this.#numbers[at] as number;
  }

  start(at: number): number {
    return (this.#places[at] as number) >>> 6;
  }

  /** Behind the reference. */
  end(at: number): number {
    const place = this.#places[at] as number;
    return (place >>> 6) + (place & (LENGTHS - 1));
  }

  #grow(): void {
    this.#numbers = twice(this.#numbers);
    this.#places = twice(this.#places);
  }
}
