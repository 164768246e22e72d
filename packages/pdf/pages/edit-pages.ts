import { PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { checkArguments, integer, invalidArgument, listOf, openFile } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../pdf-file.ts';
import { lookupDict, nameOf } from '../read/lookup.ts';
import type { PdfPage } from './pdf-page.ts';
import { pruneFields } from './prune-fields.ts';
import { moveLabels, pruneLinks, pruneNavigation } from './prune-navigation.ts';
import { pruneStructure } from './prune-structure.ts';
import { RemovedPages } from './removed-pages.ts';

const INHERITABLE = ['MediaBox', 'CropBox', 'Rotate', 'Resources'];
/** Numbers of pages (ISO 32000-1 table 150). */
const PRINT_RANGE = PDFName.of('PrintPageRange');
/** Checks indexes of pages. */
export const PAGES = listOf(integer);

/**
 * Gives a file these of its pages in this order, by indexes from 0. Whatever refers to a page that is left out goes as a
 * whole: destinations, outline items, links, fields, structure elements and threads; labels of pages stay with them. The
 * pages are gone from the bytes, because `save` then writes the file as a whole. Signatures become invalid. Throws
 * `page_out_of_range`, `no_pages`, and `invalid_argument` if a page is listed twice.
 *
 * @example
 * arrangePages(file, [2, 0]); // the third page, then the first
 */
export function arrangePages(file: PdfFile, order: readonly number[]): void {
  checkArguments({ file, order }, { file: openFile, order: PAGES });
  const chosen = new Set(order);
  if (chosen.size < order.length) throw invalidArgument('order', 'every page at most once', order);
  if (order.length === 0) throw new PdfError('no_pages', 'A file needs at least one page');
  const pages = [...file.pages()];
  const kept = order.map((index) => file.page(index));
  const removed = new Set(pages.map(({ index }) => index).filter((index) => !chosen.has(index)));
  const gone = new RemovedPages(file, removed);
  for (const page of kept) ownInherited(page);
  const leaves = kept.map(({ ref, dict }) => ({ ref, dict }));
  requireIndirectRoot(file);
  if (removed.size > 0) {
    pruneNavigation(file, gone);
    pruneFields(file, gone);
    pruneStructure(file, gone);
  }
  moveLabels(file, order);
  if (order.some((index, at) => index !== at))
    lookupDict(file.catalog, 'ViewerPreferences')?.delete(PRINT_RANGE);
  file.replacePages(leaves);
  if (removed.size === 0) return;
  pruneLinks(file, gone);
  gone.removeNamed();
  gone.deleteObjects();
}

function ownInherited(page: PdfPage): void {
  for (const key of INHERITABLE) {
    const value = page.inheritedEntry(key);
    if (value !== undefined && !page.dict.has(nameOf(key))) page.dict.set(nameOf(key), value);
  }
}

function requireIndirectRoot({ catalog }: PdfFile): void {
  if (!(catalog.get(PDFName.of('Pages')) instanceof PDFRef))
    throw new PdfError('damaged', 'The page tree is not an indirect object');
}

/** Removes pages, by indexes from 0, as `arrangePages` does. */
export function removePages(file: PdfFile, pages: readonly number[]): void {
  checkArguments({ file, pages }, { file: openFile, pages: PAGES });
  const removed = new Set(pages.map((index) => file.page(index).index));
  arrangePages(
    file,
    Array.from({ length: file.pageCount }, (_, index) => index).filter((index) => !removed.has(index)),
  );
}

/** Moves pages before the page that has the index `to` now, in the order given; to the end if it is the number of pages. */
export function movePages(file: PdfFile, pages: readonly number[], to: number): void {
  checkArguments({ file, pages, to }, { file: openFile, pages: PAGES, to: integer });
  if (to !== file.pageCount) file.page(to);
  const moved = new Set(pages);
  const indexes = Array.from({ length: file.pageCount }, (_, index) => index);
  const before = indexes.filter((index) => index < to && !moved.has(index));
  arrangePages(file, [...before, ...pages, ...indexes.filter((index) => index >= to && !moved.has(index))]);
}

/** Rotates pages clockwise, beyond their present rotation. Throws `invalid_argument` unless `degrees` is a multiple of 90. */
export function rotatePages(file: PdfFile, pages: readonly number[], degrees: number): void {
  checkArguments({ file, pages, degrees }, { file: openFile, pages: PAGES, degrees: integer });
  if (degrees % 90 !== 0) throw invalidArgument('degrees', 'a multiple of 90', degrees);
  for (const index of new Set(pages)) {
    const page = file.page(index);
    const rotation = (((page.geometry.rotate + degrees) % 360) + 360) % 360;
    page.dict.set(PDFName.of('Rotate'), PDFNumber.of(rotation));
  }
}
