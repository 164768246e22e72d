/** [left, bottom, right, top]. */
export type Box = readonly [number, number, number, number];
export type Point = readonly [x: number, y: number];

export interface Subpath {
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

/** From the edge: a bevelled border of three points has two lines. */
const MAX_FRAME = 6;
/** Of the shorter side, so that the frame leaves the middle free. */
const MAX_FRAME_PART = 0.25;
/** A thick border in Acrobat. */
const MAX_DIVIDER_WIDTH = 3;
/** Rounding of coordinates. */
const TOLERANCE = 0.01;
/** Relative to a cell, so that narrow cells encode nothing. */
const MAX_DIVIDER_OFFSET = 1;
const MAX_DIVIDER_OFFSET_PART = 0.1;

/** Corners of the box: 1 is added at the right, 2 at the top. */
const HORIZONTAL = 1;
const VERTICAL = 2;

/**
 * Their points are near the corners of the box: what ends elsewhere, or has more points, can form digits even
 * in a narrow strip along the edge.
 */
export class FrameShapes {
  /** Along the edges, for the frame. */
  readonly strip: number;
  readonly #box: Box;

  constructor(box: Box) {
    const [left, bottom, right, top] = box;
    this.#box = box;
    this.strip = Math.min(MAX_FRAME, MAX_FRAME_PART * Math.min(right - left, top - bottom));
  }

  isRectangle({ points, isClosed }: Subpath): boolean {
    const corners = new Set(points.map((point) => this.#cornerAt(point)));
    const isRound = points.every(
      (point, index) => this.#edgeBetween(points.at(index - 1), point) !== undefined,
    );
    return isClosed && points.length === 4 && corners.size === 4 && isRound;
  }

  /** A side or a half of a relief: out along one or two edges, and back beside them. */
  isBand({ points }: Subpath): boolean {
    if (points.length !== 4 && points.length !== 6) return false;
    const half = points.length / 2;
    const isThere = (point: Point, index: number) =>
      index % half === 0 || this.#edgeBetween(points[index - 1], point) !== undefined;
    const isBack = points.every(
      (point, index) => this.#cornerAt(point) === this.#cornerAt(points.at(-1 - index)),
    );
    return isBack && points.every(isThere);
  }

  /** Rectangles and lines along the edges, at most one for each. */
  isBorder(subpaths: readonly Subpath[]): boolean {
    if (subpaths.length === 1 && subpaths.every((subpath) => this.isRectangle(subpath))) return true;
    const edges = subpaths.map(({ points: [start, end, ...more] }) =>
      more.length === 0 ? this.#edgeBetween(start, end) : undefined,
    );
    return !edges.includes(undefined) && new Set(edges).size === edges.length;
  }

  /** Of cells of the same width, in order and equally high. */
  isComb(subpaths: readonly Subpath[], lineWidth: number): boolean {
    const [left, , right] = this.#box;
    const cell = (right - left) / (subpaths.length + 1);
    const offset = Math.min(MAX_DIVIDER_OFFSET, MAX_DIVIDER_OFFSET_PART * cell);
    const heights = subpaths.map((subpath) => this.#heightsOf(subpath));
    const isEven = subpaths.every(
      ({ points: [start] }, index) => start && Math.abs(start[0] - left - (index + 1) * cell) <= offset,
    );
    return (
      isEven && lineWidth <= MAX_DIVIDER_WIDTH && !heights.includes(undefined) && new Set(heights).size === 1
    );
  }

  /** Undefined unless a line from the bottom to the top. */
  #heightsOf({ points: [start, end, ...more] }: Subpath): string | undefined {
    if (!start || !end || more.length > 0 || Math.abs(start[0] - end[0]) > TOLERANCE) return undefined;
    const [, bottom, , top] = this.#box;
    const [low, high] = [Math.min(start[1], end[1]), Math.max(start[1], end[1])];
    if (Math.abs(low - bottom) > this.strip || Math.abs(high - top) > this.strip) return undefined;
    return `${low.toFixed(2)} ${high.toFixed(2)}`;
  }

  /** If a line leads along all of it. */
  #edgeBetween(start: Point | undefined, end: Point | undefined): string | undefined {
    const [from, to] = [this.#cornerAt(start), this.#cornerAt(end)];
    if (!start || !end || from === undefined || to === undefined) return undefined;
    const direction = from ^ to;
    if (direction !== HORIZONTAL && direction !== VERTICAL) return undefined;
    const across = direction === HORIZONTAL ? 1 : 0;
    const isStraight = Math.abs(start[across] - end[across]) <= TOLERANCE;
    return isStraight ? `${direction} ${from & to}` : undefined;
  }

  #cornerAt(point: Point | undefined): number | undefined {
    if (!point) return undefined;
    const [left, bottom, right, top] = this.#box;
    const isNear = (axis: 0 | 1, edge: number) => Math.abs(point[axis] - edge) <= this.strip;
    if (!isNear(0, left) && !isNear(0, right)) return undefined;
    if (!isNear(1, bottom) && !isNear(1, top)) return undefined;
    return (isNear(0, right) ? HORIZONTAL : 0) | (isNear(1, top) ? VERTICAL : 0);
  }
}
