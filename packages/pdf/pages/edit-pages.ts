import { PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString } from 'pdf-lib';
import {
  checkArguments,
  exactly,
  integer,
  invalidArgument,
  listOf,
  openFile,
  optional,
  positive,
  shape,
} from '../arguments.ts';
import { PdfError } from '../errors.ts';
import { mergePdfs } from '../merge/merge.ts';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { nameOf } from '../read/lookup.ts';
import type { PdfBytes } from '../write/pdf-bytes.ts';
import type { PdfPage } from './pdf-page.ts';
import { pruneFields } from './prune-fields.ts';
import { moveLabels, pruneLinks, pruneNavigation } from './prune-navigation.ts';
import { pruneStructure } from './prune-structure.ts';
import { RemovedPages } from './removed-pages.ts';

const INHERITABLE = ['MediaBox', 'CropBox', 'Rotate', 'Resources'];
const PAGES = listOf(integer);

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

/** Pages of one file, all of them by default. */
export interface PageSelection {
  readonly file: PdfFile;
  /** Indexes from 0. */
  readonly pages?: readonly number[] | undefined;
}

/**
 * Joins pages of several files into a new one, in this order; one file may be named several times, with other pages.
 * Several files are joined as `mergePdfs` does, and /Info is that of the first. Throws as `arrangePages`.
 *
 * @example
 * // Inserts a file after the second page of another.
 * assemblePages([{ file: a, pages: [0, 1] }, { file: b }, { file: a, pages: [2, 3] }]);
 */
export function assemblePages(parts: readonly PageSelection[]): PdfBytes {
  const selection = exactly({ file: openFile, pages: optional(PAGES) });
  checkArguments({ parts }, { parts: listOf(shape({ file: openFile })) });
  checkArguments({ parts }, { parts: listOf(selection) });
  const files = [...new Set(parts.map(({ file }) => file))];
  const offsets = new Map<PdfFile, number>();
  let total = 0;
  for (const file of files) {
    offsets.set(file, total);
    total += file.pageCount;
  }
  const order = parts.flatMap(({ file, pages }) => {
    const offset = offsets.get(file) ?? 0;
    const chosen = pages ?? Array.from({ length: file.pageCount }, (_, index) => index);
    return chosen.map((index) => offset + file.page(index).index);
  });
  const [first] = files;
  if (first === undefined) throw new PdfError('no_pages', 'A file needs at least one page');
  if (files.length === 1) return arrangeCopy(first.rewrite().toSource(), order);
  const joined = openPdf(mergePdfs(files).toSource());
  copyInfo(first, joined);
  arrangePages(joined, order);
  return joined.rewrite();
}

function arrangeCopy(source: ByteSource, order: readonly number[]): PdfBytes {
  const copy = openPdf(source);
  arrangePages(copy, order);
  return copy.rewrite();
}

/** Only what is not in objects of their own, which has no reference to the other file. */
function copyInfo(from: PdfFile, to: PdfFile): void {
  const info = from.context.lookup(from.trailer.get(PDFName.of('Info')));
  if (!(info instanceof PDFDict)) return;
  const copy = PDFDict.withContext(to.context);
  for (const key of info.keys()) {
    const value = info.lookup(key);
    if (value instanceof PDFString || value instanceof PDFHexString || value instanceof PDFName)
      copy.set(key, value);
  }
  to.trailer.set(PDFName.of('Info'), to.context.register(copy));
}

/** Where `splitPages` divides a file: parts of so many pages, or of at most so many bytes if their pages allow it. */
export type SplitSize = { readonly pages: number } | { readonly bytes: number };

/**
 * Divides a file into parts of a size, one after the other. A part has at least one page, so that it may be larger than
 * `bytes`. The file itself is not changed.
 */
export function* splitPages(file: PdfFile, size: SplitSize): Generator<PdfBytes> {
  const either = 'pages' in size ? { pages: size.pages } : { bytes: size.bytes };
  checkArguments(
    { file, ...either },
    { file: openFile, pages: optional(positive), bytes: optional(positive) },
  );
  const { pageCount } = file;
  const source = file.rewrite().toSource();
  for (let from = 0; from < pageCount; ) {
    const most = 'pages' in size ? Math.max(1, Math.floor(size.pages)) : pageCount;
    const to =
      'pages' in size ? Math.min(from + most, pageCount) : endOfPart(source, from, pageCount, size.bytes);
    yield arrangeCopy(source, range(from, to));
    from = to;
  }
}

/** Doubles a part until it is too large, and halves what was added. */
function endOfPart(source: ByteSource, from: number, pageCount: number, bytes: number): number {
  const fits = (to: number): boolean => arrangeCopy(source, range(from, to)).size <= bytes;
  let [fitting, step] = [from + 1, 1];
  while (fitting + step <= pageCount && fits(fitting + step)) {
    fitting += step;
    step *= 2;
  }
  for (; step >= 1; step = Math.floor(step / 2)) {
    if (fitting + step <= pageCount && fits(fitting + step)) fitting += step;
  }
  return fitting;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
