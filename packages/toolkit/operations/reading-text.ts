import { parsePageRanges } from '@countersign/pdf';
import { type PageText, readText } from '@countersign/pdf/text';
import type { ReadTextArgs } from '../requests.ts';
import { withPdf } from './reading.ts';

/** All pages together: a worker hands over one answer. Callers read long files by ranges of pages. */
export function readTextOf({ input, pages }: ReadTextArgs): Promise<readonly PageText[]> {
  return withPdf(input, (file) => {
    const chosen = typeof pages === 'string' ? parsePageRanges(pages, file.pageCount) : pages;
    return [...readText(file, { pages: chosen })];
  });
}
