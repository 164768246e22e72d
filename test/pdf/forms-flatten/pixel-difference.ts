import { brightness, type Raster } from '../forms-look/raster.ts';

/** Steps of brightness (of 255) up to which two pixels are the same but for anti-aliasing. */
const VISIBLE = 64;

/** How many pixels differ visibly. Drawings of different size differ everywhere. */
export function countDifferentPixels(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) return a.width * a.height;
  let count = 0;
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (Math.abs(brightness(a, x, y) - brightness(b, x, y)) > VISIBLE) count++;
    }
  }
  return count;
}
