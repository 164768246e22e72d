import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { latin1 } from '../read/characters.ts';
import { LazyRawStream } from '../read/lazy-stream.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { forEachReference } from '../write/for-each-reference.ts';
import type { StreamSample } from '../write/object-survey.ts';
import { hashSample, SAMPLE_LENGTH } from '../write/sample-hash.ts';
import { type RefMapping, writeObject } from '../write/serialise.ts';
import { isSameRange } from './same-range.ts';

export const MAX_SHARED_LEVELS = 8;
/** Larger values are distinct. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Streams of one length and dictionary. */
const MAX_CANDIDATES = 8;
let sample: Uint8Array | undefined;

const TYPE = PDFName.of('Type');
const SUBTYPE = PDFName.of('Subtype');
const FONT = PDFName.of('Font');
const IMAGE = PDFName.of('Image');
const LENGTH = PDFName.of('Length');
/** They belong to one page or document. */
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
 * Fonts and images of all inputs, equal ones stored once. Streams are compared by stored bytes, and read only
 * if another has the same length and ends.
 */
export class SharedObjects {
  readonly #byText = new Map<string, PDFRef>();
  readonly #streams = new Map<string, KeptStream[]>();
  /** By sample; not parsed. */
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

  /** With its sample. Parsed only if another turns up. */
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

/** As part of a font or image. */
export function isShareable(object: PDFObject): boolean {
  if (object instanceof PDFStream) {
    return object instanceof LazyRawStream && object.isUntouched && isOwnerless(object.dict);
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
