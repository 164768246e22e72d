import { type PDFCatalog, type PDFContext, PDFDict, PDFName, PDFNull, type PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from './errors.ts';
import type { EntryEdits } from './lazy-object-map.ts';
import { setModificationDate } from './metadata/modification-date.ts';
import { AnnotationBudget, PdfPage } from './pages/pdf-page.ts';
import type { PdfFileParts } from './pdf-file-parts.ts';
import type { ByteSource } from './read/byte-source.ts';
import { SLASH } from './read/characters.ts';
import type { DictKeys } from './read/dict-keys.ts';
import { type RawDict, walkObject } from './read/dict-walker.ts';
import type { FileEncryption } from './read/encryption.ts';
import { FieldWalks } from './read/field-walks.ts';
import { lookupName } from './read/lookup.ts';
import { POOLS } from './read/object-pools.ts';
import type { RawValue } from './read/raw-value.ts';
import { AppendedRevisions, hasEntryOutside, mayBeReadFromStart } from './revisions/appended-revisions.ts';
import { RevisionComparer, type RevisionDifference } from './revisions/revision-difference.ts';
import { StrictObjects } from './revisions/strict-syntax.ts';
import { buildObjectSurvey } from './write/build-survey.ts';
import { CopyableObjects } from './write/copyable-objects.ts';
import { buildIncrement, hasChanges, type IncrementalSave } from './write/incremental.ts';
import type { ObjectSurvey } from './write/object-survey.ts';
import { PdfBytes, type Segment } from './write/pdf-bytes.ts';
import { findReachable, findReachableNamed } from './write/reachable-objects.ts';
import type { SearchedNames } from './write/reference-scanner.ts';
import { type ObjectStreamMode, writeWholeFile } from './write/rewrite.ts';

export interface SaveOptions {
  /** The time of the change, for /ModDate and the XMP packet. A save without changes never sets it. */
  readonly modifiedAt?: Date;
}

/** Readers allocate tables of /Size, so numbers must not have a larger gap. */
const MAX_NUMBER_GAP = 10_000;

export interface RewriteOptions extends SaveOptions {
  /** `keep` by default. */
  readonly objectStreams?: ObjectStreamMode;
}

/** An open PDF, parsed on demand into pdf-lib's objects. Use it in one thread and `close` it when done. */
export class PdfFile {
  /** `lookup` parses on first use; `register`, `assign` and `delete` work as usual. */
  readonly context: PDFContext;
  readonly source: ByteSource;
  readonly catalog: PDFCatalog;
  /** Changes to it are saved, such as a new /Info. */
  readonly trailer: PDFDict;
  readonly #openParts: PdfFileParts;
  #isClosed = false;
  readonly #annotationBudget: AnnotationBudget;
  readonly #fieldWalks: FieldWalks;
  /** Later changes to objects do not affect it. */
  #survey: { readonly names?: DictKeys; readonly found: ObjectSurvey } | undefined;
  #comparer: RevisionComparer | undefined;
  #appended: AppendedRevisions | undefined;
  #knownStrict: StrictObjects | undefined;
  #hasUnreadableEntries = false;

  constructor(parts: PdfFileParts) {
    this.#openParts = parts;
    this.#annotationBudget = new AnnotationBudget(parts.reader.limits);
    this.#fieldWalks = new FieldWalks(parts.reader);
    this.context = parts.context;
    this.source = parts.reader.source;
    this.catalog = parts.catalog;
    this.trailer = parts.structure.trailer;
  }

  /**
   * All access to the bytes of the file goes through here. Throws `file_closed`. What is asked for each entry of
   * thousands of fields uses `#openParts`.
   */
  get #parts(): PdfFileParts {
    if (this.#isClosed) throw new PdfError('file_closed', 'The file was closed');
    return this.#openParts;
  }

  get pageCount(): number {
    return this.#parts.pageTree.count;
  }

  /** The limit is one more than the highest object number (/Size, ISO 32000-1 table 15). */
  get objectLimit(): number {
    return this.#parts.reader.index.size;
  }

  /** The number of objects parsed so far, which measures laziness. */
  get parsedObjectCount(): number {
    return this.#parts.objects.parsedCount;
  }

  /**
   * Whether something was repaired, or may be read differently by other readers. Such a file can only be
   * rewritten. May become true as more is read.
   */
  get repaired(): boolean {
    const { structure, reader, pageTree } = this.#parts;
    if (structure.repaired || pageTree.repaired || this.#hasUnreadableEntries) return true;
    return reader.misplacedCount + reader.unclosedCount + reader.toleratedCount > 0;
  }

  /** The encryption of the file, which no written file has; undefined if it is not encrypted. */
  get encryption(): FileEncryption | undefined {
    return this.#parts.reader.encryption;
  }

  /** Whether nothing can be appended to the file: `save` writes a repaired or encrypted one as a whole. */
  get mustBeRewritten(): boolean {
    return this.repaired || this.encryption !== undefined || this.#parts.pageTree.isArranged;
  }

  /**
   * Reads some keys of an indirect dictionary from its bytes, without creating objects. Returns undefined if the
   * object was touched or has unusual syntax: use `context.lookup` then. Reuse `keys`.
   */
  walkDict(ref: PDFRef, keys: DictKeys): RawDict | undefined {
    const { reader } = this.#parts;
    if (this.isTouched(ref)) return undefined;
    return walkObject(reader, ref.objectNumber, ref.generationNumber, keys);
  }

  /**
   * Finds the objects that contain none of `names`, so that only their references change. Passes over the file
   * once.
   */
  copyableObjects(names: SearchedNames): CopyableObjects {
    return new CopyableObjects(this.#parts.reader, names);
  }

  /** Increases whenever an object is first looked up, created or deleted. */
  get changeCount(): number {
    return this.#openParts.objects.changeCount;
  }

  /** Returns whether an object was looked up, created, changed or deleted. */
  isTouched(ref: PDFRef): boolean {
    return this.#openParts.objects.isTouched(ref);
  }

  /** As `isTouched`, for any generation; may be true for unchanged objects. */
  mayBeTouched(number: number): boolean {
    return this.#parts.objects.mayBeTouched(number);
  }

  /**
   * Sets an entry without parsing the object; a save copies its bytes, and so does a merge the name of a field. Does
   * nothing if the object is not a dictionary. Do not change the value afterwards. `walked`, from `walkDict`, saves another walk.
   */
  setEntry(ref: PDFRef, key: PDFName, value: PDFObject, walked?: RawDict): void {
    const { objects } = this.#parts;
    if (this.isTouched(ref) && !objects.edits.has(ref)) {
      const object = this.context.lookup(ref);
      if (object instanceof PDFDict) object.set(key, value);
    } else objects.edit(ref, key, value, walked);
  }

  /** Does what `walkDict` does with `FIELD_KEYS`, and walks each dictionary once, however often it is asked for. */
  walkField(ref: PDFRef): RawDict | undefined {
    return this.#parts.objects.isTouched(ref) ? undefined : this.#fieldWalks.walk(ref);
  }

  /** Does what `walkField` does, without what `setEntry` changed. */
  walkUneditedField(ref: PDFRef): RawDict | undefined {
    return this.#parts.objects.edits.has(ref) ? this.#fieldWalks.walk(ref) : this.walkField(ref);
  }

  /** What `setEntry` changed in an object that was not parsed since; undefined if it changed nothing. */
  editsOf(ref: PDFRef): EntryEdits | undefined {
    return this.#openParts.objects.edits.get(ref);
  }

  /** Changes to the result are not saved. */
  parseValue({ kind, bytes, start, end }: RawValue): PDFObject {
    if (kind === 'name') return POOLS.name(bytes, start + 1, end);
    const { parser } = this.#openParts.reader;
    parser.reset(bytes, start, true);
    return parser.readObject() ?? PDFNull;
  }

  /** Parses the value of a walked dictionary; undefined if it is missing or null. */
  parseEntry(dict: RawDict, position: number): PDFObject | undefined {
    const start = dict.startAt(position);
    if (start === 0) return undefined;
    // The most common values need no RawValue.
    if (dict.bytes[start] === SLASH) return POOLS.name(dict.bytes, start + 1, dict.endAt(position));
    const value = dict.at(position);
    return value && this.parseValue(value);
  }

  /** The later of the versions in the header and in the catalog (ISO 32000-1 7.5.2). */
  get version(): string {
    const [header = ''] = /\d\.\d/.exec(this.#parts.structure.header) ?? [];
    const [stated = ''] = /^\d\.\d$/.exec(lookupName(this.catalog, 'Version') ?? '') ?? [];
    return stated > header ? stated : header;
  }

  /** Whether the file's readers support object streams. */
  get usesObjectStreams(): boolean {
    const { kind, trailer } = this.#parts.structure;
    return kind === 'stream' || trailer.has(PDFName.of('XRefStm'));
  }

  /** Returns the page at an index from 0. Throws `page_out_of_range`. */
  page(index: number): PdfPage {
    const leaf = this.#parts.pageTree.find(index);
    if (leaf !== undefined) return new PdfPage(index, leaf, this.#parts.pageTree, this.#annotationBudget);
    const pageCount = this.pageCount;
    throw new PdfError('page_out_of_range', `Page ${index} of ${pageCount} does not exist`, {
      page: index,
      pageCount,
    });
  }

  /** Returns undefined if the reference is not a page. */
  pageAt(ref: PDFRef): PdfPage | undefined {
    const index = this.#parts.pageTree.indexOf(ref);
    return index === undefined ? undefined : this.page(index);
  }

  *pages(): Generator<PdfPage> {
    let index = 0;
    for (const leaf of this.#parts.pageTree.walk()) {
      yield new PdfPage(index, leaf, this.#parts.pageTree, this.#annotationBudget);
      index += 1;
    }
  }

  /**
   * Whether the bytes show that no page has annotations, without creating objects of the pages. False if only the
   * objects can tell.
   */
  get hasBarePages(): boolean {
    return this.#parts.pageTree.isBare;
  }

  /** Lists these pages instead of the present ones. Used by `arrangePages`, which also updates what refers to them. */
  replacePages(pages: readonly { readonly ref: PDFRef; readonly dict: PDFDict }[]): void {
    this.#parts.pageTree.arrange(pages);
  }

  /** Adds a registered page dictionary after the last page. Used by `appendBlankPage`. */
  appendPage(ref: PDFRef, dict: PDFDict): PdfPage {
    this.#parts.pageTree.append(ref, dict);
    return this.page(this.pageCount - 1);
  }

  /**
   * Defines referenced but missing objects as null, which is equivalent (ISO 32000-2 7.3.10), so that no later
   * revision can define them unnoticed. Returns how many.
   */
  defineMissing(): number {
    const { context, reader } = this.#parts;
    this.#comparer ??= this.#newComparer();
    const limit = Math.min(reader.limits.objects, this.objectLimit + MAX_NUMBER_GAP);
    const missing = this.#comparer
      .findMissing()
      .filter((number) => number < limit && !this.mayBeTouched(number));
    for (const number of missing) context.assign(PDFRef.of(number), PDFNull);
    return missing.length;
  }

  /** Returns the reference with the generation that the cross-reference gives. */
  refTo(number: number): PDFRef {
    return PDFRef.of(number, this.#parts.reader.index.generation(number));
  }

  /** Offset of the newest cross-reference section; 0 if the cross-reference was rebuilt. */
  get newestSection(): number {
    const { startxref, base } = this.#parts.structure;
    return startxref + base;
  }

  /** Whether some readers may begin with another cross-reference section than the newest. */
  get mayBeReadFromStart(): boolean {
    return mayBeReadFromStart(this.#parts);
  }

  /** Offsets of cross-reference sections that readers may interpret differently. */
  get ambiguousSections(): readonly number[] {
    return this.#parts.structure.ambiguousSections;
  }

  /**
   * Returns true if the bytes from an offset are increments that every reader finds in the same way. Throws
   * `damaged` and `too_complex`.
   */
  hasStrictRevisionsFrom(offset: number): boolean {
    this.#appended ??= new AppendedRevisions(this.#parts, this.#strictObjects);
    return this.#appended.areStrictFrom(offset);
  }

  /**
   * Returns true if an object is missing or every reader reads it in the same way: at its entry, without tolerance,
   * odd numbers and duplicate keys.
   */
  isStrictObject(number: number): boolean {
    return this.#strictObjects.has(number);
  }

  /** Returns whether an object has a duplicate key, which readers resolve differently. 0 is a trailer. */
  isAmbiguous(number: number): boolean {
    return this.#parts.reader.ambiguous.has(number);
  }

  /** Compares this file with an earlier revision of it, opened from its first bytes. Throws `too_complex`. */
  differenceFrom(earlier: PdfFile): RevisionDifference {
    this.#comparer ??= this.#newComparer();
    return this.#comparer.compare({ ...earlier.#parts, strictObjects: earlier.#strictObjects });
  }

  /** Returns the bytes to append, none if nothing changed. Throws `damaged` for a repaired file: use `save`. */
  saveIncremental(options: SaveOptions = {}): IncrementalSave {
    const save = this.#parts.pageTree.withoutIdleCopies(() => this.#buildIncrement(options));
    if (this.mustBeRewritten)
      throw new PdfError('damaged', 'A repaired or encrypted file cannot be saved incrementally');
    return save;
  }

  /**
   * Writes the whole file anew, reachable objects only. Invalidates signatures. Write the bytes before closing
   * this file.
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
   * Returns the reachable objects that contain one of `names` as a key or value, and streams with /F. Passes over the file once for all
   * calls with the same `names` object and a following rewrite. Throws `locked`.
   */
  findReachableNamed(names: DictKeys): PDFRef[] {
    if (this.#survey?.names !== names) {
      this.#survey = {
        names,
        found: buildObjectSurvey(this.#parts.reader, { names: { keys: names, values: names } }),
      };
    }
    return findReachableNamed(this.#parts, this.#survey.found, names);
  }

  /**
   * Returns a reachable reference to an object that exists with another generation only. Some readers take it for null,
   * others show the object. Throws `locked`.
   */
  findMismatchedReference(): PDFRef | undefined {
    this.#survey ??= { found: buildObjectSurvey(this.#parts.reader) };
    return findReachable(this.#parts, this.#survey.found).mismatched;
  }

  get #strictObjects(): StrictObjects {
    this.#knownStrict ??= new StrictObjects(this.#parts.reader);
    return this.#knownStrict;
  }

  #newComparer(): RevisionComparer {
    return new RevisionComparer({ ...this.#parts, strictObjects: this.#strictObjects }, () => {
      this.#survey ??= { found: buildObjectSurvey(this.#parts.reader) };
      return this.#survey.found;
    });
  }

  /**
   * Appends an increment to the original, so that signatures stay valid; rewrites a repaired or encrypted file. Write
   * the bytes before closing this file. Throws `locked`.
   */
  save(options: SaveOptions = {}): PdfBytes {
    if (this.mustBeRewritten) return this.rewrite(options);
    const save = this.#parts.pageTree.withoutIdleCopies(() => this.#buildIncrement(options));
    // Comparing with the originals may reveal a wrong entry.
    if (this.repaired) return this.rewrite(options);
    return new PdfBytes(save.increment.length === 0 ? [] : [save.increment], this.source);
  }

  /** Nothing may be appended to a cross-reference with unreadable entries or ones beyond the file. */
  #buildIncrement(options: SaveOptions): IncrementalSave {
    this.#setDate(options);
    const save = buildIncrement(this.#parts);
    if (save.increment.length === 0) return save;
    const { index, source } = this.#parts.reader;
    const highest = index.highestOffset();
    if (highest === undefined || (highest >= source.size && hasEntryOutside(index, source.size)))
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
