import type { Place, PlacedMark, Rect, Size } from './mark.ts';
import { shapeOf } from './mark.ts';

/** The tolerance is in points, because page sizes are often rounded. */
const TOLERANCE = 0.5;
/** A hundredth of a point is not visible. */
const PRECISION = 100;

type Shape = ReturnType<typeof shapeOf>;

function round(length: number): number {
  return Math.round(length * PRECISION) / PRECISION;
}

/** Returns the nearest size that the shape has and that fits into the space. Ratios are kept. */
export function fitSize({ ratio, least, most }: Shape, wanted: Size, space: Size): Size {
  const bounded = (length: number, min: number, max: number) => Math.max(min, Math.min(length, max));
  if (ratio === null)
    return {
      width: round(bounded(wanted.width, least.width, Math.min(most.width, space.width))),
      height: round(bounded(wanted.height, least.height, Math.min(most.height, space.height))),
    };
  const widest = Math.min(most.width, space.width, space.height * ratio);
  const width = bounded(wanted.width, least.width, widest);
  return { width, height: width / ratio };
}

/** Shrinks what is larger than the page. */
export function clampToPage(shape: Shape, place: Place, page: Size): Place {
  const isLarger = place.width > page.width || place.height > page.height;
  const { width, height } = isLarger ? fitSize(shape, place, page) : place;
  return {
    ...place,
    x: clampStart(place.x, width, page.width),
    y: clampStart(place.y, height, page.height),
    width,
    height,
  };
}

function clampStart(start: number, length: number, available: number): number {
  return round(Math.max(0, Math.min(start, Math.floor((available - length) * PRECISION) / PRECISION)));
}

/** The upper left corner stays, so the page limits the size. */
export function resizeOnPage(shape: Shape, place: Place, wanted: Size, page: Size): Place {
  const space = { width: page.width - place.x, height: page.height - place.y };
  return { ...place, ...fitSize(shape, wanted, space) };
}

export function isOutside({ x, y, width, height }: Rect, page: Size): boolean {
  return (
    x < -TOLERANCE ||
    y < -TOLERANCE ||
    x + width > page.width + TOLERANCE ||
    y + height > page.height + TOLERANCE
  );
}

/** Rectangles that only touch do not overlap. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
export type Direction = 'horizontal' | 'vertical';

type Movable = Pick<PlacedMark, 'id' | 'place' | 'mark'>;
export type Moves = ReadonlyMap<string, Place>;

/** Aligns marks with the first one, also across pages. Sizes are kept. */
export function align(marks: readonly Movable[], alignment: Alignment): Moves {
  const [first] = marks;
  if (first === undefined) return new Map();
  const anchor = first.place;
  return new Map(
    marks.map(({ id, place }) => {
      const { width, height } = place;
      const x = startOf(alignment, ['left', 'center', 'right'], anchor.x, anchor.width, width) ?? place.x;
      const y = startOf(alignment, ['top', 'middle', 'bottom'], anchor.y, anchor.height, height) ?? place.y;
      return [id, { ...place, x: round(x), y: round(y) }];
    }),
  );
}

/** Returns null if the alignment is along the other axis. */
function startOf(
  alignment: Alignment,
  [start, middle]: readonly Alignment[],
  anchor: number,
  anchorLength: number,
  length: number,
): number | null {
  const isHorizontal = ['left', 'center', 'right'].includes(alignment);
  if (isHorizontal !== (start === 'left')) return null;
  if (alignment === start) return anchor;
  return anchor + (anchorLength - length) / (alignment === middle ? 2 : 1);
}

/** Makes gaps equal; the outermost marks stay. */
export function distribute(marks: readonly Movable[], direction: Direction): Moves {
  const [axis, length] = direction === 'horizontal' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const page = marks[0]?.place.page;
  const onPage = marks
    .filter(({ place }) => place.page === page)
    .toSorted((a, b) => a.place[axis] - b.place[axis]);
  const [first, last] = [onPage[0], onPage.at(-1)];
  if (first === undefined || last === undefined || onPage.length < 3) return new Map();
  const span = last.place[axis] + last.place[length] - first.place[axis];
  const used = onPage.reduce((sum, { place }) => sum + place[length], 0);
  const gap = (span - used) / (onPage.length - 1);
  const moves = new Map<string, Place>();
  let position = first.place[axis];
  for (const { id, place } of onPage) {
    moves.set(id, { ...place, [axis]: round(position) });
    position += place[length] + gap;
  }
  return moves;
}

/** All marks get the size of the first one, as far as their shapes have it. */
export function matchSize(marks: readonly Movable[]): Moves {
  const [first] = marks;
  if (first === undefined) return new Map();
  return new Map(
    marks.map(({ id, place, mark }) => {
      const shape = shapeOf(mark);
      return [id, { ...place, ...fitSize(shape, first.place, shape.most) }];
    }),
  );
}

/** The line is at `x` or `y` points. */
export interface SnapLine {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

interface Snapped {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly SnapLine[];
}

/** Points to the edge of the page. */
const MARGIN = 36;

interface Match {
  readonly shift: number;
  readonly at: number;
}

/** What a place snaps to: other marks and fields, and the lines that text stands on. */
export interface Surroundings {
  readonly rects: readonly Rect[];
  readonly baselines: readonly number[];
}

/** Snaps to edges and centres of other marks, of the page and of its margins, and stands on lines of text. */
export function snapRect(
  rect: Rect,
  { rects, baselines }: Surroundings,
  page: Size,
  tolerance: number,
): Snapped {
  const x = closest(
    edges(rect.x, rect.width),
    [...pageLines(page.width), ...rects.flatMap((one) => edges(one.x, one.width))],
    tolerance,
  );
  const y =
    closest(
      edges(rect.y, rect.height),
      [...pageLines(page.height), ...rects.flatMap((one) => edges(one.y, one.height))],
      tolerance,
    ) ?? closest([rect.y + rect.height], baselines, tolerance);
  return {
    x: rect.x + (x?.shift ?? 0),
    y: rect.y + (y?.shift ?? 0),
    lines: [
      ...(x === undefined ? [] : [{ axis: 'x', at: x.at } as const]),
      ...(y === undefined ? [] : [{ axis: 'y', at: y.at } as const]),
    ],
  };
}

function edges(start: number, length: number): readonly number[] {
  return [start, start + length / 2, start + length];
}

function pageLines(length: number): readonly number[] {
  return [MARGIN, length / 2, length - MARGIN];
}

function closest(own: readonly number[], lines: readonly number[], tolerance: number): Match | undefined {
  let best: Match | undefined;
  for (const edge of own) {
    for (const at of lines) {
      const shift = at - edge;
      if (Math.abs(shift) > tolerance) continue;
      if (best === undefined || Math.abs(shift) < Math.abs(best.shift)) best = { shift, at };
    }
  }
  return best;
}

/** Snaps a length to that of another mark. */
export function snapLength(length: number, others: readonly number[], tolerance: number): number {
  const match = closest([length], others, tolerance);
  return match?.at ?? length;
}
