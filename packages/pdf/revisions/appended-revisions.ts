import { PDFDict, PDFName, PDFNumber, PDFStream } from 'pdf-lib';
import type { PdfFileParts } from '../pdf-file-parts.ts';
import { indexOfText, latin1, PERCENT, skipWhitespace } from '../read/characters.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { ForwardSearch } from '../read/object-scan.ts';
import { skipSpace } from '../read/tokens.ts';
import { findHeader } from '../read/xref-chain.ts';
import { AT_OFFSET, FREE, IN_STREAM, UNKNOWN, type XrefIndex } from '../read/xref-index.ts';
import {
  type RevisionSection,
  readStrictStream,
  readStrictTable,
  type SectionVisitor,
} from './revision-section.ts';
import {
  isObjectStream,
  readStrictObject,
  type StrictObject,
  type StrictObjects,
  skipBlankBytes,
} from './strict-syntax.ts';

/** Finds objects that were redefined, moved or freed, and compares entries only. */
export function findReplacedObjects(earlier: XrefIndex, later: XrefIndex): number[] {
  const replaced: number[] = [];
  for (const { from, to } of earlier.ranges()) {
    for (let number = from; number < to; number += 1) {
      if (earlier.has(number) && !hasSameEntry(earlier, later, number)) replaced.push(number);
    }
  }
  return replaced;
}

/** Appended bytes could become its object. */
export function hasEntryOutside(index: XrefIndex, size: number): boolean {
  for (const { from, to } of index.ranges()) {
    for (let number = from; number < to; number += 1) {
      const entry = index.find(number);
      if (entry.kind === AT_OFFSET && (entry.offset < 0 || entry.offset >= size)) return true;
    }
  }
  return false;
}

export function hasSameEntry(earlier: XrefIndex, later: XrefIndex, number: number): boolean {
  const entry = earlier.find(number);
  const found = later.find(number);
  if (entry.kind === AT_OFFSET)
    return found.kind === AT_OFFSET && found.offset === entry.offset && found.generation === entry.generation;
  if (entry.kind === FREE) return found.kind === FREE && found.generation === entry.generation;
  if (entry.kind === UNKNOWN) return found.kind === UNKNOWN;
  if (found.kind !== IN_STREAM || found.stream !== entry.stream || found.index !== entry.index) return false;
  // Replacing an object stream replaces its objects. Object streams do not nest (ISO 32000-1 7.5.7).
  return earlier.find(entry.stream).kind !== IN_STREAM && hasSameEntry(earlier, later, entry.stream);
}

type Parts = Pick<PdfFileParts, 'reader' | 'structure'>;

/** A revision of objects, a cross-reference section and `%%EOF`. */
interface AppendedRevision {
  readonly objects: ReadonlyMap<number, StrictObject>;
  readonly end: number;
}

/** For header, comment and end of a revision. */
const SECTION_WINDOW = 256;
const HEADER = /^(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![A-Za-z0-9])/;
/** Some readers take other control characters, NEL and NBSP for white space. May begin before the searched bytes. */
const END_OF_ANY_HEADER =
  /(?:(?:\d+|^)[^!-~\x80-\x84\x86-\x9f\xa1-\xff]+|^)(?:\d+|^)[^!-~\x80-\x84\x86-\x9f\xa1-\xff]*$/;
const MAX_HEADER_LENGTH = 64;
/** Readers search for these words, also in comments. */
const STRUCTURE_WORD = /obj|xref|trailer|stream|%PDF-/;
const REVISION_END = /^startxref[\0\t\n\f\r ]{1,8}(\d{1,10})[\0\t\n\f\r ]{1,8}%%EOF(?![^\0\t\n\f\r ])/;
/** Readers allocate a table of /Size, so it must not exceed the objects by more. */
const MAX_SPARE_SIZE = 10_000;
/** The bound is for all increments, which repeat where an older object is. */
const MAX_REPEATED_ENTRIES = 1_000_000;

/**
 * Checks that every reader finds the increments in the same way. Otherwise some rebuild the cross-reference
 * from all `N G obj` in the file, and show objects that it does not list.
 */
export class AppendedRevisions {
  readonly #reader: ObjectReader;
  readonly #strictObjects: StrictObjects;
  readonly #base: number;
  /** Each section with the one before. */
  readonly #sections: ReadonlyMap<number, number | undefined>;
  readonly #revisions = new Map<number, AppendedRevision | undefined>();
  #repeatedEntries = 0;

  constructor({ reader, structure: { sections, base } }: Parts, strictObjects: StrictObjects) {
    this.#reader = reader;
    this.#strictObjects = strictObjects;
    this.#base = base;
    const starts = sections.map((section) => skipBlankBytes(reader.source, section));
    this.#sections = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  }

  /** Returns true if all increments from there on need no tolerance. */
  areStrictFrom(start: number): boolean {
    const { source } = this.#reader;
    const last = new Map<number, number>();
    for (let at = this.#skipBlank(start); at !== source.size; ) {
      const revision = at === undefined ? undefined : this.#revisionAt(at);
      if (revision === undefined) return false;
      for (const object of revision.objects.values())
        for (const number of this.#definedBy(object)) last.set(number, object.offset);
      at = this.#skipBlank(revision.end);
    }
    // A reader that searches for objects finds the last one of a number.
    return [...last].every(([number, offset]) => {
      const found = this.#offsetOf(number);
      return found === undefined || found === offset;
    });
  }

  /** Returns the numbers of an object and of its members. */
  #definedBy({ number, stream }: StrictObject): readonly number[] {
    const members = isObjectStream(stream) ? this.#reader.objectStreams.open(number)?.numbers : undefined;
    return [number, ...(members ?? [])];
  }

  /** Returns the offset of an object or of the stream that contains it; undefined if there is none. */
  #offsetOf(number: number): number | undefined {
    const { index, source } = this.#reader;
    const listed = index.find(number);
    const entry = listed.kind === IN_STREAM ? index.find(listed.stream) : listed;
    return entry.kind === AT_OFFSET ? skipBlankBytes(source, entry.offset) : undefined;
  }

  #revisionAt(start: number): AppendedRevision | undefined {
    if (!this.#revisions.has(start)) this.#revisions.set(start, this.#readRevision(start));
    return this.#revisions.get(start);
  }

  #readRevision(start: number): AppendedRevision | undefined {
    const objects = new Map<number, StrictObject>();
    for (let at: number | undefined = start; at !== undefined; ) {
      const object = readStrictObject(this.#reader, at);
      if (object !== undefined) objects.set(at, object);
      if (this.#sections.has(at)) return this.#finish(start, at, objects);
      at = object && this.#skipBlank(object.end);
    }
    return undefined;
  }

  #finish(
    start: number,
    at: number,
    objects: ReadonlyMap<number, StrictObject>,
  ): AppendedRevision | undefined {
    const entries = new IncrementEntries(this.#reader, this.#strictObjects, objects, { start, section: at });
    const section = this.#readSection(at, objects.get(at), entries);
    const end = section && this.#readEnd(section.end, at);
    if (section === undefined || end === undefined) return undefined;
    this.#repeatedEntries += entries.repeated;
    if (this.#repeatedEntries > MAX_REPEATED_ENTRIES) return undefined;
    if (!this.#isChained(section, at) || !entries.areComplete) return undefined;
    return this.#hasOtherHeader(start, end, objects) ? undefined : { objects, end };
  }

  #readSection(
    at: number,
    object: StrictObject | undefined,
    visitor: SectionVisitor,
  ): RevisionSection | undefined {
    const frame = { reader: this.#reader, base: this.#base, visitor };
    if (object === undefined) return readStrictTable(frame, at);
    const { stream, end } = object;
    if (stream === undefined) return undefined;
    const head = this.#reader.source.read(at, stream.locate().start - at);
    return readStrictStream(frame, { stream, head, end });
  }

  #isChained({ size, limit, previous }: RevisionSection, at: number): boolean {
    if (limit > size || size > this.#reader.index.size + MAX_SPARE_SIZE) return false;
    return previous !== undefined && this.#sections.get(at) === this.#startOf(previous);
  }

  /** Returns the offset after `%%EOF`. */
  #readEnd(from: number, section: number): number | undefined {
    const at = this.#skipBlank(from);
    const end = at && REVISION_END.exec(latin1(this.#reader.source.read(at, SECTION_WINDOW)));
    if (!end || this.#startOf(Number(end[1])) !== section) return undefined;
    return at + end[0].length;
  }

  /** Returns an offset from the start of the file. */
  #startOf(position: number): number {
    return skipBlankBytes(this.#reader.source, position + this.#base);
  }

  /** Returns undefined if a comment is long or has a searched word. */
  #skipBlank(from: number): number | undefined {
    const { source } = this.#reader;
    let at = from;
    while (at < source.size) {
      const bytes = source.read(at, SECTION_WINDOW);
      const blank = skipWhitespace(bytes, 0);
      at += blank;
      if (blank > 0) continue;
      if (bytes[0] !== PERCENT) return at;
      const comment = /^[^\r\n]*/.exec(latin1(bytes))?.[0] ?? '';
      const isWhole = comment.length < bytes.length || at + bytes.length === source.size;
      if (!isWhole || STRUCTURE_WORD.test(comment)) return undefined;
      at += comment.length;
    }
    return at;
  }

  /** Some readers search for headers inside of streams. */
  #hasOtherHeader(start: number, end: number, objects: ReadonlyMap<number, StrictObject>): boolean {
    const search = new ForwardSearch(this.#reader.source);
    for (let at = search.indexOf('obj', start, end); at >= 0; at = search.indexOf('obj', at + 1, end)) {
      const before = search.slice(Math.max(start, at - MAX_HEADER_LENGTH), at);
      const header = END_OF_ANY_HEADER.exec(latin1(before));
      if (header !== null && !objects.has(at - header[0].length)) return true;
    }
    return false;
  }
}

/** Compares the entries of an increment with its objects. */
class IncrementEntries implements SectionVisitor {
  repeated = 0;
  readonly #reader: ObjectReader;
  readonly #strictObjects: StrictObjects;
  readonly #objects: ReadonlyMap<number, StrictObject>;
  readonly #start: number;
  readonly #section: number;
  #listed = 0;
  /** The number of listed members of each object stream of the increment. */
  readonly #members = new Map<number, number>();

  constructor(
    reader: ObjectReader,
    strictObjects: StrictObjects,
    objects: ReadonlyMap<number, StrictObject>,
    { start, section }: { readonly start: number; readonly section: number },
  ) {
    this.#reader = reader;
    this.#strictObjects = strictObjects;
    this.#objects = objects;
    this.#start = start;
    this.#section = section;
    for (const { number, stream } of objects.values())
      if (isObjectStream(stream)) this.#members.set(number, 0);
  }

  object(number: number, generation: number, offset: number): boolean {
    // Object 0 is always free (ISO 32000-1 7.5.4).
    if (number === 0) return false;
    const start = skipBlankBytes(this.#reader.source, offset);
    if (start < this.#start) return this.#repeatsHeader(number, generation, start);
    const object = this.#objects.get(start);
    this.#listed += start === this.#section ? 0 : 1;
    return object?.number === number && object.generation === generation;
  }

  member(number: number, stream: number, index: number): boolean {
    const listed = this.#members.get(stream);
    if (listed !== undefined) this.#members.set(stream, listed + 1);
    else if (!this.#isOlderStream(stream)) return false;
    return this.#reader.objectStreams.open(stream)?.numbers[index] === number;
  }

  /** A cross-reference stream is found by its offset. */
  get areComplete(): boolean {
    const count = this.#objects.size - (this.#objects.has(this.#section) ? 1 : 0);
    return (
      this.#listed === count && [...this.#objects.values()].every((object) => this.#hasAllMembers(object))
    );
  }

  #hasAllMembers({ number, offset, stream }: StrictObject): boolean {
    if (!isObjectStream(stream)) return true;
    const { index, source } = this.#reader;
    const entry = index.find(number);
    if (entry.kind !== AT_OFFSET || skipBlankBytes(source, entry.offset) !== offset) return false;
    const members = this.#reader.objectStreams.open(number)?.numbers.length;
    return members === this.#members.get(number) && this.#strictObjects.hasStream(number);
  }

  #isOlderStream(number: number): boolean {
    const entry = this.#reader.index.find(number);
    return entry.kind === AT_OFFSET && entry.offset < this.#start;
  }

  #repeatsHeader(number: number, generation: number, start: number): boolean {
    this.repeated += 1;
    if (this.repeated > MAX_REPEATED_ENTRIES) return false;
    const header = HEADER.exec(latin1(this.#reader.source.read(start, MAX_HEADER_LENGTH)));
    return header !== null && Number(header[1]) === number && Number(header[2]) === generation;
  }
}

/** So many bytes are searched for the first object, after the header and its comment. */
const LINEARIZATION_WINDOW = 1024;

/**
 * Returns true if some readers may begin with another cross-reference section than the newest: with the one after
 * the first object, if a linearization dictionary there states the length of the file (ISO 32000-1 annex F).
 */
export function mayBeReadFromStart({
  reader,
  structure,
}: Pick<PdfFileParts, 'reader' | 'structure'>): boolean {
  const { source } = reader;
  const header = findHeader(source) ?? 0;
  const window = source.read(header, LINEARIZATION_WINDOW);
  const start = header + skipSpace(window, 0, window.length);
  const object = reader.readAt(start)?.object;
  if (object === undefined) return indexOfText(window, 'Linearized') >= 0;
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict) || !dict.has(PDFName.of('Linearized'))) return false;
  const first = readStrictObject(reader, start);
  const length = dict.get(PDFName.of('L'));
  if (first === undefined || !(length instanceof PDFNumber)) return true;
  if (length.asNumber() !== source.size && length.asNumber() !== source.size - header) return false;
  return skipBlankBytes(source, first.end) !== skipBlankBytes(source, structure.startxref + structure.base);
}
