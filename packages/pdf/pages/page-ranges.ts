import { invalidArgument } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import { DEFAULT_LIMITS, tooComplex } from '../limits.ts';

/** A text has at most so many parts, as each may cost as much as a file has pages. */
const MAX_PARTS = 1000;

/** A part is one page, or a first and a last one; `x` in front excludes them. */
const PART = /^(x?)(z|r?\d{1,9})(?:-(z|r?\d{1,9}))?$/;
const EXPECTED = 'page ranges such as 1-5,8,r2-z or 1-z:even';

/**
 * Returns the indexes (from 0) of the pages that a text names, in its order and with repetitions. The syntax is that
 * of qpdf: `1-5,8` names pages from 1, `z` the last page, `r2` the last but one and `5-1` pages in reverse order;
 * `x3-4` excludes pages from the range before it; `:odd` or `:even` at the end keeps every second page of the
 * result. An empty text, or `:even` alone, means all pages. Throws `invalid_argument` (`params.argument` is
 * `pages`), `page_out_of_range`, and `too_complex` for more than 100,000 pages.
 *
 * @example
 * parsePageRanges('1-3,z', 10); // [0, 1, 2, 9]
 */
export function parsePageRanges(text: string, pageCount: number): number[] {
  const [, ranges = '', parity] = /^([^:]*)(?::(odd|even))?$/.exec(text) ?? [];
  if (ranges === '' && parity === undefined && text !== '') throw invalidArgument('pages', EXPECTED, text);
  const pages = ranges === '' ? listPages(1, pageCount) : listRanges(ranges, pageCount);
  const kept = parity === undefined ? pages : pages.filter((_, at) => (at % 2 === 0) === (parity === 'odd'));
  return kept.map((page) => page - 1);
}

function listRanges(ranges: string, pageCount: number): number[] {
  const { pages: limit } = DEFAULT_LIMITS;
  const listed: number[] = [];
  let lastRange: number | undefined;
  const parts = ranges.split(',');
  if (parts.length > MAX_PARTS) throw invalidArgument('pages', `at most ${MAX_PARTS} ranges`, ranges);
  for (const part of parts) {
    const [, exclusion, first, last = first] = PART.exec(part) ?? [];
    if (first === undefined || last === undefined) throw invalidArgument('pages', EXPECTED, ranges);
    const pages = listPages(toPage(first, pageCount), toPage(last, pageCount));
    if (exclusion === '') {
      if (listed.length + pages.length > limit) throw tooComplex('pages', limit);
      lastRange = listed.length;
      for (const page of pages) listed.push(page);
      continue;
    }
    if (lastRange === undefined) throw invalidArgument('pages', EXPECTED, ranges);
    const excluded = new Set(pages);
    const kept = listed.slice(lastRange).filter((page) => !excluded.has(page));
    listed.length = lastRange;
    for (const page of kept) listed.push(page);
  }
  return listed;
}

/** Returns a page number, which counts from 1. */
function toPage(text: string, pageCount: number): number {
  const number = Number(text.replace(/^[rz]/, ''));
  const page = text === 'z' ? pageCount : text.startsWith('r') ? pageCount + 1 - number : number;
  if (page >= 1 && page <= pageCount) return page;
  throw new PdfError('page_out_of_range', `Page ${text} of ${pageCount} does not exist`, {
    page: page - 1,
    pageCount,
  });
}

function listPages(first: number, last: number): number[] {
  const step = first <= last ? 1 : -1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => first + at * step);
}
