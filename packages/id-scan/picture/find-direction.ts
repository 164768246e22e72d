import type { Mark } from './find-marks.ts';

/** A bin is one degree wide. */
const BINS = 180;
/** The distance is in sizes of a mark: characters of a line are nearer than the next line. */
const MAX_DISTANCE = 2;
const NEIGHBOURS = 2;
/** Two characters of a line have at least this ratio of sizes. */
const MIN_SIZE_RATIO = 0.6;

/**
 * Returns the direction of most lines of text, in radians from -PI/2 to PI/2, y downwards; null without text.
 */
export function findDirection(marks: readonly Mark[]): number | null {
  const votes = new Float64Array(BINS);
  const links = listLinks(marks);
  for (const { angle } of links) {
    const bin = binOf(angle);
    votes[bin] = (votes[bin] ?? 0) + 1;
  }
  const smooth = votes.map((_, bin) =>
    [-2, -1, 0, 1, 2].reduce(
      (sum, off) => sum + (3 - Math.abs(off)) * (votes[(bin + off + BINS) % BINS] ?? 0),
      0,
    ),
  );
  const best = smooth.indexOf(Math.max(...smooth));
  if ((smooth[best] ?? 0) === 0) return null;
  return meanNear(links, ((best + 0.5) / BINS) * Math.PI - Math.PI / 2);
}

interface Link {
  readonly angle: number;
}

/** Links each mark to neighbours of about its size. */
function listLinks(marks: readonly Mark[]): readonly Link[] {
  const links: Link[] = [];
  const cells = gridOf(marks);
  for (const mark of marks) {
    const reach = MAX_DISTANCE * sizeOf(mark);
    const near = cells
      .around(mark, reach)
      .filter((other) => other !== mark && ratioOf(other, mark) >= MIN_SIZE_RATIO)
      .map((other) => offset(mark, other))
      .filter(({ distance }) => distance < reach)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, NEIGHBOURS);
    for (const { dx, dy } of near) links.push({ angle: fold(Math.atan2(dy, dx)) });
  }
  return links;
}

/** A cell has so many pixels. */
const CELL = 32;

/** Sorts marks into squares, so that neighbours are found without comparing all. */
function gridOf(marks: readonly Mark[]) {
  const byCell = new Map<number, Mark[]>();
  const keyOf = (column: number, row: number) => row * 65_536 + column;
  for (const mark of marks) {
    const { x, y } = middleOf(mark);
    const key = keyOf(Math.floor(x / CELL), Math.floor(y / CELL));
    const list = byCell.get(key);
    if (list === undefined) byCell.set(key, [mark]);
    else list.push(mark);
  }
  return {
    around(mark: Mark, reach: number): Mark[] {
      const { x, y } = middleOf(mark);
      const found: Mark[] = [];
      for (let row = Math.floor((y - reach) / CELL); row * CELL <= y + reach; row++)
        for (let column = Math.floor((x - reach) / CELL); column * CELL <= x + reach; column++)
          found.push(...(byCell.get(keyOf(column, row)) ?? []));
      return found;
    },
  };
}

function middleOf({ x, y, width, height }: Mark) {
  return { x: x + width / 2, y: y + height / 2 };
}

function sizeOf({ width, height }: Mark): number {
  return Math.max(width, height);
}

function ratioOf(a: Mark, b: Mark): number {
  const [first, second] = [sizeOf(a), sizeOf(b)];
  return Math.min(first, second) / Math.max(first, second);
}

function offset(from: Mark, to: Mark) {
  const [start, end] = [middleOf(from), middleOf(to)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  return { dx, dy, distance: Math.hypot(dx, dy) };
}

/** Folds opposite directions together, because it is not known where a line begins. */
function fold(angle: number): number {
  if (angle >= Math.PI / 2) return angle - Math.PI;
  return angle < -Math.PI / 2 ? angle + Math.PI : angle;
}

function binOf(angle: number): number {
  return Math.min(BINS - 1, Math.floor(((angle + Math.PI / 2) / Math.PI) * BINS));
}

const NEAR = (4 * Math.PI) / 180;

function meanNear(links: readonly Link[], direction: number): number {
  const offs = links.map(({ angle }) => fold(angle - direction)).filter((off) => Math.abs(off) < NEAR);
  return direction + offs.reduce((sum, off) => sum + off, 0) / Math.max(1, offs.length);
}
