import { type ScannedValue, ValueShape } from './value-shape.ts';

/** A program writes some dozen kinds of values. */
const SLOTS = 64;
/** They choose the slot. */
const BEGINNING = 16;
const FACTOR = 0x9e3779b1;
/** After so many in a row, `REST` values are skipped. */
const MAX_MISSES = 32;
const REST = 512;
/** Linked shapes would be kept forever. */
const MAX_LEARNED_SHAPES = 256;

/** The successor of a shape is tried first. */
export class ShapeMemory {
  readonly #slots: (ValueShape | undefined)[] = new Array<ValueShape | undefined>(SLOTS).fill(undefined);
  #last: ValueShape | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));
  #misses = 0;
  #resting = 0;
  #learned = 0;

  find(bytes: Uint8Array, start: number, end: number, into: ScannedValue): boolean {
    if (this.#resting > 0) {
      this.#resting -= 1;
      return false;
    }
    const view = this.#viewOf(bytes);
    const expected = this.#last?.next;
    if (expected?.matches(bytes, view, start, end, into)) return this.#hit(expected);
    into.references.length = 0;
    const other = this.#slots[this.#slotOf(bytes, start, end)];
    if (other !== undefined && other !== expected && other.matches(bytes, view, start, end, into))
      return this.#hit(other);
    into.references.length = 0;
    return false;
  }

  learn(bytes: Uint8Array, start: number, end: number, scanned: ScannedValue): void {
    if (this.#resting > 0) return;
    this.#misses += 1;
    if (this.#misses > MAX_MISSES) {
      this.#misses = 0;
      this.#resting = REST;
    }
    const shape = ValueShape.of(bytes, start, end, scanned);
    if (shape === undefined) return;
    this.#learned += 1;
    if (this.#learned > MAX_LEARNED_SHAPES) this.#forget();
    this.#slots[this.#slotOf(bytes, start, end)] = shape;
    this.#follow(shape);
  }

  #hit(shape: ValueShape): true {
    this.#misses = 0;
    this.#follow(shape);
    return true;
  }

  #follow(shape: ValueShape): void {
    if (this.#last !== undefined) this.#last.next = shape;
    this.#last = shape;
  }

  #forget(): void {
    this.#slots.fill(undefined);
    this.#last = undefined;
    this.#learned = 0;
  }

  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    if (start + BEGINNING > end) return 0;
    const at = bytes.byteOffset + start;
    const view = this.#viewOf(bytes);
    let hash = 0;
    for (let i = 0; i < BEGINNING; i += 4) hash = Math.imul(hash ^ view.getInt32(at + i, true), FACTOR);
    return hash >>> 26;
  }

  #viewOf(bytes: Uint8Array): DataView {
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    return this.#view;
  }
}
