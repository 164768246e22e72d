import {
  type PDFContext,
  PDFDict,
  type PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  type PDFStream,
} from 'pdf-lib';
import { Budget, tooComplex } from './limits.ts';
import type { RawDict } from './read/dict-walker.ts';
import { NumberColumn } from './read/number-column.ts';
import type { ObjectReader } from './read/object-reader.ts';

/** A new value of a dictionary's key. */
export interface SetEntry {
  readonly key: PDFName;
  readonly value: PDFObject;
}

/** Entries that were set in a dictionary of which there is no object. */
export interface EntryEdits {
  /** One for each key. */
  readonly entries: readonly SetEntry[];
  /** What a walk over the dictionary found, where there was one. */
  readonly walked: RawDict | undefined;
}

/**
 * The one file that reaches into pdf-lib's private parts. `PDFContext` has a private constructor and cannot be
 * subclassed, but everything it knows of a file lies in one Map: replaced by a Map that parses on `get`, all of
 * pdf-lib works on a file of which almost nothing was read.
 *
 * Consequence: `enumerateIndirectObjects()` and `PDFDocument.save()` see touched objects only; use this package's
 * own saves.
 */
export class LazyObjectMap extends Map<PDFRef, PDFObject> {
  readonly #reader: ObjectReader;
  /** References that lead nowhere, so that they are not looked for again. */
  readonly #absent = new Set<PDFRef>();
  readonly #deleted = new Set<PDFRef>();
  readonly #edits = new Map<PDFRef, EntryEdits>();
  readonly #kept: Budget;
  #touchedNumbers = NumberColumn.ofBytes();
  #parsedCount = 0;
  #changeCount = 0;

  constructor(reader: ObjectReader) {
    super();
    this.#reader = reader;
    this.#kept = new Budget('keptItems', reader.limits.keptItems);
  }

  /** Objects parsed from the file so far. */
  get parsedCount(): number {
    return this.#parsedCount;
  }

  /** Entries that were set in dictionaries of which there are no objects yet. */
  get edits(): ReadonlyMap<PDFRef, EntryEdits> {
    return this.#edits;
  }

  /** Grows whenever an object enters the map or leaves it, and with every edit. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** Objects of the file that were deleted. */
  get deleted(): ReadonlySet<PDFRef> {
    return this.#deleted;
  }

  override get(ref: PDFRef): PDFObject | undefined {
    return super.get(ref) ?? this.#load(ref);
  }

  override has(ref: PDFRef): boolean {
    return this.get(ref) !== undefined;
  }

  /** Throws `too_complex` for a number that no file may have: the engine would refuse what it wrote. */
  override set(ref: PDFRef, object: PDFObject): this {
    const { index, limits } = this.#reader;
    const isNew = ref.objectNumber >= index.size;
    // The last number is left for the cross-reference stream that a save may add.
    if (isNew && ref.objectNumber >= limits.objects) throw tooComplex('objects', limits.objects);
    this.#changeCount += 1;
    this.#absent.delete(ref);
    this.#deleted.delete(ref);
    this.#edits.delete(ref);
    this.#noteTouched(ref);
    return super.set(ref, object);
  }

  override delete(ref: PDFRef): boolean {
    const existed = this.has(ref);
    this.#changeCount += 1;
    this.#noteTouched(ref);
    this.#edits.delete(ref);
    super.delete(ref);
    this.#absent.add(ref);
    if (existed && this.#reader.index.has(ref.objectNumber)) this.#deleted.add(ref);
    return existed;
  }

  /** The object when it was touched before; never parses. */
  peek(ref: PDFRef): PDFObject | undefined {
    return super.get(ref);
  }

  /** Whether an object was made, deleted or edited. Mostly none was deleted or edited: that is asked first. */
  isTouched(ref: PDFRef): boolean {
    if (super.get(ref) !== undefined) return true;
    if (this.#deleted.size > 0 && this.#deleted.has(ref)) return true;
    return this.#edits.size > 0 && this.#edits.has(ref);
  }

  /** Whether an object with this number was ever made, deleted or edited: without a reference to ask with. */
  mayBeTouched(number: number): boolean {
    return this.#touchedNumbers.get(number) === 1;
  }

  /** Notes an entry for a dictionary; the object gets it when it is made. */
  edit(ref: PDFRef, key: PDFName, value: PDFObject, walked: RawDict | undefined): void {
    this.#changeCount += 1;
    this.#noteTouched(ref);
    const known = this.#edits.get(ref);
    if (known === undefined) this.#edits.set(ref, { walked, entries: [{ key, value }] });
    else {
      const others = known.entries.filter((entry) => entry.key !== key);
      this.#edits.set(ref, { walked: walked ?? known.walked, entries: [...others, { key, value }] });
    }
  }

  /** Makes the objects of all edited dictionaries. */
  settleEdits(): void {
    for (const ref of [...this.#edits.keys()]) this.get(ref);
  }

  /** Looks again for what was not found: the index has more objects now. */
  forgetAbsent(): void {
    this.#absent.clear();
    for (const ref of this.#deleted) this.#absent.add(ref);
  }

  /** Forgets everything that was parsed, after the index was rebuilt. */
  override clear(): void {
    this.#changeCount += 1;
    super.clear();
    this.#edits.clear();
    this.#absent.clear();
    this.#deleted.clear();
    this.#touchedNumbers = NumberColumn.ofBytes();
  }

  /** Numbers beyond every file's have no bytes that an object could differ from. */
  #noteTouched({ objectNumber }: PDFRef): void {
    if (objectNumber <= this.#reader.limits.objects) this.#touchedNumbers.set(objectNumber, 1);
  }

  #load(ref: PDFRef): PDFObject | undefined {
    if (this.#absent.has(ref)) return undefined;
    const object = this.#reader.read(ref.objectNumber, ref.generationNumber);
    if (object === undefined) {
      this.#edits.delete(ref);
      this.#absent.add(ref);
      return undefined;
    }
    this.#kept.spend(this.#reader.parser.items);
    this.#parsedCount += 1;
    this.#changeCount += 1;
    this.#noteTouched(ref);
    super.set(ref, object);
    this.#applyEdits(ref, object);
    return object;
  }

  #applyEdits(ref: PDFRef, object: PDFObject): void {
    const edits = this.#edits.get(ref);
    if (edits === undefined) return;
    this.#edits.delete(ref);
    if (object instanceof PDFDict) for (const { key, value } of edits.entries) object.set(key, value);
  }
}

/** Puts the map in the place of the context's own. */
export function installObjectMap(context: PDFContext, map: LazyObjectMap): void {
  (context as unknown as { indirectObjects: LazyObjectMap }).indirectObjects = map;
}

/** The entries of a dictionary without the copy that `entries()` makes. */
export function entriesOf(dict: PDFDict): ReadonlyMap<PDFName, PDFObject> {
  return (dict as unknown as { dict: ReadonlyMap<PDFName, PDFObject> }).dict;
}

/**
 * PDFRawStream as something that can be extended: its constructor is private and sets `contents`, whose place an
 * accessor has to take, so that a dictionary can be read without its megabytes. `LazyRawStream` is the only subclass.
 */
export const RawStreamBase = PDFRawStream as unknown as new (
  dict: PDFDict,
  contents: Uint8Array | undefined,
) => PDFStream;
