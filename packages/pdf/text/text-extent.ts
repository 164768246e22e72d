/** What pdf.js reads of a page, measured: the signing page and the picture of its first page open with the same text column. */

/** Where the text of a page is, in points from its left edge and without the outermost letters. */
export interface TextExtent {
  readonly left: number;
  readonly right: number;
  /** The size that half of the letters do not exceed. */
  readonly medianSize: number;
}

/** An item of `getTextContent` that has text. */
interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** The viewport at scale 1. */
interface Viewport {
  readonly userUnit: number;
  convertToViewportPoint(x: number, y: number): readonly number[];
}

interface Run {
  readonly left: number;
  readonly right: number;
  /** Points. */
  readonly size: number;
  readonly letters: number;
}

/** A share of the text that is outside of its column: page numbers, notes in the margin. */
const OUTSIDE = 0.05;

/** Returns null for a page without text, such as a scan. */
export function measureTextExtent(
  items: readonly (TextItem | object)[],
  viewport: Viewport,
): TextExtent | null {
  const runs = items.flatMap((item) => {
    if (!isText(item) || item.str.trim() === '' || item.height <= 0) return [];
    const [, , , , x = 0, y = 0] = item.transform;
    const [left = 0] = viewport.convertToViewportPoint(x, y);
    const [right = 0] = viewport.convertToViewportPoint(x + item.width, y);
    return [{ left, right, size: item.height * viewport.userUnit, letters: item.str.length }];
  });
  if (runs.length === 0) return null;
  return {
    left: percentileOf(runs, ({ left }) => left, OUTSIDE),
    right: percentileOf(runs, ({ right }) => right, 1 - OUTSIDE),
    medianSize: percentileOf(runs, ({ size }) => size, 0.5),
  };
}

function isText(item: TextItem | object): item is TextItem {
  return 'str' in item;
}

/** Returns the value that this share of the letters does not exceed. */
function percentileOf(runs: readonly Run[], measure: (run: Run) => number, share: number): number {
  const sorted = runs.toSorted((a, b) => measure(a) - measure(b));
  const wanted = share * sorted.reduce((sum, { letters }) => sum + letters, 0);
  let letters = 0;
  const found = sorted.find((run) => {
    letters += run.letters;
    return letters >= wanted;
  });
  return found === undefined ? 0 : measure(found);
}
