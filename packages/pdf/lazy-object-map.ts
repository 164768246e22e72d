import { type PDFContext, PDFDict, type PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import { Budget, tooComplex } from './limits.ts';
import type { RawDict } from './read/dict-walker.ts';
import type { ObjectReader } from './read/object-reader.ts';
import { NumberColumn } from './read/xref-index.ts';

export interface SetEntry {
  readonly key: PDFName;
  readonly value: PDFObject;
}

export interface EntryEdits {
  readonly entries: readonly SetEntry[];
  readonly walked: RawDict | undefined;
}

/**
 * Parses indirect objects on `get`. `PDFContext` cannot be subclassed, but keeps all objects in one
 * replaceable Map. `enumerateIndirectObjects()` and `PDFDocument.save()` see touched objects only.
 */
export class LazyObjectMap extends Map<PDFRef, PDFObject> {
  readonly #reader: ObjectReader;
  /** So that they are not looked up again. */
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

  get parsedCount(): number {
    return this.#parsedCount;
  }

  get edits(): ReadonlyMap<PDFRef, EntryEdits> {
    return this.#edits;
  }

  /** The count grows with every edit, too. */
  get changeCount(): number {
    return this.#changeCount;
  }

  get deleted(): ReadonlySet<PDFRef> {
    return this.#deleted;
  }

  override get(ref: PDFRef): PDFObject | undefined {
    return super.get(ref) ?? this.#load(ref);
  }

  override has(ref: PDFRef): boolean {
    return this.get(ref) !== undefined;
  }

  /** Throws `too_complex` for an object number that could not be read again. */
  override set(ref: PDFRef, object: PDFObject): this {
    const { index, limits } = this.#reader;
    const isNew = ref.objectNumber >= index.size;
    // One number is kept free for the cross-reference stream of a save.
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

  /** Returns an object only if it is there already: this never parses. */
  peek(ref: PDFRef): PDFObject | undefined {
    return super.get(ref);
  }

  isTouched(ref: PDFRef): boolean {
    if (super.get(ref) !== undefined) return true;
    if (this.#deleted.size > 0 && this.#deleted.has(ref)) return true;
    return this.#edits.size > 0 && this.#edits.has(ref);
  }

  /** Returns true for created and deleted objects, too, whatever their generation. */
  mayBeTouched(number: number): boolean {
    return this.#touchedNumbers.get(number) === 1;
  }

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

  applyEdits(): void {
    for (const ref of [...this.#edits.keys()]) this.get(ref);
  }

  forgetAbsent(): void {
    this.#absent.clear();
    for (const ref of this.#deleted) this.#absent.add(ref);
  }

  override clear(): void {
    this.#changeCount += 1;
    super.clear();
    this.#edits.clear();
    this.#absent.clear();
    this.#deleted.clear();
    this.#touchedNumbers = NumberColumn.ofBytes();
  }

  /** Higher numbers have no original bytes to differ from. */
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

export function installObjectMap(context: PDFContext, map: LazyObjectMap): void {
  (context as unknown as { indirectObjects: LazyObjectMap }).indirectObjects = map;
}
