import { PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { checkArguments, exactly, listOf, openFile, optional, shape } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import { mergePdfs } from '../merge/merge.ts';
import { setPdfaClaim } from '../metadata/conformance-claim.ts';
import { findXmpPacket } from '../metadata/xmp-packet.ts';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { ByteSource } from '../read/byte-source.ts';
import type { PdfBytes } from '../write/pdf-bytes.ts';
import { arrangePages, PAGES } from './edit-pages.ts';

/** Pages of one file, all of them by default. */
export interface PageSelection {
  readonly file: PdfFile;
  /** Indexes from 0. */
  readonly pages?: readonly number[] | undefined;
}

/**
 * Joins pages of several files into a new one, in this order; one file may be named several times. A page that is chosen
 * again is copied with its annotations and fields, whose names are changed (`name#2`). Several files are joined as
 * `mergePdfs` does; /Info and XMP, which then claims no PDF/A, are those of the first. Throws `page_out_of_range` and
 * `no_pages`.
 *
 * @example
 * // Inserts a file after the second page of another.
 * assemblePages([{ file: a, pages: [0, 1] }, { file: b }, { file: a, pages: [2, 3] }]);
 */
export function assemblePages(parts: readonly PageSelection[]): PdfBytes {
  const selection = exactly({ file: openFile, pages: optional(PAGES) });
  checkArguments({ parts }, { parts: listOf(shape({ file: openFile })) });
  checkArguments({ parts }, { parts: listOf(selection) });
  const chosen = parts.flatMap(({ file, pages }) =>
    (pages ?? Array.from({ length: file.pageCount }, (_, index) => index)).map((index) => ({
      file,
      index: file.page(index).index,
    })),
  );
  const files = [...new Set(parts.map(({ file }) => file))];
  const [first] = files;
  if (first === undefined || chosen.length === 0)
    throw new PdfError('no_pages', 'A file needs at least one page');
  const { copies, placed } = copyRepeated(chosen);
  if (files.length === 1 && copies.length === 0)
    return arrangeCopy(
      first.rewrite().toSource(),
      chosen.map(({ index }) => index),
    );
  // The fields of the files keep their names, and those of copies get others.
  const joined = openPdf(mergePdfs([...files, ...copies]).toSource());
  copyInfo(first, joined);
  copyXmp(first, joined);
  const offsets = new Map<PdfFile, number>();
  let total = 0;
  for (const file of [...files, ...copies]) {
    offsets.set(file, total);
    total += file.pageCount;
  }
  arrangePages(
    joined,
    placed.map(({ file, index }) => (offsets.get(file) ?? 0) + index),
  );
  return joined.rewrite();
}

/** Writes a file of some pages of another one, whose bytes these are. */
export function arrangeCopy(source: ByteSource, order: readonly number[]): PdfBytes {
  const copy = openPdf(source);
  arrangePages(copy, order);
  return copy.rewrite();
}

interface ChosenPage {
  readonly file: PdfFile;
  readonly index: number;
}

/** Replaces a page that was chosen before by that of a copy, which has the pages chosen as many times. */
function copyRepeated(chosen: readonly ChosenPage[]): {
  readonly copies: readonly PdfFile[];
  readonly placed: readonly ChosenPage[];
} {
  const times = new Map<PdfFile, Map<number, number>>();
  const repeats = chosen.map(({ file, index }) => {
    const counts = times.get(file) ?? new Map<number, number>();
    times.set(file, counts);
    const repeat = counts.get(index) ?? 0;
    counts.set(index, repeat + 1);
    return repeat;
  });
  const copied = new Map<PdfFile, readonly { readonly copy: PdfFile; readonly pages: readonly number[] }[]>();
  for (const [file, counts] of times) copied.set(file, makeCopies(file, counts));
  const placed = chosen.map(({ file, index }, at) => {
    const repeat = repeats[at] ?? 0;
    const { copy, pages } = copied.get(file)?.[repeat - 1] ?? { copy: file, pages: [] };
    return { file: copy, index: repeat === 0 ? index : pages.indexOf(index) };
  });
  return { copies: [...copied.values()].flat().map(({ copy }) => copy), placed };
}

/** Each copy is made of the one before, since it has some of its pages. */
function makeCopies(file: PdfFile, counts: ReadonlyMap<number, number>) {
  const copies: { readonly copy: PdfFile; readonly pages: readonly number[] }[] = [];
  let before: { readonly copy: PdfFile; readonly pages: readonly number[] | undefined } = {
    copy: file,
    pages: undefined,
  };
  const most = Math.max(...counts.values());
  for (let times = 2; times <= most; times += 1) {
    const pages = [...counts].filter(([, count]) => count >= times).map(([index]) => index);
    const inBefore = pages.map((page) => before.pages?.indexOf(page) ?? page);
    const copy = openPdf(arrangeCopy(before.copy.rewrite().toSource(), inBefore).toSource());
    before = { copy, pages };
    copies.push({ copy, pages });
  }
  return copies;
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

/** The whole may not conform to what the first file claims. */
function copyXmp(from: PdfFile, to: PdfFile): void {
  const text = findXmpPacket(from.catalog)?.text;
  if (text === undefined) return;
  const dict = to.context.obj({ Type: 'Metadata', Subtype: 'XML' }) as PDFDict;
  const stream = PDFRawStream.of(dict, Buffer.from(text, 'latin1'));
  to.catalog.set(PDFName.of('Metadata'), to.context.register(stream));
  setPdfaClaim(to, undefined);
}
