import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { latin1 } from '../read/characters.ts';
import { LazyRawStream } from '../read/lazy-stream.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import type { StreamSample } from '../write/object-survey.ts';
import { forEachReference } from '../write/references.ts';
import { hashSample, SAMPLE_LENGTH } from '../write/sample-hash.ts';
import { type RefMapping, writeObject } from '../write/serialise.ts';
import { isSameRange } from './same-range.ts';

/** Levels of references below a font or image that are looked at: font, descendant, descriptor, font file. */
export const MAX_SHARED_LEVELS = 8;
/** Bytes of the text of a dictionary or array that is compared; larger ones are taken as distinct. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Streams of one length and dictionary that a further one is compared with. */
const MAX_CANDIDATES = 8;
/** Made once in a thread. */
let sample: Uint8Array | undefined;

const TYPE = PDFName.of('Type');
const SUBTYPE = PDFName.of('Subtype');
const FONT = PDFName.of('Font');
const IMAGE = PDFName.of('Image');
const LENGTH = PDFName.of('Length');
/** What has one of these belongs to one place of one document. */
const OWN_KEYS = ['Parent', 'P', 'Kids', 'Resources', 'StructParent', 'StructParents', 'OC', 'Page'].map(
  (key) => PDFName.of(key),
);

/** A stream in the joined file that others may turn out to equal, moved as bytes. */
export interface CopiedStream {
  readonly target: PDFRef;
  readonly mapping: RefMapping;
  /** Makes it, to be compared. */
  open(): PDFObject | undefined;
}

/** The same for one that was made. */
interface KeptStream {
  readonly stream: LazyRawStream;
  readonly mapping: RefMapping;
  readonly target: PDFRef;
  /** Its dictionary, spelled when it is first compared. */
  spelled?: { readonly text: string | undefined };
}

/**
 * Fonts and images of all inputs by what they are: equal ones are stored once. Equal are objects with the same text
 * once their references are the joined file's, streams with the same stored bytes as well. Nothing is inflated; of a
 * stream whose length and ends have not been there before no more is read, and its dictionary is not spelled.
 */
export class SharedObjects {
  readonly #byText = new Map<string, PDFRef>();
  readonly #streams = new Map<string, KeptStream[]>();
  /** By what samples tell: the one that was copied without being made, until another turns up. */
  readonly #copied = new Map<string, CopiedStream | undefined>();
  #text = '';
  /** One for all texts: a writer of its own for each object would cost more than the object. */
  readonly #writer = new ByteWriter((segment) => {
    if (segment instanceof Uint8Array && this.#text.length <= MAX_TEXT_BYTES) this.#text += latin1(segment);
  });

  /** The equal object that is there already; undefined makes `target` the one for those to come. */
  findOrKeep(object: PDFObject, mapping: RefMapping, target: PDFRef): PDFRef | undefined {
    if (object instanceof LazyRawStream) return this.#findStream(object, mapping, target);
    const text = this.#spell(object, mapping);
    if (text === undefined) return undefined;
    const found = this.#byText.get(text);
    if (found === undefined) this.#byText.set(text, target);
    return found;
  }

  /**
   * Whether a stream that refers to nothing is the first with its sample: then it equals none, and need not be made unless
   * another with the same turns up.
   */
  isFirst({ length, hash }: StreamSample, copied: () => CopiedStream): boolean {
    const key = `${length} ${hash}`;
    if (this.#copied.has(key)) return false;
    this.#copied.set(key, copied());
    return true;
  }

  #findStream(stream: LazyRawStream, mapping: RefMapping, target: PDFRef): PDFRef | undefined {
    // What it refers to may come here in turn, and has to before anything else refers to it.
    forEachReference(stream, mapping);
    const sample = sampleOf(stream);
    this.#openCopied(sample);
    const kept = this.#streams.get(sample.text) ?? [];
    const found = this.#findAmong(kept, stream, mapping);
    if (found !== undefined) return found.target;
    this.#keep(sample.text, { stream, mapping, target });
    return undefined;
  }

  /** Makes the stream that was copied before and may equal one that is there now. */
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
    const text = this.#spellDict(stream, mapping);
    if (text === undefined) return undefined;
    return kept.find((other) => this.#textOf(other) === text && isEqual(other.stream, stream));
  }

  #textOf(kept: KeptStream): string | undefined {
    kept.spelled ??= { text: this.#spellDict(kept.stream, kept.mapping) };
    return kept.spelled.text;
  }

  #spellDict({ dict }: LazyRawStream, mapping: RefMapping): string | undefined {
    return this.#spell(withoutLength(dict), mapping);
  }

  /** The object as it will be written; undefined for one too large to be worth it. */
  #spell(object: PDFObject, mapping: RefMapping): string | undefined {
    // What it refers to may come here in turn, before the writer is in use.
    forEachReference(object, mapping);
    writeObject(this.#writer, object, mapping);
    this.#writer.flush();
    const text = this.#text;
    this.#text = '';
    return text.length > MAX_TEXT_BYTES ? undefined : text;
  }
}

/** What sharing begins with: a font or an image. */
export function beginsSharing(object: PDFObject): boolean {
  if (object instanceof LazyRawStream) return object.dict.get(SUBTYPE) === IMAGE && isShareable(object);
  return object instanceof PDFDict && object.get(TYPE) === FONT && isShareable(object);
}

/** What may be shared when a font or image refers to it. */
export function isShareable(object: PDFObject): boolean {
  if (object instanceof PDFStream) {
    return object instanceof LazyRawStream && object.isUntouched && isOwnerless(object.dict);
  }
  return object instanceof PDFArray || (object instanceof PDFDict && isOwnerless(object));
}

function isOwnerless(dict: PDFDict): boolean {
  return !OWN_KEYS.some((key) => dict.has(key));
}

/** The indirect /Length may differ where the bytes do not. */
function withoutLength(dict: PDFDict): PDFDict {
  const entries = new Map(entriesOf(dict));
  entries.delete(LENGTH);
  return PDFDict.fromMapWithContext(entries, dict.context);
}

/** What tells a stream from most others. */
interface Sample extends StreamSample {
  /** Its length and its first and last bytes, one character each. */
  readonly text: string;
}

/** Past the cache: what lies around the first and last bytes is not asked for again. */
function sampleOf(stream: LazyRawStream): Sample {
  const { start, length } = stream.locate();
  const size = Math.min(SAMPLE_LENGTH, length);
  const last = latin1(readSample(stream.source, start + length - size, size));
  const first = readSample(stream.source, start, size);
  return { length, hash: hashSample(first, 0, first.length), text: `${length} ${latin1(first)}${last}` };
}

/** There until the next is read. */
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
