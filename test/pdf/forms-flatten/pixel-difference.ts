import type { Raster } from '../forms-look/raster.ts';

/** Maximum difference of a colour (of 255) that is anti-aliasing. */
const VISIBLE = 48;

export function countDifferentPixels(a: Raster, b: Raster): number {
  const pixels = a.width * a.height;
  if (a.width !== b.width || a.height !== b.height) return pixels;
  let count = 0;
  for (let at = 0; at < 3 * pixels; at += 3) {
    if (differs(a, b, at) || differs(a, b, at + 1) || differs(a, b, at + 2)) count++;
  }
  return count;
}

function differs(a: Raster, b: Raster, at: number): boolean {
  return Math.abs((a.rgb[at] ?? 0) - (b.rgb[at] ?? 0)) > VISIBLE;
}
