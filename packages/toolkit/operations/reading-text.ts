import { type PdfFile, parsePageRanges } from '@countersign/pdf';
import { findText, type PageText, readText, type TextFindings } from '@countersign/pdf/text';
import type { FindTextArgs, ReadTextArgs } from '../requests.ts';
import { withPdf } from './reading.ts';

/** All pages together: a worker hands over one answer. Callers read long files by ranges of pages. */
export function readTextOf({ input, pages }: ReadTextArgs): Promise<readonly PageText[]> {
  return withPdf(input, (file) => [...readText(file, { pages: choosePages(file, pages) })]);
}

export function findTextIn({ input, pages, ...search }: FindTextArgs): Promise<TextFindings> {
  return withPdf(input, (file) => {
    const all = () => Array.from({ length: file.pageCount }, (_, index) => index);
    return findText(file, { ...search, pages: choosePages(file, pages) ?? all() });
  });
}

function choosePages(file: PdfFile, pages: ReadTextArgs['pages']): readonly number[] | undefined {
  return typeof pages === 'string' ? parsePageRanges(pages, file.pageCount) : pages;
}
