import { checkArguments, exactly, integer, listOf, openFile, optional } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import type { PdfPage } from '../pages/pdf-page.ts';
import type { PdfFile } from '../pdf-file.ts';
import { interpretPage } from './interpret-page.ts';
import type { HiddenPassage, HiddenReason, PageText } from './page-text.ts';
import { hasHiddenWord, listWords, type PageWord } from './page-words.ts';
import { makePassages } from './passages.ts';
import { TextResources } from './text-resources.ts';

export interface ReadTextOptions {
  /** Indexes from 0, read in this order; all pages if missing. */
  readonly pages?: readonly number[] | undefined;
}

const ARGUMENTS = { file: openFile, options: exactly({ pages: optional(listOf(integer)) }) };

/**
 * Reads the text of pages one after the other, each when it is asked for, so that a file of any length takes the memory of
 * one page. Text of annotations and fields, as they are displayed, follows that of the page's content.
 *
 * Throws `page_out_of_range`, and `too_complex` for pages that cost more than any real one.
 */
export function* readText(
  file: PdfFile,
  options: ReadTextOptions = {},
): Generator<PageText, void, undefined> {
  checkArguments({ file, options }, ARGUMENTS);
  const resources = new TextResources(file);
  const indexes = options.pages ?? Array.from({ length: file.pageCount }, (_, index) => index);
  for (const index of indexes) yield readPage(file.page(index), resources);
}

function readPage(page: PdfPage, resources: TextResources): PageText {
  const glyphs = interpretPage(page, resources);
  const { width, height } = glyphs;
  const visible: PageWord[] = [];
  const hidden = new Map<HiddenReason, PageWord[]>();
  for (const word of listWords(glyphs)) {
    if (word.hidden === undefined) visible.push(word);
    else if (hidden.get(word.hidden)?.push(word) === undefined) hidden.set(word.hidden, [word]);
  }
  return {
    page: page.index,
    width,
    height,
    passages: makePassages(visible),
    hidden: [...hidden].flatMap(([reason, group]): HiddenPassage[] =>
      makePassages(group).map((passage) => ({ ...passage, reason })),
    ),
  };
}

/** Bytes of content that a search runs through: half a minute, far more than files that people sign. */
const MAX_CONTENT = 512 * 1024 * 1024;

/**
 * Returns the indexes of pages with text that no person sees [D11-09]; a third faster than `readText`. Pages that cost more than
 * `readText` allows are left out, as is what follows after 512 MB of content.
 */
export function findHiddenText(file: PdfFile): number[] {
  checkArguments({ file }, { file: openFile });
  const resources = new TextResources(file, MAX_CONTENT);
  const found: number[] = [];
  for (const page of file.pages()) {
    try {
      if (hasHiddenWord(interpretPage(page, resources))) found.push(page.index);
    } catch (error) {
      if (!(error instanceof PdfError) || error.code !== 'too_complex') throw error;
      if (error.params.limit === 'totalContent') return found;
    }
  }
  return found;
}
