import { joinLines, type MeasureText, splitGraphemes, wrapText } from './wrap-text.ts';

/** A piece of text at the left end of its baseline; origin at the widget's bottom left, points. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface TextLayout {
  readonly size: number;
  readonly pieces: readonly PlacedText[];
}

/** Distances from the baseline as shares of the size; descent is negative. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
}

export type Quadding = 'left' | 'centred' | 'right';

export interface TextBox {
  readonly width: number;
  readonly height: number;
  /** Space taken by the border on every side. */
  readonly frame: number;
  readonly quadding: Quadding;
  /** Points; 0 lets the size follow the box. */
  readonly size: number;
}

/** Space between border and text in points, what Acrobat leaves. */
const PADDING = 2;
/** Smallest and largest size that an automatic size becomes; below it nobody can read. */
const MIN_AUTO_SIZE = 4;
const MAX_AUTO_SIZE = 144;
/** Largest automatic size in a field of several lines, and the step downwards. */
const MAX_MULTILINE_SIZE = 12;
const MULTILINE_STEP = 0.5;
/** Distance of baselines as a share of the size. */
const LEADING = 1.2;

/** One line, vertically in the middle. */
export function layOutLine(
  text: string,
  box: TextBox,
  metrics: FontMetrics,
  measure: MeasureText,
): TextLayout {
  const line = joinLines(text);
  const width = measure(line);
  const size = box.size || fitLine(box, width, metrics);
  const y = middleBaseline(box, size, metrics);
  return { size, pieces: [{ text: line, x: startOfLine(box, width * size), y }] };
}

/** Wrapped lines from the top; lines that lie wholly below the box are left out. */
export function layOutLines(
  text: string,
  box: TextBox,
  metrics: FontMetrics,
  measure: MeasureText,
): TextLayout {
  const size = box.size || fitLines(text, box, measure);
  const top = box.height - box.frame - PADDING - firstBaseline(size, metrics);
  const lines = wrapText(text, innerWidth(box) / size, measure);
  const pieces = lines.map((line, index) => ({
    text: line,
    x: startOfLine(box, measure(line) * size),
    y: top - index * size * LEADING,
  }));
  return { size, pieces: pieces.filter(({ text: line, y }) => line !== '' && y + metrics.ascent * size > 0) };
}

/** One character in the middle of each of `cells` equal cells (ISO 32000-1 table 228, Comb). */
export function layOutComb(
  text: string,
  cells: number,
  box: TextBox,
  metrics: FontMetrics,
  measure: MeasureText,
): TextLayout {
  const characters = splitGraphemes(joinLines(text)).slice(0, cells);
  const cell = box.width / cells;
  const widest = Math.max(...characters.map(measure), 0);
  const size = box.size || Math.min(fitLine(box, 0, metrics), widest > 0 ? cell / widest : MAX_AUTO_SIZE);
  const y = middleBaseline(box, size, metrics);
  const first = firstCell(box.quadding, cells - characters.length);
  const pieces = characters.map((character, index) => ({
    text: character,
    x: (first + index + 0.5) * cell - (measure(character) * size) / 2,
    y,
  }));
  return { size, pieces };
}

/** Rows of a list box from the top, with the y of their lower edge. */
export function layOutRows(box: TextBox, count: number, metrics: FontMetrics) {
  const size = box.size || MAX_MULTILINE_SIZE;
  const height = size * LEADING;
  const visible = Math.min(count, Math.ceil((box.height - 2 * box.frame) / height));
  const rows = Array.from({ length: Math.max(visible, 0) }, (_, row) => {
    const bottom = box.height - box.frame - (row + 1) * height;
    return { bottom, baseline: bottom + height - firstBaseline(size, metrics) };
  });
  return { size, height, rows, whole: Math.max(1, Math.floor((box.height - 2 * box.frame) / height)) };
}

/** Where a line of that width starts. */
export function startOfLine(box: TextBox, width: number): number {
  const left = box.frame + PADDING;
  if (box.quadding === 'left') return left;
  const space = box.width - 2 * left - width;
  return left + (box.quadding === 'right' ? space : space / 2);
}

function innerWidth(box: TextBox): number {
  return Math.max(1, box.width - 2 * (box.frame + PADDING));
}

function firstCell(quadding: Quadding, empty: number): number {
  if (quadding === 'right') return empty;
  return quadding === 'centred' ? Math.floor(empty / 2) : 0;
}

/** The line, ascenders to descenders, stands in the middle of the box. */
function middleBaseline(box: TextBox, size: number, { ascent, descent }: FontMetrics): number {
  return box.height / 2 - (size * (ascent + descent)) / 2;
}

function firstBaseline(size: number, { ascent, descent }: FontMetrics): number {
  const spare = LEADING - (ascent - descent);
  return size * (ascent + spare / 2);
}

function fitLine(box: TextBox, width: number, { ascent, descent }: FontMetrics): number {
  const byHeight = (box.height - 2 * box.frame) / (ascent - descent);
  const byWidth = width > 0 ? innerWidth(box) / width : MAX_AUTO_SIZE;
  return Math.max(MIN_AUTO_SIZE, Math.min(byHeight, byWidth, MAX_AUTO_SIZE));
}

function fitLines(text: string, box: TextBox, measure: MeasureText): number {
  const height = box.height - 2 * (box.frame + PADDING);
  for (let size = MAX_MULTILINE_SIZE; size > MIN_AUTO_SIZE; size -= MULTILINE_STEP) {
    const lines = wrapText(text, innerWidth(box) / size, measure);
    if (lines.length * size * LEADING <= height) return size;
  }
  return MIN_AUTO_SIZE;
}
