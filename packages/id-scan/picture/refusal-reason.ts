import type { ZoneFailure } from '../scan-grey.ts';
import { valueAt } from './find-card.ts';
import type { GreyImage } from './open-picture.ts';

export type ReadingRefusal = 'no_zone' | 'blurred' | 'glare' | 'too_small' | 'not_readable' | 'not_valid';

/** The distance of characters, in pixels. */
const MIN_PITCH = 9;
/** The shade of paper under a lamp. */
const GLARE = 250;
const MAX_GLARE_PART = 0.06;
/** Sharp print is steeper than this in its steepest part. */
const MIN_STEEPNESS = 26;
/** The share of steep pixels of a zone, and of a picture. */
const ZONE_PART = 0.02;
const PICTURE_PART = 0.002;

export function refusalOf(image: GreyImage, { seen, problem }: ZoneFailure): ReadingRefusal {
  if (seen === null) {
    if (steepnessOf(image, PICTURE_PART) < MIN_STEEPNESS) return 'blurred';
    return glareOf(image) > MAX_GLARE_PART ? 'glare' : 'no_zone';
  }
  if (problem === 'not_valid') return 'not_valid';
  if (seen.pitch < MIN_PITCH) return 'too_small';
  const zone = cut(seen.turned.image, boundsOf(seen));
  if (glareOf(zone) > MAX_GLARE_PART) return 'glare';
  return steepnessOf(zone, ZONE_PART) < MIN_STEEPNESS ? 'blurred' : 'not_readable';
}

type Seen = NonNullable<ZoneFailure['seen']>;

function boundsOf({ zone, pitch }: Seen) {
  const points = zone.lines.flatMap(({ line, start }) =>
    [start, start + zone.lineLength - 1].map((index) => ({
      x: valueAt(line.x, index),
      y: valueAt(line.y, index),
    })),
  );
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.min(...xs) - pitch,
    right: Math.max(...xs) + pitch,
    top: Math.min(...ys) - pitch,
    bottom: Math.max(...ys) + pitch,
  };
}

function cut(image: GreyImage, bounds: ReturnType<typeof boundsOf>): GreyImage {
  const left = Math.max(0, Math.floor(bounds.left));
  const top = Math.max(0, Math.floor(bounds.top));
  const width = Math.max(1, Math.min(image.width, Math.ceil(bounds.right)) - left);
  const height = Math.max(1, Math.min(image.height, Math.ceil(bounds.bottom)) - top);
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const start = (top + row) * image.width + left;
    data.set(image.data.subarray(start, start + width), row * width);
  }
  return { width, height, data };
}

function glareOf({ data }: GreyImage): number {
  let bright = 0;
  for (const shade of data) if (shade >= GLARE) bright++;
  return bright / Math.max(1, data.length);
}

function steepnessOf({ width, height, data }: GreyImage, part: number): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 2; x < width; x++) {
      const step = Math.abs((data[y * width + x] ?? 0) - (data[y * width + x - 2] ?? 0));
      counts[step] = (counts[step] ?? 0) + 1;
      total++;
    }
  }
  let above = 0;
  for (let step = 255; step > 0; step--) {
    above += counts[step] ?? 0;
    if (above > total * part) return step;
  }
  return 0;
}
