import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../pdf-lib-internals.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { latin1 } from '../read/characters.ts';
import { LazyRawStream } from '../read/streams.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { hashSample, SAMPLE_LENGTH } from '../write/content-hash.ts';
import type { StreamSample } from '../write/object-survey.ts';
import { forEachReference } from '../write/reachable-objects.ts';
import { type RefMapping, writeObject } from '../write/serialise.ts';
import { isSameRange } from './byte-mover.ts';

export const MAX_SHARED_LEVELS = 8;
/** Larger values are distinct. */
const MAX_TEXT_BYTES = 64 * 1024;
/** At most so many streams of one length and dictionary are compared. */
const MAX_CANDIDATES = 8;
let sample: Uint8Array | undefined;

const TYPE = PDFName.of('Type');
const SUBTYPE = PDFName.of('Subtype');
const FONT = PDFName.of('Font');
const IMAGE = PDFName.of('Image');
const LENGTH = PDFName.of('Length');
/** These entries belong to one page or document. */
const OWN_KEYS = ['Parent', 'P', 'Kids', 'Resources', 'StructParent', 'StructParents', 'OC', 'Page'].map(
  (key) => PDFName.of(key),
);

export interface CopiedStream {
  readonly target: PDFRef;
  readonly mapping: RefMapping;
  open(): PDFObject | undefined;
}

interface KeptStream {
  readonly stream: LazyRawStream;
  readonly mapping: RefMapping;
  readonly target: PDFRef;
  serialised?: { readonly text: string | undefined };
}

/**
 * Stores equal fonts and images of all inputs once. Streams are compared by stored bytes, and read only if
 * another has the same length and ends.
 */
export class SharedObjects {
  readonly #byText = new Map<string, PDFRef>();
  readonly #streams = new Map<string, KeptStream[]>();
  /** Streams that were copied without parsing, by sample. */
  readonly #copied = new Map<string, CopiedStream | undefined>();
  #text = '';
  /** Shared, since a writer costs more than an object. */
  readonly #writer = new ByteWriter((segment) => {
    if (segment instanceof Uint8Array && this.#text.length <= MAX_TEXT_BYTES) this.#text += latin1(segment);
  });

  /** Otherwise keeps `target` for later ones. */
  findOrKeep(object: PDFObject, mapping: RefMapping, target: PDFRef): PDFRef | undefined {
    if (object instanceof LazyRawStream) return this.#findStream(object, mapping, target);
    const text = this.#serialise(object, mapping);
    if (text === undefined) return undefined;
    const found = this.#byText.get(text);
    if (found === undefined) this.#byText.set(text, target);
    return found;
  }

  /** Remembers a stream by its sample, which is parsed only if another one turns up. */
  isFirst({ length, hash }: StreamSample, copied: () => CopiedStream): boolean {
    const key = `${length} ${hash}`;
    if (this.#copied.has(key)) return false;
    this.#copied.set(key, copied());
    return true;
  }

  #findStream(stream: LazyRawStream, mapping: RefMapping, target: PDFRef): PDFRef | undefined {
    // Targets may recurse into this method, and must come first.
    forEachReference(stream, mapping);
    const sample = sampleOf(stream);
    this.#openCopied(sample);
    const kept = this.#streams.get(sample.text) ?? [];
    const found = this.#findAmong(kept, stream, mapping);
    if (found !== undefined) return found.target;
    this.#keep(sample.text, { stream, mapping, target });
    return undefined;
  }

  #openCopied({ length, hash }: StreamSample): void {
    const key = `${length} ${hash}`;
    const copied = this.#copied.get(key);
    this.#copied.set(key, undefined);
    const stream = copied?.open();
    if (copied === undefined || !(stream instanceof LazyRawStream)) return;
    this.#keep(sampleOf(stream).text, { stream, mapping: copied.mapping, target: copied.target });
  }

  #keep(key: string, kept: KeptStream): void {
    const known = this.#streams.get(key) ?? [];
    if (known.length < MAX_CANDIDATES) this.#streams.set(key, [...known, kept]);
  }

  #findAmong(
    kept: readonly KeptStream[],
    stream: LazyRawStream,
    mapping: RefMapping,
  ): KeptStream | undefined {
    if (kept.length === 0) return undefined;
    const text = this.#serialiseDict(stream, mapping);
    if (text === undefined) return undefined;
    return kept.find((other) => this.#textOf(other) === text && isEqual(other.stream, stream));
  }

  #textOf(kept: KeptStream): string | undefined {
    kept.serialised ??= { text: this.#serialiseDict(kept.stream, kept.mapping) };
    return kept.serialised.text;
  }

  #serialiseDict({ dict }: LazyRawStream, mapping: RefMapping): string | undefined {
    return this.#serialise(withoutLength(dict), mapping);
  }

  #serialise(object: PDFObject, mapping: RefMapping): string | undefined {
    // Targets may recurse into this method while the writer is not in use.
    forEachReference(object, mapping);
    writeObject(this.#writer, object, mapping);
    this.#writer.flush();
    const text = this.#text;
    this.#text = '';
    return text.length > MAX_TEXT_BYTES ? undefined : text;
  }
}

export function beginsSharing(object: PDFObject): boolean {
  if (object instanceof LazyRawStream) return object.dict.get(SUBTYPE) === IMAGE && isShareable(object);
  return object instanceof PDFDict && object.get(TYPE) === FONT && isShareable(object);
}

/** Returns true if an object may be shared as part of a font or image. */
export function isShareable(object: PDFObject): boolean {
  if (object instanceof PDFStream) {
    return object instanceof LazyRawStream && object.isVerbatim && isOwnerless(object.dict);
  }
  return object instanceof PDFArray || (object instanceof PDFDict && isOwnerless(object));
}

function isOwnerless(dict: PDFDict): boolean {
  return !OWN_KEYS.some((key) => dict.has(key));
}

/** An indirect one may differ for equal bytes. */
function withoutLength(dict: PDFDict): PDFDict {
  const entries = new Map(entriesOf(dict));
  entries.delete(LENGTH);
  return PDFDict.fromMapWithContext(entries, dict.context);
}

interface Sample extends StreamSample {
  readonly text: string;
}

/** Not cached: the surrounding bytes are not needed. */
function sampleOf(stream: LazyRawStream): Sample {
  const { start, length } = stream.locate();
  const size = Math.min(SAMPLE_LENGTH, length);
  const last = latin1(readSample(stream.source, start + length - size, size));
  const first = readSample(stream.source, start, size);
  return { length, hash: hashSample(first, 0, first.length), text: `${length} ${latin1(first)}${last}` };
}

function readSample(source: ByteSource, start: number, size: number): Uint8Array {
  if (source.readInto === undefined) return source.read(start, size);
  sample ??= new Uint8Array(SAMPLE_LENGTH);
  return sample.subarray(0, source.readInto(sample.subarray(0, size), start));
}

function isEqual(a: LazyRawStream, b: LazyRawStream): boolean {
  const { start, length } = a.locate();
  const other = { source: b.source, start: b.locate().start, length };
  return isSameRange({ source: a.source, start, length }, other);
}

/** Ends cycles. */
const MAX_LEVELS = 12;
/** Values and KiB of streams: objects may contain each other many times. */
const MAX_WORK = 50_000;
const STREAM_UNIT = 1024;

export interface OwnedValue {
  readonly context: PDFContext;
  readonly value: PDFObject | undefined;
}

/** Follows references. Values too large or too deep are not equal. */
export function isSameValue(a: OwnedValue, b: OwnedValue): boolean {
  return new Comparison(a.context, b.context).isSame(a.value, b.value, MAX_LEVELS);
}

class Comparison {
  readonly #contextA: PDFContext;
  readonly #contextB: PDFContext;
  #work = MAX_WORK;

  constructor(contextA: PDFContext, contextB: PDFContext) {
    this.#contextA = contextA;
    this.#contextB = contextB;
  }

  isSame(valueA: PDFObject | undefined, valueB: PDFObject | undefined, levels: number): boolean {
    const a = this.#contextA.lookup(valueA);
    const b = this.#contextB.lookup(valueB);
    if (a === undefined || b === undefined) return a === b;
    this.#work -= 1;
    if (levels === 0 || this.#work < 0) return false;
    if (a instanceof PDFArray) return b instanceof PDFArray && this.#isSameArray(a, b, levels - 1);
    if (a instanceof PDFDict) return b instanceof PDFDict && this.#isSameDict(a, b, levels - 1);
    if (a instanceof PDFStream) return b instanceof PDFStream && this.#isSameStream(a, b, levels - 1);
    return a.constructor === b.constructor && a.toString() === b.toString();
  }

  #isSameArray(a: PDFArray, b: PDFArray, levels: number): boolean {
    if (a.size() !== b.size()) return false;
    return a.asArray().every((item, index) => this.isSame(item, b.get(index), levels));
  }

  /** A null value equals a missing entry (ISO 32000-1 7.3.7). */
  #isSameDict(a: PDFDict, b: PDFDict, levels: number, except?: PDFName): boolean {
    const keys = new Set([...entriesOf(a).keys(), ...entriesOf(b).keys()]);
    return [...keys].every((key) => key === except || this.isSame(a.get(key), b.get(key), levels));
  }

  #isSameStream(a: PDFStream, b: PDFStream, levels: number): boolean {
    if (!this.#isSameDict(a.dict, b.dict, levels, LENGTH)) return false;
    const size = a.getContentsSize();
    this.#work -= Math.ceil(size / STREAM_UNIT);
    if (size !== b.getContentsSize() || this.#work < 0) return false;
    return Buffer.compare(a.getContents(), b.getContents()) === 0;
  }
}
