import type { OpenedPdf, TextPiece } from '../../../document/open-pdf.ts';
import type { Draft } from '../draft.ts';
import { LOST_PAGE, type Place, type Rect, UNKNOWN_PAGE } from '../marks/mark.ts';

/** One place of a text in the document [D10-18]. */
export interface TextMatch extends Rect {
  readonly page: number;
  /** It is counted in the whole document, from 1. */
  readonly occurrence: number;
  /** The line around it. */
  readonly line: string;
}

type TextSource = Pick<OpenedPdf, 'pageCount' | 'readTextPieces'>;

/** More matches than anybody looks through. */
export const MAX_MATCHES = 200;

/** Yields the matches page by page, so that those of the first pages are there at once. */
export async function* findText(
  pdf: TextSource,
  wanted: string,
  signal: AbortSignal,
): AsyncGenerator<readonly TextMatch[]> {
  const text = normalize(wanted);
  if (text === '') return;
  let count = 0;
  for (let page = 0; page < pdf.pageCount && count < MAX_MATCHES; page += 1) {
    const pieces = await pdf.readTextPieces(page);
    if (signal.aborted) return;
    const rects = findInPieces(pieces, text);
    const found = rects
      .slice(0, MAX_MATCHES - count)
      .map((rect, at) => ({ ...rect, page, occurrence: count + at + 1 }));
    count += found.length;
    if (found.length > 0) yield found;
  }
}

/** Any white space stands for any other. */
function normalize(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

interface Character {
  readonly piece: TextPiece;
  /** Its number in the piece. */
  readonly at: number;
}

type Found = Omit<TextMatch, 'page' | 'occurrence'>;

/** Pieces of a line belong together, whatever programs cut them into. */
export function findInPieces(pieces: readonly TextPiece[], text: string): readonly Found[] {
  const characters: Character[] = [];
  let page = '';
  for (const piece of pieces) {
    for (let at = 0; at < piece.text.length; at += 1) add(piece.text[at] ?? '', { piece, at });
    if (piece.endsLine) add(' ', { piece, at: piece.text.length });
  }
  const found: Found[] = [];
  for (let at = page.indexOf(text); at !== -1; at = page.indexOf(text, at + text.length)) {
    const rect = rectOf(characters, at, at + text.length);
    if (rect !== null) found.push({ ...rect, line: lineAround(page, at, text.length) });
  }
  return found;

  function add(character: string, origin: Character): void {
    const isSpace = /\s/.test(character);
    if (isSpace && (page === '' || page.endsWith(' '))) return;
    page += isSpace ? ' ' : character;
    characters.push(origin);
  }
}

/** Returns the box of the part on the first line. */
function rectOf(characters: readonly Character[], start: number, end: number): Rect | null {
  const first = characters[start];
  if (first === undefined) return null;
  const { piece } = first;
  const x = piece.x + (piece.width * first.at) / Math.max(piece.text.length, 1);
  let right = x;
  for (const { piece: one, at } of characters.slice(start, end)) {
    if (Math.abs(one.baseline - piece.baseline) > 1) break;
    right = Math.max(
      right,
      one.x + (one.width * Math.min(at + 1, one.text.length)) / Math.max(one.text.length, 1),
    );
  }
  return { x, y: piece.y, width: right - x, height: piece.height };
}

/** Characters on each side of a match that tell it from others. */
const CONTEXT = 24;

function lineAround(page: string, at: number, length: number): string {
  const [start, end] = [Math.max(0, at - CONTEXT), Math.min(page.length, at + length + CONTEXT)];
  return `${start > 0 ? '…' : ''}${page.slice(start, end).trim()}${end < page.length ? '…' : ''}`;
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
