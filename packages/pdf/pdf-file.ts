import { type PDFCatalog, type PDFContext, PDFDict, PDFName, PDFNull, type PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from './errors.ts';
import type { LazyObjectMap } from './lazy-object-map.ts';
import { setModificationDate } from './metadata/modification-date.ts';
import { ListedAnnotations } from './pages/listed-annotations.ts';
import type { PageTree } from './pages/page-tree.ts';
import { PdfPage } from './pages/pdf-page.ts';
import type { ByteSource } from './read/byte-source.ts';
import { SLASH } from './read/characters.ts';
import type { DictKeys } from './read/dict-keys.ts';
import type { RawDict } from './read/dict-walker.ts';
import type { FileStructure } from './read/file-structure.ts';
import { lookupName } from './read/lookup.ts';
import { POOLS } from './read/object-pools.ts';
import type { ObjectReader } from './read/object-reader.ts';
import type { RawValue } from './read/raw-value.ts';
import { walkObject } from './read/walk-object.ts';
import { RevisionComparer, type RevisionDifference } from './revisions/revision-difference.ts';
import { findCarried } from './write/find-carried.ts';
import { buildIncrement, hasChanges, type IncrementalSave } from './write/incremental.ts';
import type { ObjectSurvey } from './write/object-survey.ts';
import { PdfBytes } from './write/pdf-bytes.ts';
import { PlainObjects } from './write/plain-objects.ts';
import type { SoughtNames } from './write/reference-scanner.ts';
import { type ObjectStreamMode, writeWholeFile } from './write/rewrite.ts';
import type { Segment } from './write/segment.ts';
import { surveyObjects } from './write/survey-objects.ts';

/** The parts of an open file, put together by `openPdf`. */
export interface PdfFileParts {
  readonly context: PDFContext;
  readonly reader: ObjectReader;
  readonly objects: LazyObjectMap;
  readonly structure: FileStructure;
  readonly catalog: PDFCatalog;
  readonly pageTree: PageTree;
}

/** How a file is saved. */
export interface SaveOptions {
  /**
   * When the file was changed: goes into /ModDate and into an XMP packet. Without it the dates stay as they are, and a
   * save without changes never touches them.
   */
  readonly modifiedAt?: Date;
}

/** How far beyond the numbers of a file a missing object may be: /Size grows by it, and readers make tables of that size. */
const MAX_NUMBER_GAP = 10_000;

/** How a file is rewritten. */
export interface RewriteOptions extends SaveOptions {
  /** `keep` by default: what the file has. */
  readonly objectStreams?: ObjectStreamMode;
}

/**
 * An open PDF: pdf-lib's objects over a file of which only what was asked for is parsed. Change the objects as with
 * pdf-lib, then save. Belongs to one thread; `close` it when done.
 */
export class PdfFile {
  /** pdf-lib's context: `lookup` parses on first use; `register`, `assign` and `delete` work as ever. */
  readonly context: PDFContext;
  readonly source: ByteSource;
  readonly catalog: PDFCatalog;
  /** Changes to it are saved (a new /Info, for example). */
  readonly trailer: PDFDict;
  readonly #openParts: PdfFileParts;
  #isClosed = false;
  readonly #listed: ListedAnnotations;
  /** Of the source, which stays as it is whatever becomes of the objects. */
  #survey: { readonly names: DictKeys; readonly found: ObjectSurvey } | undefined;
  #comparer: RevisionComparer | undefined;
  /** Set when a save finds entries in the table that nobody asked for and nobody could read. */
  #hasUnreadableEntries = false;

  constructor(parts: PdfFileParts) {
    this.#openParts = parts;
    this.#listed = new ListedAnnotations(parts.reader.limits);
    this.context = parts.context;
    this.source = parts.reader.source;
    this.catalog = parts.catalog;
    this.trailer = parts.structure.trailer;
  }

  /** Throws `file_closed`: everything that looks into the file comes by here. */
  get #parts(): PdfFileParts {
    if (this.#isClosed) throw new PdfError('file_closed', 'The file was closed');
    return this.#openParts;
  }

  get pageCount(): number {
    return this.#parts.pageTree.count;
  }

  /** One more than the highest object number: what /Size should be (ISO 32000-1 table 15). */
  get objectLimit(): number {
    return this.#parts.reader.index.size;
  }

  /** Objects parsed so far: the measure of laziness. */
  get parsedObjectCount(): number {
    return this.#parts.objects.parsedCount;
  }

  /**
   * True when something was put right, or read although other readers may read it otherwise: such a file can only be
   * rewritten. May become true whenever more of the file is read.
   */
  get repaired(): boolean {
    const { structure, reader, pageTree } = this.#parts;
    if (structure.repaired || pageTree.repaired || this.#hasUnreadableEntries) return true;
    return reader.relocatedCount + reader.unclosedCount + reader.toleratedCount > 0;
  }

  /**
   * The values of some keys of an indirect dictionary, read from its bytes without making objects: for listing
   * thousands of fields of which nothing is changed. Answers undefined whenever only `context.lookup` can tell: the
   * object was looked up or changed before, is no plain dictionary, is spelled against the rules, or is missing. Then
   * look it up. Values that are references are not followed; walk or look up those in turn. Make `keys` once.
   */
  walkDict(ref: PDFRef, keys: DictKeys): RawDict | undefined {
    const { reader } = this.#parts;
    if (this.isTouched(ref)) return undefined;
    return walkObject(reader, ref.objectNumber, ref.generationNumber, keys);
  }

  /**
   * The objects of the source that may be copied as they are but for their references, since none of `names` stands in
   * them. Passes over the file once.
   */
  plainObjects(names: SoughtNames): PlainObjects {
    return new PlainObjects(this.#parts.reader, names);
  }

  /** Grows whenever an object is looked up for the first time, made or deleted: while it stays, so does `isTouched`. */
  get changeCount(): number {
    return this.#parts.objects.changeCount;
  }

  /** Whether an object was looked up, made, changed or deleted: then its bytes may no longer tell what it is. */
  isTouched(ref: PDFRef): boolean {
    return this.#parts.objects.isTouched(ref);
  }

  /** The same for a number under whatever generation; true as well for some of which nothing was changed in the end. */
  mayBeTouched(number: number): boolean {
    return this.#parts.objects.mayBeTouched(number);
  }

  /**
   * Sets an entry of an indirect dictionary: what `context.lookup(ref).set(key, value)` does, without making the object
   * when there is none yet. A save copies its bytes and spells the one value anew: for thousands of fields that get
   * the same flag. Does nothing when the object is no dictionary. The value must not be changed afterwards. What
   * `walkDict` gave for the object may come along: a save need not walk it again.
   */
  setEntry(ref: PDFRef, key: PDFName, value: PDFObject, walked?: RawDict): void {
    const { objects } = this.#parts;
    if (this.isTouched(ref) && !objects.edits.has(ref)) {
      const object = this.context.lookup(ref);
      if (object instanceof PDFDict) object.set(key, value);
    } else objects.edit(ref, key, value, walked);
  }

  /** A value that a walk found, as an object of its own: changes to it go nowhere. */
  parseValue({ kind, bytes, start, end }: RawValue): PDFObject {
    if (kind === 'name') return POOLS.name(bytes, start + 1, end);
    const { parser } = this.#parts.reader;
    parser.reset(bytes, start, true);
    return parser.readObject() ?? PDFNull;
  }

  /** The same for the key at a position of a walked dictionary; undefined when it is missing or null. */
  parseEntry(dict: RawDict, position: number): PDFObject | undefined {
    const start = dict.startAt(position);
    if (start === 0) return undefined;
    // Most are names: for those alone no value has to be described first.
    if (dict.bytes[start] === SLASH) return POOLS.name(dict.bytes, start + 1, dict.endAt(position));
    const value = dict.at(position);
    return value && this.parseValue(value);
  }

  /** As the header has it or, where that is a later one, the catalog (ISO 32000-1 7.5.2): `1.4`, `2.0`. */
  get version(): string {
    const [header = ''] = /\d\.\d/.exec(this.#parts.structure.header) ?? [];
    const [stated = ''] = /^\d\.\d$/.exec(lookupName(this.catalog, 'Version') ?? '') ?? [];
    return stated > header ? stated : header;
  }

  /** True when the file has a cross-reference stream, so that its readers know object streams. */
  get usesObjectStreams(): boolean {
    const { kind, trailer } = this.#parts.structure;
    return kind === 'stream' || trailer.has(PDFName.of('XRefStm'));
  }

  /** The page at an index from 0. Throws `page_out_of_range`. */
  page(index: number): PdfPage {
    const leaf = this.#parts.pageTree.find(index);
    if (leaf !== undefined) return new PdfPage(index, leaf, this.#parts.pageTree, this.#listed);
    const pageCount = this.pageCount;
    throw new PdfError('page_out_of_range', `Page ${index} of ${pageCount} does not exist`, {
      page: index,
      pageCount,
    });
  }

  /** The page with a reference, found through /Parent without touching the others; undefined when it is no page. */
  pageAt(ref: PDFRef): PdfPage | undefined {
    const index = this.#parts.pageTree.indexOf(ref);
    return index === undefined ? undefined : this.page(index);
  }

  /** All pages in order, each found when it is asked for. */
  *pages(): Generator<PdfPage> {
    let index = 0;
    for (const leaf of this.#parts.pageTree.walk()) {
      yield new PdfPage(index, leaf, this.#parts.pageTree, this.#listed);
      index += 1;
    }
  }

  /** Adds a page dictionary, already registered, after the last page. Used by `appendBlankPage`. */
  appendPage(ref: PDFRef, dict: PDFDict): PdfPage {
    this.#parts.pageTree.append(ref, dict);
    return this.page(this.pageCount - 1);
  }

  /**
   * Makes null of every object that a reference leads to and that the file does not have, which says the same (ISO 32000-2
   * 7.3.10): then no later revision can define it unseen. Numbers far beyond those of the file are left out. Passes over
   * all objects; returns how many were missing.
   */
  defineMissing(): number {
    const { context, reader } = this.#parts;
    this.#comparer ??= new RevisionComparer(this.#parts);
    const limit = Math.min(reader.limits.objects, this.objectLimit + MAX_NUMBER_GAP);
    const missing = this.#comparer
      .findMissing()
      .filter((number) => number < limit && !this.mayBeTouched(number));
    for (const number of missing) context.assign(PDFRef.of(number), PDFNull);
    return missing.length;
  }

  /** The reference under which the cross-reference has an object. */
  refTo(number: number): PDFRef {
    return PDFRef.of(number, this.#parts.reader.index.generation(number));
  }

  /** Offset of the newest cross-reference section; 0 for a file whose cross-reference was rebuilt. */
  get newestSection(): number {
    const { startxref, base } = this.#parts.structure;
    return startxref + base;
  }

  /** Offsets of the cross-reference sections of which readers may disagree what they say. */
  get ambiguousSections(): readonly number[] {
    return this.#parts.structure.ambiguousSections;
  }

  /**
   * Whether an object that was read has two values for a key: readers may disagree what it says. By number, 0 for a trailer.
   */
  isAmbiguous(number: number): boolean {
    return this.#parts.reader.ambiguous.has(number);
  }

  /**
   * What this file says differently than an earlier revision of it (its first bytes, opened as a file). Passes over the
   * objects of this file once for all revisions. Throws PdfError `too_complex`.
   */
  differenceFrom(earlier: PdfFile): RevisionDifference {
    this.#comparer ??= new RevisionComparer(this.#parts);
    return this.#comparer.compare(earlier.#parts);
  }

  /**
   * The bytes to append to the original; none when nothing changed. Throws `damaged` for a repaired file, whose
   * cross-reference cannot be continued: use `save`.
   */
  saveIncremental(options: SaveOptions = {}): IncrementalSave {
    const save = this.#parts.pageTree.withoutIdleCopies(() => this.#buildIncrement(options));
    if (this.repaired) throw new PdfError('damaged', 'A repaired file cannot be saved incrementally');
    return save;
  }

  /**
   * The whole file anew, reachable objects only. Breaks signatures. Long streams are copied from the source when the
   * bytes are asked for: write them before closing this file.
   */
  rewrite(options: RewriteOptions = {}): PdfBytes {
    this.#parts.pageTree.verify();
    this.#setDate(options);
    const segments: Segment[] = [];
    const { objectStreams } = options;
    writeWholeFile(this.#parts, (segment) => segments.push(segment), {
      objectStreams,
      survey: this.#survey?.found,
    });
    return new PdfBytes(segments);
  }

  /**
   * References to the objects that a rewrite would write, as the file is now, and in which one of `names` stands anywhere, as a
   * key or as a value. Passes over the bytes of all objects once for all calls with the same `names` and the rewrite after
   * them, and makes no objects. Throws `locked` or `password_required` for an encrypted file.
   */
  findCarried(names: DictKeys): PDFRef[] {
    if (this.#survey?.names !== names) {
      this.#survey = {
        names,
        found: surveyObjects(this.#parts.reader, { names: { keys: names, values: names } }),
      };
    }
    return findCarried(this.#parts, this.#survey.found, names);
  }

  /**
   * The original and an increment, so that signatures stay valid; a repaired file rewritten. Unchanged files come out
   * as they went in. Write the bytes before closing this file.
   */
  save(options: SaveOptions = {}): PdfBytes {
    if (this.repaired) return this.rewrite(options);
    const save = this.#parts.pageTree.withoutIdleCopies(() => this.#buildIncrement(options));
    // Comparing reads the originals, which may show that one of them is not where the table says.
    if (this.repaired) return this.rewrite(options);
    return new PdfBytes(save.increment.length === 0 ? [] : [save.increment], this.source);
  }

  /** Nothing may be appended to a table with entries that cannot be read, be it ones that nobody asked for. */
  #buildIncrement(options: SaveOptions): IncrementalSave {
    this.#setDate(options);
    const save = buildIncrement(this.#parts);
    if (save.increment.length > 0 && !this.#parts.reader.index.isReadable())
      this.#hasUnreadableEntries = true;
    return save;
  }

  #setDate({ modifiedAt }: SaveOptions): void {
    if (modifiedAt !== undefined && hasChanges(this.#parts)) setModificationDate(this.#parts, modifiedAt);
  }

  close(): void {
    this.#isClosed = true;
    this.source.close();
  }
}
