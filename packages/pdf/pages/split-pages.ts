import { checkArguments, listOf, openFile, optional, positive } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { ByteSource } from '../read/byte-source.ts';
import type { PdfBytes } from '../write/pdf-bytes.ts';
import { arrangeCopy, assemblePages } from './assemble-pages.ts';
import { PAGES } from './edit-pages.ts';

/**
 * Where `splitPages` divides a file: parts of so many pages, of at most so many bytes if their pages allow it, or of
 * these pages by indexes from 0.
 */
export type SplitSize =
  | { readonly pages: number }
  | { readonly bytes: number }
  | { readonly parts: readonly (readonly number[])[] };

/**
 * Divides a file into parts, one after the other. A part has at least one page, so that it may be larger than `bytes`.
 * The file itself is not changed. Throws as `arrangePages`.
 */
export function* splitPages(file: PdfFile, size: SplitSize): Generator<PdfBytes> {
  const { pages, bytes, parts } = size as { [Key in 'pages' | 'bytes' | 'parts']?: unknown };
  checkArguments(
    { file, pages, bytes, parts },
    { file: openFile, pages: optional(positive), bytes: optional(positive), parts: optional(listOf(PAGES)) },
  );
  const { pageCount } = file;
  if ('parts' in size) {
    for (const part of size.parts) requirePages(file, part);
    const halves = new HalvedFile(file.rewrite().toSource(), pageCount);
    for (const part of size.parts) yield halves.part(part);
    return;
  }
  const halves = new HalvedFile(file.rewrite().toSource(), pageCount);
  for (let from = 0; from < pageCount; ) {
    const part =
      'pages' in size
        ? range(from, Math.min(from + Math.max(1, Math.floor(size.pages)), pageCount))
        : findPart(halves, from, pageCount, size.bytes);
    yield halves.part(part);
    from += part.length;
  }
}

function requirePages(file: PdfFile, part: readonly number[]): void {
  if (part.length === 0) throw new PdfError('no_pages', 'A file needs at least one page');
  for (const index of part) file.page(index);
}

/** Doubles a part until it is too large, and halves what was added. */
function findPart(halves: HalvedFile, from: number, pageCount: number, bytes: number): number[] {
  const fits = (to: number): boolean => to <= pageCount && halves.part(range(from, to)).size <= bytes;
  let [fitting, step] = [from + 1, 1];
  while (fits(fitting + step)) {
    fitting += step;
    step *= 2;
  }
  for (; step >= 1; step = Math.floor(step / 2)) if (fits(fitting + step)) fitting += step;
  return range(from, fitting);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** A part of a file with the pages from one index up to another. */
interface Half {
  readonly from: number;
  readonly to: number;
  readonly source: ByteSource;
  /** The one that was used last. */
  child?: Half;
}

/** A part is cut out of copies that are at most so many times longer. */
const MAX_SURPLUS = 4;

/**
 * Cuts parts out of halves of halves of a file, because cutting each out of the whole would visit all pages once for
 * every part. Parts in order visit each page twice for each halving.
 */
export class HalvedFile {
  /** The number of pages of all copies that were opened. */
  visitedPages = 0;
  readonly #whole: Half;

  constructor(source: ByteSource, pageCount: number) {
    this.#whole = { from: 0, to: pageCount, source };
  }

  /** Returns a file of these pages, by their indexes in the whole. */
  part(pages: readonly number[]): PdfBytes {
    const first = pages.reduce((least, page) => Math.min(least, page), Number.POSITIVE_INFINITY);
    const last = pages.reduce((most, page) => Math.max(most, page), -1);
    let half = this.#whole;
    while (half.to - half.from > MAX_SURPLUS * (last + 1 - first)) {
      const middle = (half.from + half.to) >> 1;
      if (first < middle && last >= middle) break;
      const [from, to] = first < middle ? [half.from, middle] : [middle, half.to];
      if (half.child?.from !== from)
        half.child = { from, to, source: this.#cut(half, range(from, to)).toSource() };
      half = half.child;
    }
    return this.#cut(half, pages);
  }

  #cut({ from, to, source }: Half, pages: readonly number[]): PdfBytes {
    this.visitedPages += to - from;
    const moved = pages.map((page) => page - from);
    const isRepeated = new Set(pages).size < pages.length;
    return isRepeated ? assemblePages([{ file: openPdf(source), pages: moved }]) : arrangeCopy(source, moved);
  }
}
