import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CMap } from './cmap.ts';

/**
 * Adobe's CMaps for Chinese, Japanese and Korean (ISO 32000-1 9.7.5.2), in the binary form in which pdfjs-dist has them. They are
 * found if that package is installed; without it, such text has no characters, and so counts as unreadable.
 */
const known = new Map<string, CMap | undefined>();
const MAX_USED = 5;
/** Names of files, no paths. */
const NAME = /^[\w-]{1,40}$/;
const DIGITS = 7;

/** Returns a CMap by its name in a PDF; undefined if there is none. */
export function findPredefinedCMap(name: string, depth = 0): CMap | undefined {
  if (known.has(name)) return known.get(name);
  if (!NAME.test(name) || depth > MAX_USED) return undefined;
  const bytes = readPacked(name);
  const cmap = bytes && new PackedCMap(bytes).read(depth);
  if (bytes !== undefined) known.set(name, cmap);
  return cmap;
}

/** Returns the texts of the glyph numbers of a collection, such as Adobe-Japan1. */
export function findCollectionTexts(registry: string, ordering: string): CMap | undefined {
  return findPredefinedCMap(`${registry}-${ordering}-UCS2`);
}

let folder: string | undefined;

function readPacked(name: string): Uint8Array | undefined {
  try {
    folder ??= join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps');
    return readFileSync(join(folder, `${name}.bcmap`));
  } catch {
    // Neither the package nor the name has to exist.
    return undefined;
  }
}

/** The kinds of lists in a packed CMap, and the two that stand for names. */
const CODE_SPACES = 0;
const CIDS = 2;
const CID_RANGES = 3;
const TEXTS = 4;
const TEXT_RANGES = 5;
const METADATA = 7;
const USED_CMAP = 1;

/** Numbers are differences from those before, in groups of seven bits. */
class PackedCMap {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(depth: number): CMap {
    const cmap = new CMap();
    cmap.isVertical = (this.#byte() & 1) === 1;
    while (this.#at < this.#bytes.length) {
      const head = this.#byte();
      const kind = head >> 5;
      if (kind === METADATA) this.#readMetadata(cmap, head & 31, depth);
      else this.#readList(cmap, kind, (head & 15) + 1, (head & 16) !== 0);
    }
    return cmap;
  }

  #readMetadata(cmap: CMap, kind: number, depth: number): void {
    const text = Array.from({ length: this.#number() }, () => String.fromCharCode(this.#number())).join('');
    const used = kind === USED_CMAP ? findPredefinedCMap(text, depth + 1) : undefined;
    if (used !== undefined) cmap.include(used);
  }

  #readList(cmap: CMap, kind: number, size: number, isSequence: boolean): void {
    const count = this.#number();
    if (kind === CODE_SPACES) this.#readSpaces(cmap, size, count);
    else if (kind === CIDS) this.#readCids(cmap, size, count, isSequence);
    else if (kind === TEXTS) this.#readTexts(cmap, size, count, isSequence);
    else this.#readRanges(cmap, kind, size, count, isSequence);
  }

  #readSpaces(cmap: CMap, size: number, count: number): void {
    let high = -1;
    for (let index = 0; index < count; index += 1) {
      const low = index === 0 ? this.#fixed(size) : high + 1 + this.#number();
      high = low + this.#number();
      cmap.addSpace(size, low, high);
    }
  }

  #readCids(cmap: CMap, size: number, count: number, isSequence: boolean): void {
    let code = -1;
    let cid = 0;
    for (let index = 0; index < count; index += 1) {
      if (index === 0) code = this.#fixed(size);
      else code += 1 + (isSequence ? 0 : this.#number());
      cid = index === 0 ? this.#number() : cid + 1 + this.#signed();
      cmap.addCid(code, cid);
    }
  }

  /** Of glyph numbers, of texts, or of codes without a glyph. */
  #readRanges(cmap: CMap, kind: number, size: number, count: number, isSequence: boolean): void {
    const codeSize = kind === TEXT_RANGES ? 2 : size;
    let high = -1;
    for (let index = 0; index < count; index += 1) {
      const low = index === 0 ? this.#fixed(codeSize) : high + 1 + (isSequence ? 0 : this.#number());
      high = low + this.#number();
      if (kind === TEXT_RANGES) cmap.addTexts(low, high, textOf(this.#take(size)));
      else if (kind === CID_RANGES) cmap.addCids(low, high, this.#number());
      else this.#number();
    }
  }

  #readTexts(cmap: CMap, size: number, count: number, isSequence: boolean): void {
    let code = -1;
    let text: Uint8Array = new Uint8Array(size);
    for (let index = 0; index < count; index += 1) {
      if (index === 0) code = this.#fixed(2);
      else code += 1 + (isSequence ? 0 : this.#number());
      text = index === 0 ? this.#take(size).slice() : add(text, this.#longSigned(size) + 1n);
      cmap.addText(code, textOf(text));
    }
  }

  #byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  #take(size: number): Uint8Array {
    this.#at += size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }

  #fixed(size: number): number {
    return this.#take(size).reduce((value, byte) => value * 256 + byte, 0);
  }

  #number(): number {
    let value = 0;
    for (;;) {
      const byte = this.#byte();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }

  #signed(): number {
    const value = this.#number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  #longSigned(size: number): bigint {
    let value = 0n;
    for (;;) {
      const byte = this.#byte();
      value = (value << BigInt(DIGITS)) | BigInt(byte & 127);
      if (byte < 128) break;
    }
    const half = BigInt.asUintN(size * 8, value >> 1n);
    return (value & 1n) === 1n ? -half - 1n : half;
  }
}

function add(bytes: Uint8Array, difference: bigint): Uint8Array {
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`) + difference;
  const hex = BigInt.asUintN(bytes.length * 8, value).toString(16);
  return Buffer.from(hex.padStart(bytes.length * 2, '0'), 'hex');
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}
