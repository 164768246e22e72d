import type { ColourImage, Place } from './cut-out.ts';
import { medianOf } from './fit-curve.ts';

/** Pixels that are looked at. */
const SIDE = 320;
/** From the colour of the table. */
const MIN_DISTANCE = 28;
/** Of rows and columns: less is a shadow or another thing. */
const MIN_FILLED = 0.5;
const SHAPE_TOLERANCE = 1.12;

/** Along the direction of its text. */
export interface CardPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Null if it fills the picture, or the table is not of one colour. */
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
    ...{ left: u.from * step, top: v.from * step },
    ...{ width: (u.to - u.from + 1) * step, height: (v.to - v.from + 1) * step },
  };
  const shape = found.width / found.height / ratio;
  return shape > SHAPE_TOLERANCE || shape < 1 / SHAPE_TOLERANCE ? null : found;
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** To both sides, as long as much of it is there. */
function extentOf(counts: ReadonlyMap<number, number>, middle: number) {
  const least = MIN_FILLED * medianOf([...counts.values()].filter((value) => value > 2));
  const isFilled = (at: number) => (counts.get(at) ?? 0) >= least;
  if (counts.size === 0 || !isFilled(middle)) return null;
  let [from, to] = [middle, middle];
  while (isFilled(from - 1)) from--;
  while (isFilled(to + 1)) to++;
  return { from, to };
}
