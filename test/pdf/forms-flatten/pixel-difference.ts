import type { Raster } from '../forms-look/raster.ts';

/** Steps of a colour (of 255) up to which two pixels are the same but for anti-aliasing. */
const VISIBLE = 48;

/** How many pixels differ visibly in any of their colours. Drawings of different size differ everywhere. */
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
