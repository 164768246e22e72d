import type { ColourImage, Place } from './cut-out.ts';

/** The curve is `a + b t + c t²`. */
export interface Curve {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export interface Sample {
  readonly t: number;
  readonly value: number;
}

export function valueAt({ a, b, c }: Curve, t: number): number {
  return a + b * t + c * t * t;
}

/** Fits by least squares, and again without the worst samples. `degree` 1 leaves `c` 0. */
export function fitCurve(samples: readonly Sample[], degree: 1 | 2): Curve {
  let kept = samples;
  let curve = leastSquares(kept, degree);
  for (let round = 0; round < 3; round++) {
    const errors = kept.map(({ t, value }) => Math.abs(valueAt(curve, t) - value));
    const typical = medianOf(errors);
    const better = kept.filter((_, index) => (errors[index] ?? 0) <= Math.max(3 * typical, 0.5));
    if (better.length === kept.length || better.length < 4) break;
    kept = better;
    curve = leastSquares(kept, degree);
  }
  return curve;
}

export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

export function quantileOf(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function leastSquares(samples: readonly Sample[], degree: 1 | 2): Curve {
  // The sums are small around the middle, which keeps them exact.
  const middle = samples.reduce((sum, { t }) => sum + t, 0) / Math.max(1, samples.length);
  const size = Math.max(1, ...samples.map(({ t }) => Math.abs(t - middle)));
  const sums = [0, 0, 0, 0, 0];
  const products = [0, 0, 0];
  for (const { t, value } of samples) {
    const u = (t - middle) / size;
    for (let power = 0; power <= 4; power++) sums[power] = (sums[power] ?? 0) + u ** power;
    for (let power = 0; power <= 2; power++) products[power] = (products[power] ?? 0) + value * u ** power;
  }
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = sums;
  const [p0 = 0, p1 = 0, p2 = 0] = products;
  const [k, l, m] =
    degree === 2 && samples.length >= 5
      ? solveThree([
          [s0, s1, s2, p0],
          [s1, s2, s3, p1],
          [s2, s3, s4, p2],
        ])
      : [...solveTwo(s0, s1, s2, p0, p1), 0];
  const [b = 0, c = 0] = [(l ?? 0) / size, (m ?? 0) / (size * size)];
  return { a: (k ?? 0) - b * middle + c * middle * middle, b: b - 2 * c * middle, c };
}

function solveTwo(s0: number, s1: number, s2: number, p0: number, p1: number): number[] {
  const determinant = s0 * s2 - s1 * s1;
  if (Math.abs(determinant) < 1e-9) return [p0 / Math.max(1, s0), 0];
  return [(p0 * s2 - p1 * s1) / determinant, (s0 * p1 - s1 * p0) / determinant];
}

/** Solves by Gaussian elimination with the largest pivot. */
function solveThree(rows: number[][]): number[] {
  for (let column = 0; column < 3; column++) {
    let pivot = column;
    for (let row = column; row < 3; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    const chosen = rows[pivot] ?? [];
    rows[pivot] = rows[column] ?? [];
    rows[column] = chosen;
    const lead = chosen[column] ?? 0;
    if (Math.abs(lead) < 1e-12) return [0, 0, 0];
    for (let row = 0; row < 3; row++) {
      if (row === column) continue;
      const current = rows[row] ?? [];
      const factor = (current[column] ?? 0) / lead;
      for (let at = column; at < 4; at++) current[at] = (current[at] ?? 0) - factor * (chosen[at] ?? 0);
    }
  }
  return [0, 1, 2].map((row) => (rows[row]?.[3] ?? 0) / (rows[row]?.[row] ?? 1));
}

/** The picture is reduced to so many pixels. */
const SIDE = 320;
/** A color of the card differs by this from that of the table. */
const MIN_DISTANCE = 28;
/** Rows and columns of a card have this share of its pixels; a shadow or another thing has less. */
const MIN_FILLED = 0.5;
const SHAPE_TOLERANCE = 1.12;

/** A card along the direction of its text. */
export interface CardPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Finds a card by its color. Returns null if it fills the picture, or the table has several colors. */
export function findCardByColour(
  { width, height, data }: ColourImage,
  direction: number,
  { ratio, middle }: { readonly ratio: number; readonly middle: Place },
): CardPlace | null {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / SIDE));
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const colourAt = (x: number, y: number) => {
    const at = (Math.min(height - 1, y) * width + Math.min(width - 1, x)) * 3;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
  };
  const border: (readonly number[])[] = [];
  for (let x = 0; x < width; x += step) border.push(colourAt(x, step), colourAt(x, height - 1 - step));
  for (let y = 0; y < height; y += step) border.push(colourAt(step, y), colourAt(width - 1 - step, y));
  const table = [0, 1, 2].map((channel) => medianOf(border.map((colour) => colour[channel] ?? 0)));
  const isCard = (x: number, y: number) =>
    Math.hypot(...colourAt(x, y).map((shade, channel) => shade - (table[channel] ?? 0))) >= MIN_DISTANCE;
  const along = new Map<number, number>();
  const across = new Map<number, number>();
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if (!isCard(x, y)) continue;
      count(along, Math.round((x * cos + y * sin) / step));
      count(across, Math.round((y * cos - x * sin) / step));
    }
  }
  const u = extentOf(along, Math.round((middle.x * cos + middle.y * sin) / step));
  const v = extentOf(across, Math.round((middle.y * cos - middle.x * sin) / step));
  if (u === null || v === null) return null;
  const found = {
    left: u.from * step,
    top: v.from * step,
    width: (u.to - u.from + 1) * step,
    height: (v.to - v.from + 1) * step,
  };
  const shape = found.width / found.height / ratio;
  return shape > SHAPE_TOLERANCE || shape < 1 / SHAPE_TOLERANCE ? null : found;
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Extends to both sides for as long as much of the card is there. */
function extentOf(counts: ReadonlyMap<number, number>, middle: number) {
  const least = MIN_FILLED * medianOf([...counts.values()].filter((value) => value > 2));
  const isFilled = (at: number) => (counts.get(at) ?? 0) >= least;
  if (counts.size === 0 || !isFilled(middle)) return null;
  let [from, to] = [middle, middle];
  while (isFilled(from - 1)) from--;
  while (isFilled(to + 1)) to++;
  return { from, to };
}
