import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { byteString } from '../merge/rules.ts';
import type { PdfFile } from '../pdf-file.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { latin1 } from '../read/characters.ts';
import { lookupDict, nameOf } from '../read/lookup.ts';
import { stringBytes } from '../read/strings.ts';
import { nameTreeEntries } from '../read/tree-entries.ts';

/** Answers what leads to a page that is being removed: the page itself, its annotations and destinations. */
export class RemovedPages {
  readonly #file: PdfFile;
  readonly #refs = new Set<PDFObject>();
  readonly #annotations = new Set<PDFObject>();
  /** The references of all pages before the removal, for destinations that name a page by its number. */
  readonly #pages: readonly PDFRef[];
  readonly #strings = new Set<string>();
  readonly #names = new Set<PDFName>();

  /** `removed` are indexes of pages. */
  constructor(file: PdfFile, removed: ReadonlySet<number>) {
    this.#file = file;
    const pages = [...file.pages()];
    this.#pages = pages.map(({ ref }) => ref);
    const kept = new Set(
      pages.filter(({ index }) => !removed.has(index)).flatMap((page) => page.annotationItems()),
    );
    for (const page of pages) {
      if (!removed.has(page.index)) continue;
      this.#refs.add(page.ref);
      for (const item of page.annotationItems()) if (!kept.has(item)) this.#annotations.add(item);
    }
    for (const [name, value] of listNamed(file)) if (this.isLedToBy(value)) this.#strings.add(name);
    const old = lookupDict(file.catalog, 'Dests');
    for (const [name, value] of old === undefined ? [] : entriesOf(old))
      if (this.isLedToBy(value)) this.#names.add(name);
  }

  hasPage(ref: PDFObject | undefined): boolean {
    return ref !== undefined && this.#refs.has(ref);
  }

  hasAnnotation(ref: PDFObject): boolean {
    return this.#annotations.has(ref);
  }

  /** Whether the value is a destination, explicit or named, that leads to a removed page (ISO 32000-1 12.3.2). */
  isLedToBy(destination: PDFObject | undefined): boolean {
    const found = this.#file.context.lookup(destination);
    if (found instanceof PDFName) return this.#names.has(found);
    if (found instanceof PDFDict) return this.isLedToBy(found.get(nameOf('D')));
    if (found instanceof PDFArray) return found.size() > 0 && this.#isTarget(found);
    const bytes = stringBytes(found);
    return bytes !== undefined && this.#strings.has(latin1(bytes));
  }

  /** Whether a dictionary has a destination or an action that leads to a removed page. */
  isLedToByEntryOf(owner: PDFDict): boolean {
    return this.isLedToBy(owner.get(nameOf('Dest'))) || this.isLedToByAction(owner.get(nameOf('A')));
  }

  isLedToByAction(action: PDFObject | undefined): boolean {
    const found = this.#file.context.lookup(action);
    return (
      found instanceof PDFDict &&
      found.lookup(nameOf('S')) === nameOf('GoTo') &&
      this.isLedToBy(found.get(nameOf('D')))
    );
  }

  /** Numbers of pages are wrong in destinations within a file, but occur; they become references. */
  #isTarget(destination: PDFArray): boolean {
    const first = destination.get(0);
    if (!(first instanceof PDFNumber)) return this.hasPage(first);
    const ref = this.#pages[first.asNumber()];
    if (ref !== undefined) destination.set(0, ref);
    return this.hasPage(ref);
  }

  /** Removes the page objects, so that nothing that was missed can keep their content in the file. */
  deleteObjects(): void {
    for (const ref of [...this.#refs, ...this.#annotations])
      if (ref instanceof PDFRef) this.#file.context.delete(ref);
  }

  /** Removes named destinations. */
  removeNamed(): void {
    const { catalog, context } = this.#file;
    const old = lookupDict(catalog, 'Dests');
    for (const name of this.#names) old?.delete(name);
    const names = lookupDict(catalog, 'Names');
    if (this.#strings.size === 0 || names === undefined) return;
    const kept = PDFArray.withContext(context);
    const sorted = [...listNamed(this.#file)].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, value] of sorted) {
      if (this.#strings.has(name)) continue;
      kept.push(byteString(name));
      kept.push(value);
    }
    names.set(nameOf('Dests'), context.obj({ Names: kept }));
  }
}

function listNamed(file: PdfFile): ReadonlyMap<string, PDFObject> {
  const names = lookupDict(file.catalog, 'Names');
  return names === undefined ? new Map() : nameTreeEntries(lookupDict(names, 'Dests'));
}
