import { PDFArray, type PDFObject, PDFStream } from 'pdf-lib';
import { checkArguments, exactly, integer, listOf, openFile, optional } from '../arguments.ts';
import { displayedMatrix } from '../pages/page-box.ts';
import type { PdfPage } from '../pages/pdf-page.ts';
import type { PdfFile } from '../pdf-file.ts';
import { asDict, nameOf } from '../read/lookup.ts';
import { drawAppearances } from './annotation-text.ts';
import { GraphicsState } from './graphics-state.ts';
import { ContentInterpreter } from './interpret-content.ts';
import { TEXT_LIMITS, tooMuchText } from './limits.ts';
import type { HiddenPassage, HiddenReason, PageText } from './page-text.ts';
import { listWords, type PageWord } from './page-words.ts';
import { PaintedAreas } from './painted-areas.ts';
import { makePassages } from './passages.ts';
import { decodeContent, TextResources } from './text-resources.ts';
import { WordBuilder } from './word-builder.ts';

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
  const { geometry } = page;
  const { displayedWidth: width, displayedHeight: height } = geometry;
  const words = new WordBuilder();
  const areas = new PaintedAreas();
  const state = new GraphicsState(displayedMatrix(geometry), [0, 0, width, height]);
  const own = asDict(page.inherited('Resources'));
  const interpreter = new ContentInterpreter(resources, words, areas, state, own);
  interpreter.run(readContents(page));
  drawAppearances(page, interpreter, resources);
  const visible: PageWord[] = [];
  const hidden = new Map<HiddenReason, PageWord[]>();
  for (const word of listWords(words, areas, { width, height })) {
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

const NEWLINE = Uint8Array.of(10);

/** Parts are joined with white space (ISO 32000-1 7.8.2). */
function readContents(page: PdfPage): Uint8Array {
  const entry = page.dict.lookup(nameOf('Contents'));
  const items: (PDFObject | undefined)[] = entry instanceof PDFArray ? listItems(entry) : [entry];
  const streams = items.filter((item) => item instanceof PDFStream);
  let room: number = TEXT_LIMITS.pageContent;
  const parts: Uint8Array[] = [];
  for (const stream of streams) {
    const bytes = decodeContent(stream);
    if (bytes === undefined) continue;
    room -= bytes.length + 1;
    if (room < 0) throw tooMuchText('pageContent');
    if (streams.length === 1) return bytes;
    parts.push(bytes, NEWLINE);
  }
  return parts.length === 0 ? NEWLINE : Buffer.concat(parts);
}

function listItems(array: PDFArray): (PDFObject | undefined)[] {
  return Array.from({ length: array.size() }, (_, index) => array.lookup(index));
}
