import { PDFArray, type PDFObject, PDFStream } from 'pdf-lib';
import { displayedMatrix } from '../pages/page-box.ts';
import type { PdfPage } from '../pages/pdf-page.ts';
import { asDict, nameOf } from '../read/lookup.ts';
import { drawAppearances } from './annotation-text.ts';
import { GraphicsState } from './graphics-state.ts';
import { ContentInterpreter } from './interpret-content.ts';
import { TEXT_LIMITS, tooMuchText } from './limits.ts';
import { PaintedAreas } from './painted-areas.ts';
import { decodeContent, type TextResources } from './text-resources.ts';
import { WordBuilder } from './word-builder.ts';

/** What a page and its annotations show, before it is put in order. */
export interface PageGlyphs {
  readonly words: WordBuilder;
  readonly areas: PaintedAreas;
  readonly width: number;
  readonly height: number;
}

export interface InterpretOptions {
  /** Whether annotations and fields are left out. */
  readonly isContentOnly?: boolean;
}

export function interpretPage(
  page: PdfPage,
  resources: TextResources,
  { isContentOnly = false }: InterpretOptions = {},
): PageGlyphs {
  const { geometry } = page;
  const { displayedWidth: width, displayedHeight: height } = geometry;
  const words = new WordBuilder();
  const areas = new PaintedAreas();
  const state = new GraphicsState(displayedMatrix(geometry), [0, 0, width, height]);
  const own = asDict(page.inherited('Resources'));
  const interpreter = new ContentInterpreter(resources, words, areas, state, own);
  interpreter.run(readContents(page));
  if (!isContentOnly) drawAppearances(page, interpreter, resources);
  return { words, areas, width, height };
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
