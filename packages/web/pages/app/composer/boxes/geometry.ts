import { BOX_SIZES, MAX_SCALE, MIN_SCALE } from '@countersign/seal/layout';
import type { BoxPosition } from '@countersign/signing';
import type { BoxKind } from '../draft.ts';

/** Sizes are in points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Positions are in points, and y points down. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** The tolerance is in points, because page sizes are often rounded. */
const TOLERANCE = 0.5;
/** A hundredth of a point is not visible. */
const PRECISION = 100;

export function rectOf(kind: BoxKind, { x, y, scale }: BoxPosition): Rect {
  const { width, height } = BOX_SIZES[kind];
  return { x, y, width: width * scale, height: height * scale };
}

function round(length: number): number {
  return Math.round(length * PRECISION) / PRECISION;
}

/** Returns the largest scale at which a box fits the page. */
export function largestScale(kind: BoxKind, page: Size): number {
  const { width, height } = BOX_SIZES[kind];
  const fitting = Math.min(page.width / width, page.height / height, MAX_SCALE);
  return Math.max(Math.floor(fitting * PRECISION) / PRECISION, MIN_SCALE);
}

export function clampScale(scale: number): number {
  return round(Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE));
}

/** Shrinks a box that is larger than the page. */
export function clampToPage(kind: BoxKind, box: BoxPosition, page: Size): BoxPosition {
  const scale = Math.min(box.scale, largestScale(kind, page));
  const { width, height } = rectOf(kind, { ...box, scale });
  return {
    page: box.page,
    x: clampStart(box.x, width, page.width),
    y: clampStart(box.y, height, page.height),
    scale,
  };
}

function clampStart(start: number, length: number, available: number): number {
  return round(Math.max(0, Math.min(start, Math.floor((available - length) * PRECISION) / PRECISION)));
}

/** The upper left corner stays, so the page limits the scale. */
export function resizeOnPage(kind: BoxKind, box: BoxPosition, wanted: number, page: Size): BoxPosition {
  const { width, height } = BOX_SIZES[kind];
  const space = Math.min((page.width - box.x) / width, (page.height - box.y) / height);
  const fitting = Math.floor(space * PRECISION) / PRECISION;
  return { ...box, scale: clampScale(Math.min(wanted, Math.max(fitting, MIN_SCALE))) };
}

export function isOutside(kind: BoxKind, box: BoxPosition, page: Size): boolean {
  const { x, y, width, height } = rectOf(kind, box);
  return (
    x < -TOLERANCE ||
    y < -TOLERANCE ||
    x + width > page.width + TOLERANCE ||
    y + height > page.height + TOLERANCE
  );
}

/** Boxes that only touch do not overlap. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
export type Direction = 'horizontal' | 'vertical';

export interface PlacedBox {
  readonly id: string;
  readonly kind: BoxKind;
  readonly box: BoxPosition;
}

type Moves = ReadonlyMap<string, BoxPosition>;

/** Aligns boxes with the first one, also across pages. Sizes are kept. */
export function align(boxes: readonly PlacedBox[], alignment: Alignment): Moves {
  const [first] = boxes;
  if (first === undefined) return new Map();
  const anchor = rectOf(first.kind, first.box);
  return new Map(
    boxes.map(({ id, kind, box }) => {
      const { width, height } = rectOf(kind, box);
      const x = startOf(alignment, ['left', 'center', 'right'], anchor.x, anchor.width, width) ?? box.x;
      const y = startOf(alignment, ['top', 'middle', 'bottom'], anchor.y, anchor.height, height) ?? box.y;
      return [id, { ...box, x: round(x), y: round(y) }];
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

/** Makes gaps equal; the outermost boxes stay. */
export function distribute(boxes: readonly PlacedBox[], direction: Direction): Moves {
  const [axis, length] = direction === 'horizontal' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const page = boxes[0]?.box.page;
  const onPage = boxes
    .filter(({ box }) => box.page === page)
    .map((one) => ({ ...one, rect: rectOf(one.kind, one.box) }))
    .toSorted((a, b) => a.rect[axis] - b.rect[axis]);
  const [first, last] = [onPage[0], onPage.at(-1)];
  if (first === undefined || last === undefined || onPage.length < 3) return new Map();
  const span = last.rect[axis] + last.rect[length] - first.rect[axis];
  const used = onPage.reduce((sum, { rect }) => sum + rect[length], 0);
  const gap = (span - used) / (onPage.length - 1);
  const moves = new Map<string, BoxPosition>();
  let position = first.rect[axis];
  for (const { id, box, rect } of onPage) {
    moves.set(id, { ...box, [axis]: round(position) });
    position += rect[length] + gap;
  }
  return moves;
}

/** All boxes get the scale of the first one. */
export function matchScale(boxes: readonly PlacedBox[]): Moves {
  const scale = boxes[0]?.box.scale ?? 1;
  return new Map(boxes.map(({ id, box }) => [id, { ...box, scale }]));
}

/** The line is at `x` or `y` points. */
export interface SnapLine {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

export interface Snapped {
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

/** Snaps to edges and centres of other boxes, of the page and of its margins. */
export function snapRect(rect: Rect, others: readonly Rect[], page: Size, tolerance: number): Snapped {
  const x = closest(
    edges(rect.x, rect.width),
    [...pageLines(page.width), ...others.flatMap((one) => edges(one.x, one.width))],
    tolerance,
  );
  const y = closest(
    edges(rect.y, rect.height),
    [...pageLines(page.height), ...others.flatMap((one) => edges(one.y, one.height))],
    tolerance,
  );
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
  const matches = own.flatMap((edge) => lines.map((at) => ({ shift: at - edge, at })));
  return matches
    .filter(({ shift }) => Math.abs(shift) <= tolerance)
    .toSorted((a, b) => Math.abs(a.shift) - Math.abs(b.shift))[0];
}

/** Snaps to the full size, or to that of another box. */
export function snapScale(scale: number, others: readonly number[], tolerance: number): number {
  const near = [1, ...others]
    .filter((other) => Math.abs(other - scale) <= tolerance)
    .toSorted((a, b) => Math.abs(a - scale) - Math.abs(b - scale));
  return near[0] ?? scale;
}
