import { type PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { NameCache } from './name-cache.ts';

const POOLED_NUMBERS = 1024;
/** pdf-lib's own pool builds a string per lookup. */
const POOLED_REFS = 1 << 20;
/** A high number costs one block. */
const BLOCK_BITS = 10;
const REFS_PER_BLOCK = 1 << BLOCK_BITS;

class ObjectPools {
  readonly #names = new NameCache();
  readonly #numbers: (PDFNumber | undefined)[] = [];
  readonly #refs: (PDFRef | undefined)[][] = [];

  name(bytes: Uint8Array, start: number, end: number): PDFName {
    return this.#names.find(bytes, start, end);
  }

  ref(number: number, generation: number): PDFRef {
    if (generation !== 0 || number >= POOLED_REFS) return PDFRef.of(number, generation);
    const block = this.#refs[number >>> BLOCK_BITS] ?? this.#addBlock(number);
    const pooled = block[number & (REFS_PER_BLOCK - 1)];
    if (pooled !== undefined) return pooled;
    const ref = PDFRef.of(number, 0);
    block[number & (REFS_PER_BLOCK - 1)] = ref;
    return ref;
  }

  number(value: number): PDFNumber {
    if (value >= POOLED_NUMBERS || value < 0 || !Number.isInteger(value)) return PDFNumber.of(value);
    const pooled = this.#numbers[value];
    if (pooled !== undefined) return pooled;
    const number = PDFNumber.of(value);
    this.#numbers[value] = number;
    return number;
  }

  #addBlock(number: number): (PDFRef | undefined)[] {
    const block = new Array<PDFRef | undefined>(REFS_PER_BLOCK).fill(undefined);
    this.#refs[number >>> BLOCK_BITS] = block;
    return block;
  }
}

/** Of a thread, like pdf-lib's own pools. */
export const POOLS = new ObjectPools();
