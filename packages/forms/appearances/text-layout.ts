import {
  baseDirection,
  joinLines,
  type MeasureText,
  orderGraphemes,
  splitGraphemes,
  type TextDirection,
  wrapText,
} from '@countersign/pdf';

/** Left end of the baseline; origin at the widget's bottom left. */
interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** The direction of the paragraph. */
  readonly direction?: TextDirection;
}

export interface TextLayout {
  readonly size: number;
  readonly pieces: readonly PlacedText[];
  readonly isWhole: boolean;
}

/** The metrics are shares of the size, from the baseline; descent is negative. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
}

export type Quadding = 'left' | 'centred' | 'right';

export interface TextBox {
  readonly width: number;
  readonly height: number;
  readonly frame: number;
  readonly quadding: Quadding;
  /** 0, and a size that cannot be meant for this box, are automatic. */
  readonly size: number;
}

/** The padding is that of Acrobat. */
const PADDING = 2;
/** A value that needs smaller print is refused (docs/decisions/0027-lengths-of-values.md). */
const MIN_SIZE = 4;
const MAX_AUTO_SIZE = 144;
const MAX_MULTILINE_SIZE = 12;
const SMALL_PRINT = 8;
const MULTILINE_STEP = 0.5;
/** A single line then fills the box. */
const FILLED = 0.8;
/** The distance of baselines, as a share of the size. */
const LEADING = 1.2;

const SLACK = 0.01;

/** Uses the stated size, or a smaller one if the text is too wide. */
export function layOutLine(
  text: string,
  box: TextBox,
  metrics: FontMetrics,
  measure: MeasureText,
): TextLayout {
  const line = joinLines(text);
  const width = measure(line);
  const fits = (size: number) => isNarrowEnough(box, width * size);
  const size = chooseSize(isSizeForLine(box) ? box.size : 0, fits, () => fitLine(box, width, metrics));
  const y = middleBaseline(box, size, metrics);
  return {
    size,
    isWhole: fits(size),
    pieces: [{ text: line, x: startOfLine(box, width * size, baseDirection(line)), y }],
  };
}

/** The stated size if the text fits at it, else a smaller one; 0 states none. */
function chooseSize(stated: number, fits: (size: number) => boolean, findSize: () => number): number {
  if (stated === 0) return findSize();
  return fits(stated) ? stated : Math.min(stated, findSize());
}

/** Lays lines out from the top, at the stated size or smaller; lines wholly below the box are left out. */
export function layOutLines(
  text: string,
  box: TextBox,
  metrics: FontMetrics,
  measure: MeasureText,
): TextLayout {
  const fits = (size: number) => fitsInLines(text, box, size, measure);
  const stated = isSizeForLines(text, box, measure) ? box.size : 0;
  const size = chooseSize(stated, fits, () => fitLines(text, box, measure));
  const lines = wrapText(text, innerWidth(box) / size, measure);
  const isWhole = fits(size);
  // The last line is shown whole, if need be instead of the space above the first.
  const spare = box.height - 2 * box.frame - countFilled(lines) * size * LEADING;
  const padding = isWhole ? Math.min(PADDING, Math.max(0, spare)) : PADDING;
  const top = box.height - box.frame - padding - firstBaseline(size, metrics);
  const pieces = lines.map(({ text: line, direction }, index) => ({
    text: line,
    direction,
    x: startOfLine(box, measure(line) * size),
    y: top - index * size * LEADING,
  }));
  const shown = pieces.filter(({ text: line, y }) => line !== '' && y + metrics.ascent * size > 0);
  return { size, isWhole, pieces: shown };
}

export function fitsInLine(text: string, box: TextBox, size: number, measure: MeasureText): boolean {
  return isNarrowEnough(box, measure(joinLines(text)) * size);
}

export function fitsInLines(text: string, box: TextBox, size: number, measure: MeasureText): boolean {
  const lines = wrapText(text, innerWidth(box) / size, measure);
  const isNarrow = lines.every(({ text: line }) => isNarrowEnough(box, measure(line) * size));
  return isNarrow && isHighEnough(box, countFilled(lines), size);
}

/** Empty lines at the end do not count. */
function countFilled(lines: readonly { readonly text: string }[]): number {
  return lines.findLastIndex(({ text }) => text !== '') + 1;
}

/** Puts characters into cells in visual order (ISO 32000-1 table 228, Comb). */
export function layOutComb(
  text: string,
  cells: number,
  box: TextBox,
  metrics: FontMetrics,
  measure: MeasureText,
): TextLayout {
  const graphemes = splitGraphemes(joinLines(text));
  const characters = orderGraphemes(graphemes.slice(0, cells).join(''));
  const cell = box.width / cells;
  const widest = characters.reduce((most, { text: each }) => Math.max(most, measure(each)), 0);
  const stated = isSizeForLine(box) ? box.size : 0;
  const size = chooseSize(
    stated,
    (asked) => widest * asked <= cell + SLACK,
    () => Math.min(fitLine(box, 0, metrics), widest > 0 ? cell / widest : MAX_AUTO_SIZE),
  );
  const isLegible = size >= smallestSize(box) - SLACK;
  const y = middleBaseline(box, size, metrics);
  const first = firstCell(box.quadding, cells - characters.length);
  const pieces = characters.map((character, index) => ({
    ...character,
    x: (first + index + 0.5) * cell - (measure(character.text) * size) / 2,
    y,
  }));
  return { size, isWhole: isLegible && graphemes.length <= cells, pieces };
}

/**
 * Of a list, so that the widest of the chosen rows and all of them fit: with those between them, if the print is not
 * small then. Not under 4 points, unless one row needs that.
 */
export function fitRowSize(
  box: TextBox,
  { widest, count, span }: { readonly widest: number; readonly count: number; readonly span: number },
) {
  const asked = Math.min(box.size || MAX_MULTILINE_SIZE, rowSpace(box) / LEADING);
  const bySpan = rowSpace(box) / span / LEADING;
  const byHeight = bySpan >= SMALL_PRINT ? bySpan : rowSpace(box) / count / LEADING;
  const byWidth = widest > 0 ? (innerWidth(box) + PADDING) / widest : asked;
  const size = Math.min(asked, Math.max(MIN_SIZE, Math.min(byHeight, byWidth)));
  return { size, isWide: !isNarrowEnough(box, widest * size) };
}

/** That are whole at the smallest size; one always is, since its size may be smaller. */
export function countRowsAtMost(box: TextBox): number {
  return Math.max(1, Math.floor((rowSpace(box) + SLACK) / (smallestSize(box) * LEADING)));
}

/** More than the box of a text field can show, whatever the characters are. */
export interface TextRoom {
  /** The limit counts code points. */
  readonly characters: number;
  readonly rows: number;
}

/**
 * On average, as a share of the size: an "i" has 0.22, a letter with two marks 0.18, an emoji of seven code points 0.14.
 */
const MIN_ADVANCE = 0.1;
/** A hidden field of a few points may hold a value for programs. */
export const MIN_ROOM = 100;

export function countTextAtMost(box: TextBox, isMultiline: boolean): TextRoom {
  const size = smallestSize(box);
  const columns = Math.ceil(box.width / size / MIN_ADVANCE);
  const rows = isMultiline ? Math.ceil(box.height / size / LEADING) : 1;
  return { characters: Math.max(MIN_ROOM, columns * rows), rows };
}

/** The smallest at which a text of this box is drawn. */
export function smallestSize({ size }: Pick<TextBox, 'size'>): number {
  return Math.min(size || MIN_SIZE, MIN_SIZE);
}

/** Whether the box has no room for a line of the smallest size: what it holds is for programs. */
export function isTooSmallToRead(box: TextBox): boolean {
  return Math.min(rowSpace(box) / LEADING, box.width - 2 * box.frame) < smallestSize(box);
}

function rowSpace(box: TextBox): number {
  return Math.max(1, box.height - 2 * box.frame);
}

/** Whole rows only: paper does not scroll. */
export function layOutRows(box: TextBox, size: number, count: number, metrics: FontMetrics) {
  const height = size * LEADING;
  const whole = Math.max(1, Math.floor((rowSpace(box) + SLACK) / height));
  const rows = Array.from({ length: Math.min(count, whole) }, (_, row) => {
    const bottom = box.height - box.frame - (row + 1) * height;
    return { bottom, baseline: bottom + height - firstBaseline(size, metrics) };
  });
  return { height, rows };
}

/** A line that is too wide is cut off at its end. */
export function startOfLine(box: TextBox, width: number, direction: TextDirection = 'ltr'): number {
  const left = box.frame + PADDING;
  const space = box.width - 2 * left - width;
  if (space < 0) return direction === 'rtl' ? left + space : left;
  if (box.quadding === 'left') return left;
  return left + (box.quadding === 'right' ? space : space / 2);
}

function isSizeForLine({ size, height }: TextBox): boolean {
  return size > 0 && size <= height;
}

/** pdf-lib gives an empty multiline field the size that fills its height. */
function isSizeForLines(text: string, box: TextBox, measure: MeasureText): boolean {
  const { size } = box;
  if (size === 0) return false;
  if (size <= MAX_MULTILINE_SIZE || isHighEnough(box, 2, size)) return true;
  const isOneLine = wrapText(text, innerWidth(box) / size, measure).length === 1;
  return isOneLine && isHighEnough(box, 1 / FILLED, size);
}

function isHighEnough(box: TextBox, lines: number, size: number): boolean {
  return lines * size * LEADING <= box.height - 2 * box.frame + SLACK;
}

/** The space after the text may be used up. */
function isNarrowEnough(box: TextBox, width: number): boolean {
  return width <= innerWidth(box) + PADDING + SLACK;
}

function innerWidth(box: TextBox): number {
  return Math.max(1, box.width - 2 * (box.frame + PADDING));
}

function firstCell(quadding: Quadding, empty: number): number {
  if (quadding === 'right') return empty;
  return quadding === 'centred' ? Math.floor(empty / 2) : 0;
}

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
  return Math.max(MIN_SIZE, Math.min(byHeight, byWidth, MAX_AUTO_SIZE));
}

function fitLines(text: string, box: TextBox, measure: MeasureText): number {
  const height = box.height - 2 * (box.frame + PADDING);
  for (let size = MAX_MULTILINE_SIZE; size > MIN_SIZE; size -= MULTILINE_STEP) {
    const lines = wrapText(text, innerWidth(box) / size, measure);
    const isWide = lines.some(({ text: line }) => measure(line) * size > innerWidth(box) + SLACK);
    if (!isWide && countFilled(lines) * size * LEADING <= height) return size;
  }
  return MIN_SIZE;
}
