import { type PDFContext, PDFDict, type PDFObject } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { Budget, type PdfLimits } from '../limits.ts';
import { BLOCK_SIZE, type ByteSource } from './byte-source.ts';
import { type Decipher, decipherOf, decryptStrings } from './decrypt.ts';
import type { Encryption } from './encryption.ts';
import { EntryMemo } from './entry-memo.ts';
import { type IndirectObject, ObjectParser } from './object-parser.ts';
import { type CompressedRange, ObjectStreams } from './object-stream.ts';
import { LazyRawStream } from './streams.ts';
import { WINDOW_EXHAUSTED } from './token-reader.ts';
import {
  AT_OFFSET,
  type CompressedEntry,
  IN_STREAM,
  type OffsetEntry,
  type XrefIndex,
} from './xref-index.ts';

const FIRST_WINDOW = 4096;
const WINDOW_GROWTH = 8;

export interface FileBlock {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** The offset of an object whose entry is wrong. */
export type FindMisplaced = (number: number) => number | undefined;

/** Keeps only inflated object streams. */
export class ObjectReader {
  readonly source: ByteSource;
  readonly limits: PdfLimits;
  readonly parser: ObjectParser;
  readonly memo = new EntryMemo();
  index: XrefIndex;
  findMisplaced: FindMisplaced = () => undefined;
  misplacedCount = 0;
  /** The number of unclosed objects, which would absorb appended bytes. */
  unclosedCount = 0;
  /** Other readers may interpret them differently. */
  toleratedCount = 0;
  /** The numbers of objects with two values for a key; 0 is a trailer. */
  readonly ambiguous = new Set<number>();
  /** The budget for bytes of cross-reference and object streams. */
  readonly inflated: Budget;
  readonly xrefEntries: Budget;
  /** The budget for searches for the ends of objects. */
  readonly searches: Budget;
  readonly objectStreams: ObjectStreams;
  #block: FileBlock | undefined;
  #encryption: Encryption | undefined;
  #isResolving = false;

  constructor(context: PDFContext, source: ByteSource, index: XrefIndex, limits: PdfLimits) {
    this.source = source;
    this.limits = limits;
    this.index = index;
    this.parser = new ObjectParser(context, limits);
    this.searches = new Budget('searchedBytes', limits.searchedBytes);
    this.xrefEntries = new Budget('xrefEntries', limits.xrefEntries);
    this.inflated = new Budget('inflatedTotal', limits.inflatedTotal);
    this.objectStreams = new ObjectStreams(this);
  }

  /** The encryption is undefined as long as nothing has to be decrypted. */
  get encryption(): Encryption | undefined {
    return this.#encryption;
  }

  /** Object streams are read again; other objects that were read before must be dropped by the caller. */
  set encryption(encryption: Encryption | undefined) {
    this.#encryption = encryption;
    this.objectStreams.clear();
  }

  /** Neighbours are walked without a window each. */
  blockAt(offset: number): FileBlock {
    const start = offset - (offset % BLOCK_SIZE);
    if (this.#block?.start !== start) this.#block = { start, bytes: this.source.read(start, BLOCK_SIZE) };
    return this.#block;
  }

  /** Drops what was read with the old one. */
  replaceIndex(index: XrefIndex): void {
    this.index = index;
    this.misplacedCount = 0;
    this.unclosedCount = 0;
    this.toleratedCount = 0;
    this.objectStreams.clear();
  }

  /** Returns undefined if the object does not exist. Throws only `too_complex`. */
  read(number: number, generation: number): PDFObject | undefined {
    const entry = this.index.find(number);
    if (entry.kind === IN_STREAM && generation === 0)
      return this.objectStreams.read(entry.stream, number, entry.index);
    if (entry.kind === AT_OFFSET) return this.#readUncompressed(number, generation, entry);
    return undefined;
  }

  /** Other readers may interpret it differently. */
  noteTolerance(): void {
    this.toleratedCount += 1;
  }

  /** Reads an object without the bytes of its stream. Returns undefined without a header. */
  readAt(offset: number): IndirectObject | undefined {
    const found = this.#parseAt(offset);
    if (found === undefined) return undefined;
    const plain =
      this.#encryption === undefined ? found.object : decryptStrings(found.object, found, this.#encryption);
    if (found.streamStart === undefined || !(plain instanceof PDFDict))
      return plain === found.object ? found : { ...found, object: plain };
    const decipher = this.#encryption && this.#findDecipher(plain, found, this.#encryption);
    const object = new LazyRawStream(plain, this.source, offset + found.streamStart, this, decipher);
    return { ...found, object };
  }

  /** Filters may be objects of their own; those that refer to streams, whose filters are looked up again, have no end. */
  #findDecipher(dict: PDFDict, id: IndirectObject, encryption: Encryption): Decipher | undefined {
    if (this.#isResolving) return decipherOf(dict, id, encryption, (object) => object);
    this.#isResolving = true;
    try {
      return decipherOf(dict, id, encryption, (object) => dict.context.lookup(object));
    } finally {
      this.#isResolving = false;
    }
  }

  /** Reads a value without a header, such as a trailer dictionary. */
  readDirectAt(offset: number): PDFObject | undefined {
    const object = this.#withGrowingWindow(offset, () => this.parser.readObject());
    if (this.parser.isAmbiguous) this.ambiguous.add(0);
    return object;
  }

  #readUncompressed(number: number, generation: number, entry: OffsetEntry): PDFObject | undefined {
    const found = this.readAt(entry.offset);
    if (found?.number === number)
      return this.#hasGeneration(found, generation, entry) ? found.object : undefined;
    const offset = this.findMisplaced(number);
    if (offset === undefined) return undefined;
    this.misplacedCount += 1;
    this.index.set(number, { kind: AT_OFFSET, offset, generation });
    return this.readAt(offset)?.object;
  }

  /** Compares the generation of the entry or the header, about which producers disagree. */
  #hasGeneration(found: IndirectObject, generation: number, entry: OffsetEntry): boolean {
    if (found.generation !== generation && entry.generation !== generation) return false;
    if (found.generation !== entry.generation) this.noteTolerance();
    return true;
  }

  /** Returns undefined if the stream lacks the object. */
  locateCompressed(number: number, entry: CompressedEntry): CompressedRange | undefined {
    return this.objectStreams.locate(entry.stream, number, entry.index);
  }

  #parseAt(offset: number): IndirectObject | undefined {
    const found = this.#withGrowingWindow(offset, () => this.parser.readIndirectObject());
    if (found && this.parser.isAmbiguous) this.ambiguous.add(found.number);
    return found;
  }

  #withGrowingWindow<T>(offset: number, parse: () => T): T | undefined {
    if (offset < 0 || offset >= this.source.size) return undefined;
    for (let length = FIRST_WINDOW; ; length *= WINDOW_GROWTH) {
      const window = this.source.readOnce?.(offset, length) ?? this.source.read(offset, length);
      const isComplete = offset + window.length >= this.source.size || window.length < length;
      this.parser.reset(window, 0, isComplete);
      try {
        const parsed = parse();
        if (length > FIRST_WINDOW) this.searches.spend(this.parser.position);
        if (this.parser.ranOut) this.unclosedCount += 1;
        if (this.parser.isBroken) this.noteTolerance();
        return parsed;
      } catch (error) {
        if (error !== WINDOW_EXHAUSTED) throw error;
        if (length > FIRST_WINDOW) this.searches.spend(window.length);
        if (isComplete)
          throw new PdfError('damaged', `The object at offset ${offset} has no end`, { offset });
      }
    }
  }
}
