import { PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { HASH, latin1 } from './characters.ts';
import { decodeNameBytes, nameBytes } from './strings.ts';

/** The number of slots is a power of two. */
const SLOTS = 4096;

const MAX_CACHED_NAME_BYTES = 64;

/** Names are cached, because `PDFName.of` runs a regular expression every time. */
class NameCache {
  readonly #names: (PDFName | undefined)[] = new Array(SLOTS).fill(undefined);
  readonly #rawNames: (Uint8Array | undefined)[] = new Array(SLOTS).fill(undefined);
  readonly #texts: (string | undefined)[] = new Array(SLOTS).fill(undefined);

  find(bytes: Uint8Array, start: number, end: number): PDFName {
    if (end - start > MAX_CACHED_NAME_BYTES) return makeName(bytes.subarray(start, end));
    const slot = this.#slotOf(bytes, start, end);
    const name = this.#names[slot] ?? makeName(bytes.slice(start, end));
    this.#names[slot] = name;
    return name;
  }

  text(bytes: Uint8Array, start: number, end: number): string {
    if (end - start > MAX_CACHED_NAME_BYTES) return decodeNameBytes(nameBytes(bytes.subarray(start, end)));
    const slot = this.#slotOf(bytes, start, end);
    const text = this.#texts[slot] ?? decodeNameBytes(nameBytes(bytes.subarray(start, end)));
    this.#texts[slot] = text;
    return text;
  }

  /** Clears the slot if it has another name. */
  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    const slot = hash(bytes, start, end);
    const raw = this.#rawNames[slot];
    if (raw !== undefined && matches(raw, bytes, start, end)) return slot;
    this.#rawNames[slot] = bytes.slice(start, end);
    this.#names[slot] = undefined;
    this.#texts[slot] = undefined;
    return slot;
  }
}

function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = end - start;
  for (let i = start; i < end; i += 1) value = (Math.imul(value, 31) + (bytes[i] ?? 0)) | 0;
  return (value ^ (value >>> 12)) & (SLOTS - 1);
}

function matches(raw: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (raw.length !== end - start) return false;
  for (let i = 0; i < raw.length; i += 1) {
    if (raw[i] !== bytes[start + i]) return false;
  }
  return true;
}

/** Digits of escapes are made upper case, because pdf-lib decodes `#C3`, but not `#c3`. */
function makeName(raw: Uint8Array): PDFName {
  const text = latin1(raw);
  if (!raw.includes(HASH)) return PDFName.of(text);
  return PDFName.of(text.replace(/#[0-9a-fA-F]{2}/g, (code) => code.toUpperCase()));
}

const POOLED_NUMBERS = 1024;
/** References are pooled here, because pdf-lib's own pool builds a string per lookup. */
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

  /** Returns the text of a name as `decodeName` does. */
  nameText(bytes: Uint8Array, start: number, end: number): string {
    return this.#names.text(bytes, start, end);
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

/** The pools of a thread, as pdf-lib has its own. */
export const POOLS = new ObjectPools();
