/** How a field's text looks, as its /DA says (ISO 32000-1 12.7.3.3). */
export interface DefaultAppearance {
  /** Resource name of the font as written, without the slash; looked up in /DR. */
  readonly font: string;
  /** Points; 0 means that the size follows the box. */
  readonly size: number;
  /** Operators that set the fill colour. */
  readonly colour: string;
}

/** Largest plausible font size in points; above it a /DA is taken for broken. */
const MAX_FONT_SIZE = 1000;

/** Characters of a /DA that are read; real ones have less than 200, and the patterns below take time by the square. */
const MAX_LENGTH = 2000;

const BLACK = '0 g';
const NUMBER = '([-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+))';
const FONT = new RegExp(`/([^\\s/]*)\\s+${NUMBER}\\s+Tf(?![^\\s/\\[(<])`, 'g');
const COLOUR = new RegExp(
  `((?:${NUMBER}\\s+){4}k|(?:${NUMBER}\\s+){3}rg|${NUMBER}\\s+g)(?![^\\s/\\[(<])`,
  'g',
);

/** Reads a /DA; undefined when it names no font with a usable size, as a broken one does. */
export function parseDefaultAppearance(text: string): DefaultAppearance | undefined {
  const [, font = '', number] = lastMatch(text, FONT) ?? [];
  const size = Number(number ?? Number.NaN);
  if (!Number.isFinite(size) || Math.abs(size) > MAX_FONT_SIZE) return undefined;
  return { font, size: Math.abs(size), colour: lastMatch(text, COLOUR)?.[1] ?? BLACK };
}

/** What is used for a field whose /DA is missing or broken. */
export const FALLBACK_APPEARANCE: DefaultAppearance = { font: 'Helv', size: 0, colour: BLACK };

function lastMatch(text: string, pattern: RegExp): RegExpExecArray | undefined {
  return [...text.slice(-MAX_LENGTH).matchAll(pattern)].at(-1);
}
