import { baseDirection, type TextDirection } from './bidi.ts';
import { splitAtLineBreaks } from './line-breaks.ts';
import { splitText } from './segments.ts';

export type MeasureText = (text: string) => number;

/** An A4 page at 4 points holds 30,000. */
const MAX_LAID_OUT = 100_000;

export function splitGraphemes(text: string): string[] {
  return splitText(text, 'grapheme');
}

/** UAX #14 classes CR, LF, NL and BK: Word pastes VT for a line and FF for a page. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

export function splitLines(text: string): string[] {
  return text.split(LINE_END);
}

export function joinLines(text: string): string {
  return splitLines(text).join(' ');
}

export interface WrappedLine {
  readonly text: string;
  /** Of the paragraph, also where the line begins in another script. */
  readonly direction: TextDirection;
}

/** Breaks a text into lines no wider than `maxWidth`, inside a word only if it is wider than a line. */
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

function splitPieces(line: string, maxWidth: number, measure: MeasureText): string[] {
  return splitAtLineBreaks(line).flatMap((word) =>
    measure(word.trimEnd()) > maxWidth ? splitGraphemes(word) : [word],
  );
}
