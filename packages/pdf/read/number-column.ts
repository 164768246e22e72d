/** Values of one block; a power of two. */
const BLOCK_LENGTH = 4096;
const BLOCK_MASK = BLOCK_LENGTH - 1;
const BLOCK_BITS = 12;
/** From here on numbers cannot be shifted. */
const FIRST_LONG = 2 ** 31;

/** Object numbers from `from` to before `to`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

type Values = Uint8Array | Uint32Array | Float64Array;

/**
 * One value for each object number, 0 until it is set, in typed arrays of 4,096: as fast as one array, and a single high
 * number in a small file costs one block and not an array of that length.
 */
export class NumberColumn {
  readonly #make: (length: number) => Values;
  readonly #blocks: (Values | undefined)[] = [];

  private constructor(make: (length: number) => Values) {
    this.#make = make;
  }

  /** Values from 0 to 255. */
  static ofBytes(): NumberColumn {
    return new NumberColumn((length) => new Uint8Array(length));
  }

  /** Values from 0 to 2^32 - 1. */
  static ofIntegers(): NumberColumn {
    return new NumberColumn((length) => new Uint32Array(length));
  }

  /** Values of any size: offsets. */
  static ofNumbers(): NumberColumn {
    return new NumberColumn((length) => new Float64Array(length));
  }

  /** Values from 0 to `largest`: offsets in a file of that size. */
  static upTo(largest: number): NumberColumn {
    return largest < 2 ** 32 ? NumberColumn.ofIntegers() : NumberColumn.ofNumbers();
  }

  /** Any number may be asked for: a file may refer to objects beyond every limit. */
  get(number: number): number {
    const block = this.#blocks[blockOf(number)];
    return block === undefined ? 0 : (block[number & BLOCK_MASK] as number);
  }

  /** For numbers within the engine's limit of object numbers. */
  set(number: number, value: number): void {
    const at = blockOf(number);
    const block = this.#blocks[at] ?? this.#addBlock(at);
    block[number & BLOCK_MASK] = value;
  }

  /** Stretches of numbers outside of which nothing was set. */
  ranges(): NumberRange[] {
    return this.#blocks.flatMap((block, at) =>
      block === undefined ? [] : [{ from: at * BLOCK_LENGTH, to: (at + 1) * BLOCK_LENGTH }],
    );
  }

  #addBlock(at: number): Values {
    const block = this.#make(BLOCK_LENGTH);
    // Without holes: an array with holes is looked up more slowly.
    while (this.#blocks.length < at) this.#blocks.push(undefined);
    this.#blocks[at] = block;
    return block;
  }
}

function blockOf(number: number): number {
  return number < FIRST_LONG ? number >> BLOCK_BITS : Math.floor(number / BLOCK_LENGTH);
}
