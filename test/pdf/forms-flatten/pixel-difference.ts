import type { Raster } from '../forms-look/raster.ts';

/** Maximum difference of a colour (of 255) that is anti-aliasing. */
const VISIBLE = 48;

export function countDifferentPixels(a: Raster, b: Raster): number {
  const pixels = a.width * a.height;
  if (a.width !== b.width || a.height !== b.height) return pixels;
  let count = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    if ([0, 1, 2].some((channel) => differs(a, b, 3 * pixel + channel))) count++;
  }
  return count;
}

function differs(a: Raster, b: Raster, at: number): boolean {
  return Math.abs((a.rgb[at] ?? 0) - (b.rgb[at] ?? 0)) > VISIBLE;
}
