import type { PDFContext, PDFDict, PDFName, PDFObject, PDFRef } from 'pdf-lib';
import type { ObjectReader } from './read/object-reader.ts';

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
  #parsedCount = 0;

  constructor(reader: ObjectReader) {
    super();
    this.#reader = reader;
  }

  /** Objects parsed from the file so far. */
  get parsedCount(): number {
    return this.#parsedCount;
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

  override set(ref: PDFRef, object: PDFObject): this {
    this.#absent.delete(ref);
    this.#deleted.delete(ref);
    return super.set(ref, object);
  }

  override delete(ref: PDFRef): boolean {
    const existed = this.has(ref);
    super.delete(ref);
    this.#absent.add(ref);
    if (existed && this.#reader.index.has(ref.objectNumber)) this.#deleted.add(ref);
    return existed;
  }

  /** The object when it was touched before; never parses. */
  peek(ref: PDFRef): PDFObject | undefined {
    return super.get(ref);
  }

  isDeleted(ref: PDFRef): boolean {
    return this.#deleted.has(ref);
  }

  /** Forgets everything that was parsed, after the index was rebuilt. */
  override clear(): void {
    super.clear();
    this.#absent.clear();
    this.#deleted.clear();
  }

  #load(ref: PDFRef): PDFObject | undefined {
    if (this.#absent.has(ref)) return undefined;
    const object = this.#reader.read(ref.objectNumber, ref.generationNumber);
    if (object === undefined) {
      this.#absent.add(ref);
      return undefined;
    }
    this.#parsedCount += 1;
    super.set(ref, object);
    return object;
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
