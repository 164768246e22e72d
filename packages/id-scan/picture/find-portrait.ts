import { type ColourImage, cutOut, depthOf, type Place } from './cut-out.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SAMPLE = { width: 24, height: 32 };
/** The mean of a square counts, so that print does not. */
const SQUARE = 3;
const FINE = { width: SAMPLE.width * SQUARE, height: SAMPLE.height * SQUARE };
/** The portrait is searched in millimetres around its position in the layout. */
const SHIFTS_ACROSS = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
const SHIFTS_DOWN = [-3, 0, 3];
/** Paper with text has less depth. */
const MIN_DEPTH = 14;
/** Differences of text are in small areas, so it has less of its depth in large ones. */
const MIN_DEPTH_PART = 0.72;
/** The picture is like its mirror image, because a face is seen from the front (ISO/IEC 19794-5). */
const MIN_LIKENESS = 0.45;
/** The face differs from its background by this. */
const MIN_OUTLINE = 8;

export interface FoundPortrait {
  readonly box: Box;
  /** The score is at most 1.3. */
  readonly score: number;
}

/** Finds the portrait. Returns null if nothing is like a face. */
export function findPortrait(
  picture: ColourImage,
  boxes: readonly Box[],
  placeOf: (x: number, y: number) => Place,
): FoundPortrait | null {
  const found = boxes.flatMap((box) =>
    SHIFTS_ACROSS.flatMap((across) =>
      SHIFTS_DOWN.flatMap((down): FoundPortrait[] => {
        const moved = { ...box, x: box.x + across, y: box.y + down };
        const score = scoreOf(shrink(cutBox(picture, moved, FINE, placeOf)));
        // The position of the layout is taken if others are not better.
        return score === null ? [] : [{ box: moved, score: score - Math.hypot(across, down) / 100 }];
      }),
    ),
  );
  return found.toSorted((one, other) => other.score - one.score)[0] ?? null;
}

function shrink({ width, data }: ColourImage): ColourImage {
  const small = new Uint8Array(SAMPLE.width * SAMPLE.height * 3);
  for (let index = 0; index < small.length; index++) {
    const [pixel, channel] = [Math.floor(index / 3), index % 3];
    const [column, row] = [(pixel % SAMPLE.width) * SQUARE, Math.floor(pixel / SAMPLE.width) * SQUARE];
    let sum = 0;
    for (let y = row; y < row + SQUARE; y++)
      for (let x = column; x < column + SQUARE; x++) sum += data[(y * width + x) * 3 + channel] ?? 0;
    small[index] = sum / (SQUARE * SQUARE);
  }
  return { ...SAMPLE, data: small };
}

export function cutBox(
  picture: ColourImage,
  { x, y, width, height }: Box,
  size: { readonly width: number; readonly height: number },
  placeOf: (x: number, y: number) => Place,
): ColourImage {
  return cutOut(picture, size, (across, down) => placeOf(x + across * width, y + down * height));
}

/**
 * Scores a face, which is dark and light in large areas, the same on both sides, and has an outline. Returns
 * null for anything else.
 */
function scoreOf(image: ColourImage): number | null {
  const depth = depthOf(image);
  const shades = shadesOf(image);
  if (depth < MIN_DEPTH || depth < MIN_DEPTH_PART * deviationOf(shades)) return null;
  const likeness = mirrorLikeness(shades);
  const outline = Math.abs(meanOf(shades, [0.3, 0.7], [0.15, 0.6]) - sides(shades, [0.15, 0.6]));
  if (likeness < MIN_LIKENESS || outline < MIN_OUTLINE) return null;
  // The background above the shoulders is lighter as a rule.
  const lighter = (sides(shades, [0, 0.2]) - sides(shades, [0.85, 1])) / 40;
  return likeness + 0.3 * Math.max(-1, Math.min(1, lighter));
}

function shadesOf({ data }: ColourImage): readonly number[] {
  return Array.from({ length: data.length / 3 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 3, pixel * 3 + 3);
    return (red * 77 + green * 150 + blue * 29) / 256;
  });
}

function deviationOf(shades: readonly number[]): number {
  const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
  return Math.sqrt(shades.reduce((sum, shade) => sum + (shade - mean) ** 2, 0) / shades.length);
}

function mirrorLikeness(shades: readonly number[]): number {
  const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
  let [product, square] = [0, 0];
  for (const [index, shade] of shades.entries()) {
    const row = Math.floor(index / SAMPLE.width);
    const column = index % SAMPLE.width;
    const mirrored = shades[row * SAMPLE.width + SAMPLE.width - 1 - column] ?? 0;
    product += (shade - mean) * (mirrored - mean);
    square += (shade - mean) ** 2;
  }
  return product / Math.max(1, square);
}

type Range = readonly [from: number, to: number];

function sides(shades: readonly number[], down: Range): number {
  return (meanOf(shades, [0, 0.12], down) + meanOf(shades, [0.88, 1], down)) / 2;
}

/** Ranges are in parts of the width and height. */
function meanOf(shades: readonly number[], across: Range, down: Range): number {
  const inside = shades.filter((_, index) => {
    const u = ((index % SAMPLE.width) + 0.5) / SAMPLE.width;
    const v = (Math.floor(index / SAMPLE.width) + 0.5) / SAMPLE.height;
    return u >= across[0] && u <= across[1] && v >= down[0] && v <= down[1];
  });
  return inside.reduce((sum, shade) => sum + shade, 0) / Math.max(1, inside.length);
}
