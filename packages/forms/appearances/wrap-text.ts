/** Width of a text at a size of 1. */
export type MeasureText = (text: string) => number;

/** Characters that are laid out at most; at 4 points a whole A4 page holds 30,000. */
const MAX_LAID_OUT = 100_000;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters as people count them: a letter with its marks, an emoji with its modifiers. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The lines as written: every kind of line break counts, also the form feeds some writers use. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\r\n\f\u2028\u2029]/);
}

/** A text for a field of one line: line breaks become blanks, as readers show them. */
export function joinLines(text: string): string {
  return splitLines(text).join(' ');
}

/**
 * Breaks a text into lines no wider than `maxWidth` (in the unit of `measure`): at blanks, and inside a word that
 * is wider than a line. A single character wider than the line stands alone.
 */
export function wrapText(text: string, maxWidth: number, measure: MeasureText): string[] {
  const lines = splitLines(text.slice(0, MAX_LAID_OUT));
  return lines.flatMap((line) => wrapLine(line, maxWidth, measure));
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
  const words = line.match(/\S+\s*|\s+/g) ?? [];
  return words.flatMap((word) => (measure(word.trimEnd()) > maxWidth ? splitGraphemes(word) : [word]));
}
