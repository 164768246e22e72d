import type { PageWord } from './page-words.ts';

/** Words that stand beside each other on one line. */
interface Segment {
  readonly words: PageWord[];
  start: number;
  end: number;
  top: number;
  bottom: number;
  readonly baseline: number;
  readonly size: number;
}

/** Words of one line, by their place along it. */
export interface Row {
  readonly words: readonly PageWord[];
  readonly start: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

/** Rows of one column, in order. */
export type Column = readonly Row[];

/** The values are in units of the font size. */
const SEGMENT_GAP = 1.3;
const OVERLAP = 0.6;
const BASELINE_SHIFT = 0.45;

/** Returns the columns of text of one direction in reading order; titles above columns are columns of their own. */
export function orderWords(words: readonly PageWord[]): Column[] {
  const columns: Column[] = [];
  const isRightToLeft = words.filter((word) => word.isRightToLeft).length * 2 > words.length;
  splitColumns(makeSegments(words), isRightToLeft, 0, columns);
  return columns;
}

function makeSegments(words: readonly PageWord[]): Segment[] {
  const segments: Segment[] = [];
  let current: Segment | undefined;
  for (const word of words) {
    if (current !== undefined && isBeside(current, word)) {
      current.words.push(word);
      current.start = Math.min(current.start, word.start);
      current.end = Math.max(current.end, word.end);
      current.top = Math.min(current.top, word.top);
      current.bottom = Math.max(current.bottom, word.bottom);
      continue;
    }
    const { start, end, top, bottom, baseline, size } = word;
    current = { words: [word], start, end, top, bottom, baseline, size };
    segments.push(current);
  }
  return segments;
}

function isBeside(segment: Segment, word: PageWord): boolean {
  const size = Math.max(segment.size, word.size);
  if (Math.abs(segment.baseline - word.baseline) > BASELINE_SHIFT * size) return false;
  const after = word.start - segment.end;
  const before = segment.start - word.end;
  const isNear = (gap: number) => gap < SEGMENT_GAP * size && gap > -OVERLAP * size;
  return isNear(after) || isNear(before);
}

const MAX_COLUMNS_IN_COLUMNS = 8;
const MIN_ROWS = 4;
const BINS = 400;

function splitColumns(
  segments: readonly Segment[],
  isRightToLeft: boolean,
  depth: number,
  columns: Column[],
): void {
  const gutter = depth < MAX_COLUMNS_IN_COLUMNS ? findGutter(segments) : undefined;
  if (gutter === undefined) {
    const bands = depth < MAX_COLUMNS_IN_COLUMNS ? splitBands(segments) : [];
    if (bands.some((band) => findGutter(band) !== undefined)) {
      for (const band of bands) splitColumns(band, isRightToLeft, depth + 1, columns);
    } else if (segments.length > 0) columns.push(makeRows(segments));
    return;
  }
  let across: Segment[] = [];
  let left: Segment[] = [];
  let right: Segment[] = [];
  const flush = () => {
    if (across.length > 0) columns.push(makeRows(across));
    if (Math.min(left.length, right.length) < MIN_ROWS) {
      if (left.length + right.length > 0) columns.push(makeRows([...left, ...right]));
    } else {
      splitColumns(isRightToLeft ? right : left, isRightToLeft, depth + 1, columns);
      splitColumns(isRightToLeft ? left : right, isRightToLeft, depth + 1, columns);
    }
    [across, left, right] = [[], [], []];
  };
  for (const segment of segments.toSorted((one, other) => one.top - other.top)) {
    if (segment.end <= gutter) left.push(segment);
    else if (segment.start >= gutter) right.push(segment);
    else {
      if (left.length + right.length > 0) flush();
      across.push(segment);
    }
  }
  flush();
}

/** In units of the font size: a gap across the page, as between a title and columns. */
const BAND_GAP = 0.5;

function splitBands(segments: readonly Segment[]): Segment[][] {
  const bands: Segment[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const segment of segments.toSorted((one, other) => one.top - other.top)) {
    const band = bands.at(-1);
    if (band !== undefined && segment.top - bottom < BAND_GAP * segment.size) band.push(segment);
    else bands.push([segment]);
    bottom = Math.max(bottom, segment.bottom);
  }
  return bands.length > 1 ? bands : [];
}

/** In units of the font size, and parts of a column's width or of its segments. */
const MIN_GUTTER = 0.7;
const MIN_COLUMN = 9;
const FILLED = 0.55;
const CROSSING = 0.25;

/** Returns where lines of text leave a gap between two columns that they fill; cells of tables do not. */
function findGutter(segments: readonly Segment[]): number | undefined {
  if (segments.length < 2 * MIN_ROWS) return undefined;
  const start = segments.reduce((least, segment) => Math.min(least, segment.start), Number.POSITIVE_INFINITY);
  const end = segments.reduce((most, segment) => Math.max(most, segment.end), Number.NEGATIVE_INFINITY);
  const width = (end - start) / BINS;
  if (!(width > 0)) return undefined;
  const covered = new Int32Array(BINS + 1);
  for (const segment of segments) {
    covered[binOf(segment.start)] = (covered[binOf(segment.start)] as number) + 1;
    const last = binOf(segment.end) + 1;
    if (last <= BINS) covered[last] = (covered[last] as number) - 1;
  }
  function binOf(place: number): number {
    return Math.min(BINS, Math.max(0, Math.floor((place - start) / width)));
  }
  for (let bin = 1; bin <= BINS; bin += 1)
    covered[bin] = (covered[bin] as number) + (covered[bin - 1] as number);
  const size = medianOf(segments.map((segment) => segment.size));
  const least = (MIN_GUTTER * size) / width;
  const most = segments.length * CROSSING;
  const gaps = listGaps(covered, most).filter((gap) => gap.to - gap.from >= least);
  const places = gaps
    .sort((one, other) => one.crossed - other.crossed || other.to - other.from - (one.to - one.from))
    .map((gap) => start + ((gap.from + gap.to) / 2) * width);
  return places.slice(0, 4).find((place) => hasColumns(segments, place, size));
}

interface Gap {
  readonly from: number;
  readonly to: number;
  /** Segments that cross it. */
  readonly crossed: number;
}

/** Returns runs of bins that fewer segments cross than those at their sides, at most `most`. */
function listGaps(covered: Int32Array, most: number): Gap[] {
  const gaps: Gap[] = [];
  for (let bin = 1; bin < covered.length - 1; ) {
    const crossed = covered[bin] as number;
    let next = bin + 1;
    while (next < covered.length && covered[next] === crossed) next += 1;
    const isLow = (covered[bin - 1] as number) > crossed && (covered[next] ?? 0) > crossed;
    if (isLow && crossed <= most) gaps.push({ from: bin, to: next, crossed });
    bin = next;
  }
  return gaps;
}

function hasColumns(segments: readonly Segment[], place: number, size: number): boolean {
  const left = segments.filter((segment) => segment.end <= place);
  const right = segments.filter((segment) => segment.start >= place);
  return [left, right].every((side) => {
    if (side.length < MIN_ROWS) return false;
    const start = side.reduce((least, segment) => Math.min(least, segment.start), Number.POSITIVE_INFINITY);
    const end = side.reduce((most, segment) => Math.max(most, segment.end), Number.NEGATIVE_INFINITY);
    const median = medianOf(side.map((segment) => segment.end - segment.start));
    return end - start > MIN_COLUMN * size && median > FILLED * (end - start);
  });
}

function medianOf(values: number[]): number {
  return values.sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

const SAME_ROW = 0.5;
const OTHER_SIZE = 2.2;

function makeRows(segments: readonly Segment[]): Row[] {
  const middle = ({ top, bottom }: Segment) => top + bottom;
  const sorted = segments.toSorted((one, other) => middle(one) - middle(other));
  const rows: Segment[][] = [];
  let tallest: Segment | undefined;
  for (const segment of sorted) {
    const row = rows.at(-1);
    if (row !== undefined && tallest !== undefined && isSameRow(tallest, segment)) {
      row.push(segment);
      if (segment.bottom - segment.top > tallest.bottom - tallest.top) tallest = segment;
    } else {
      rows.push([segment]);
      tallest = segment;
    }
  }
  return rows.map(makeRow);
}

function isSameRow(one: Segment, other: Segment): boolean {
  const [height, otherHeight] = [one.bottom - one.top, other.bottom - other.top];
  const [least, most] = [Math.min(height, otherHeight), Math.max(height, otherHeight)];
  const common = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return common > SAME_ROW * least && most < OTHER_SIZE * least;
}

function makeRow(segments: readonly Segment[]): Row {
  const words = withoutDoubles(
    segments.flatMap((segment) => segment.words).sort((one, other) => one.start - other.start),
  );
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [top, bottom, size] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const word of words) {
    start = Math.min(start, word.start);
    end = Math.max(end, word.end);
    top = Math.min(top, word.top);
    bottom = Math.max(bottom, word.bottom);
    size = Math.max(size, word.size);
  }
  return { words, start, end, top, bottom, size };
}

/** Text that is drawn twice, a little apart, is bold or has a shadow. */
const SAME_PLACE = 0.3;
const LOOK_BACK = 3;

function withoutDoubles(words: readonly PageWord[]): PageWord[] {
  const kept: PageWord[] = [];
  for (const word of words) {
    const isDouble = kept
      .slice(-LOOK_BACK)
      .some(
        (other) =>
          other.text === word.text &&
          Math.abs(other.start - word.start) < SAME_PLACE * word.size &&
          Math.abs(other.end - word.end) < SAME_PLACE * word.size,
      );
    if (!isDouble) kept.push(word);
  }
  return kept;
}
