import { MAX_TEXT_MATCHES } from '@countersign/signing/limits';
import type { OpenedPdf, TextPiece } from '../../../document/open-pdf.ts';
import type { Draft } from '../draft.ts';
import { LOST_PAGE, type Place, type Rect, UNKNOWN_PAGE } from '../marks/mark.ts';
import type { ItemStore } from '../saving/item-store.ts';

/** One place of a text in the document [D10-18]. */
export interface TextMatch extends Rect {
  readonly page: number;
  /** It is counted in the whole document, from 1. */
  readonly occurrence: number;
  /** The line around it. */
  readonly line: string;
}

/** The service finds the places, as it does when the document is sent; the lines around them come from the page. */
export interface TextSource {
  readonly search: (text: string, fromPage: number) => ReturnType<ItemStore['findText']>;
  readonly pdf: Pick<OpenedPdf, 'readTextPieces'>;
}

/** Yields the matches of some pages at a time, so that those of the first pages are there at once. */
export async function* findText(
  { search, pdf }: TextSource,
  wanted: string,
  signal: AbortSignal,
): AsyncGenerator<readonly TextMatch[]> {
  const text = normalize(wanted);
  if (text === '') return;
  let count = 0;
  for (let fromPage: number | null = 0; fromPage !== null && count < MAX_TEXT_MATCHES; ) {
    const { matches, nextPage }: Awaited<ReturnType<TextSource['search']>> = await search(text, fromPage);
    if (signal.aborted) return;
    const found: TextMatch[] = [];
    for (const [at, match] of matches.slice(0, MAX_TEXT_MATCHES - count).entries()) {
      // A page that pdf.js does not read has its matches without their lines.
      const pieces = await pdf.readTextPieces(match.page).catch(() => []);
      found.push({ ...match, occurrence: count + at + 1, line: lineAround(pieces, match, text) });
    }
    if (signal.aborted) return;
    count += found.length;
    if (found.length > 0) yield found;
    fromPage = nextPage;
  }
}

/** Any white space stands for any other. */
function normalize(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Characters on each side of a match that tell it from others. */
const CONTEXT = 24;

/** Returns the text of the line that a match begins on. */
function lineAround(pieces: readonly TextPiece[], { x, y, height }: Rect, text: string): string {
  const ofLine = pieces.filter(({ baseline }) => baseline > y && baseline <= y + height);
  const line = normalize(ofLine.map((piece) => piece.text + (piece.endsLine ? ' ' : '')).join(''));
  const before = normalize(ofLine.flatMap((piece) => (piece.x < x ? [piece.text] : [])).join(''));
  const at = Math.max(0, line.lastIndexOf(text, before.length));
  const [start, end] = [Math.max(0, at - CONTEXT), Math.min(line.length, at + text.length + CONTEXT)];
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`;
}

/** Returns the draft with the places that the matches of a text give. */
export function settleAnchors(draft: Draft, text: string, matches: readonly TextMatch[]): Draft {
  const settle = (place: Place): Place => {
    const { anchor, page } = place;
    if (anchor === null || page !== UNKNOWN_PAGE || anchor.text !== text) return place;
    const match = matches.find(({ occurrence }) => occurrence === anchor.occurrence);
    if (match === undefined) return { ...place, page: LOST_PAGE };
    return { ...place, page: match.page, x: match.x + anchor.dx, y: match.y + anchor.dy };
  };
  return { ...draft, marks: draft.marks.map((mark) => ({ ...mark, places: mark.places.map(settle) })) };
}

/** After another file took the place of the one that was open, all anchors are looked for again. */
export function forgetAnchors(draft: Draft): Draft {
  const forget = (place: Place): Place => (place.anchor === null ? place : { ...place, page: UNKNOWN_PAGE });
  return { ...draft, marks: draft.marks.map((mark) => ({ ...mark, places: mark.places.map(forget) })) };
}
