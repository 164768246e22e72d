import { baseDirection, type TextDirection } from './bidi.ts';
import { splitAtLineBreaks } from './line-breaks.ts';
import { splitText } from './segments.ts';

/** Width of a text at a size of 1. */
export type MeasureText = (text: string) => number;

/** Characters that are laid out at most; at 4 points a whole A4 page holds 30,000. */
const MAX_LAID_OUT = 100_000;

/** The characters as people count them: a letter with its marks, an emoji with its modifiers. */
export function splitGraphemes(text: string): string[] {
  return splitText(text, 'grapheme');
}

/** What Unicode says ends a line (UAX #14, classes CR, LF, NL and BK): Word pastes VT for a line and FF for a page. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** The lines as written: every kind of line break counts. */
export function splitLines(text: string): string[] {
  return text.split(LINE_END);
}

/** A text for a field of one line: line breaks become blanks, as readers show them. */
export function joinLines(text: string): string {
  return splitLines(text).join(' ');
}

/** A line of a wrapped text. */
export interface WrappedLine {
  readonly text: string;
  /** Of the paragraph: it orders the line's words even where the line begins in the other script. */
  readonly direction: TextDirection;
}

/**
 * Breaks a text into lines no wider than `maxWidth` (in the unit of `measure`): where its script allows a break, and
 * inside a word that is wider than a line. A single character wider than the line stands alone.
 */
export function wrapText(text: string, maxWidth: number, measure: MeasureText): WrappedLine[] {
  return splitLines(text.slice(0, MAX_LAID_OUT)).flatMap((paragraph) => {
    const direction = baseDirection(paragraph);
    return wrapLine(paragraph, maxWidth, measure).map((line) => ({ text: line, direction }));
  });
}

function wrapLine(line: string, maxWidth: number, measure: MeasureText): string[] {
  const lines: string[] = [];
  let current = '';
  let width = 0;
  for (const piece of splitPieces(line, maxWidth, measure)) {
    const pieceWidth = measure(piece.trimEnd());
    if (current !== '' && width + pieceWidth > maxWidth) {
      lines.push(current.trimEnd());
      current = '';
      width = 0;
    }
    current += piece;
    width += measure(piece);
  }
  return [...lines, current.trimEnd()];
}

/** Words with the blanks after them; a word wider than the line in its characters. */
function splitPieces(line: string, maxWidth: number, measure: MeasureText): string[] {
  return splitAtLineBreaks(line).flatMap((word) =>
    measure(word.trimEnd()) > maxWidth ? splitGraphemes(word) : [word],
  );
}
