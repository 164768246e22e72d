/** A power of two. */
const BLOCK_LENGTH = 4096;
const BLOCK_MASK = BLOCK_LENGTH - 1;
const BLOCK_BITS = 12;
/** Larger numbers cannot be shifted. */
const FIRST_LONG = 2 ** 31;

/** Without `to`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

type Values = Uint8Array | Uint32Array | Float64Array;

/** Sparse, 0 by default, in blocks of 4,096 values: a single high number costs one block. */
export class NumberColumn {
  readonly #make: (length: number) => Values;
  readonly #blocks: (Values | undefined)[] = [];

  private constructor(make: (length: number) => Values) {
    this.#make = make;
  }

  /** 0 to 255. */
  static ofBytes(): NumberColumn {
    return new NumberColumn((length) => new Uint8Array(length));
  }

  /** 0 to 2^32 - 1. */
  static ofIntegers(): NumberColumn {
    return new NumberColumn((length) => new Uint32Array(length));
  }

  static ofNumbers(): NumberColumn {
    return new NumberColumn((length) => new Float64Array(length));
  }

  static upTo(largest: number): NumberColumn {
    return largest < 2 ** 32 ? NumberColumn.ofIntegers() : NumberColumn.ofNumbers();
  }

  /** Files refer to objects beyond every limit. */
  get(number: number): number {
    const block = this.#blocks[blockOf(number)];
    return block === undefined ? 0 : (block[number & BLOCK_MASK] as number);
  }

  /** Valid object numbers only. */
  set(number: number, value: number): void {
    const at = blockOf(number);
    const block = this.#blocks[at] ?? this.#addBlock(at);
    block[number & BLOCK_MASK] = value;
  }

  /** They include every number that was set. */
  ranges(): NumberRange[] {
    return this.#blocks.flatMap((block, at) =>
      block === undefined ? [] : [{ from: at * BLOCK_LENGTH, to: (at + 1) * BLOCK_LENGTH }],
    );
  }

  #addBlock(at: number): Values {
    const block = this.#make(BLOCK_LENGTH);
    // V8 is slower with holes in arrays.
    while (this.#blocks.length < at) this.#blocks.push(undefined);
    this.#blocks[at] = block;
    return block;
  }
}

function blockOf(number: number): number {
  return number < FIRST_LONG ? number >> BLOCK_BITS : Math.floor(number / BLOCK_LENGTH);
}
