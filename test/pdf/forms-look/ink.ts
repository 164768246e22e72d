import { brightness, type Raster } from './raster.ts';

/** The drawing in a part of a page, in pixels from its top left. */
export interface Ink {
  readonly coverage: number;
  readonly x: number;
  readonly y: number;
  /** Bounds of the dark pixels; all 0 if there are none. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum darkness of a drawn pixel; lighter ones are backgrounds and soft edges. */
const DARK = 0.5;

export function measureInk(raster: Raster, box: PixelBox): Ink {
  let [sum, sumX, sumY] = [0, 0, 0];
  let [left, right, top, bottom] = [box.width, 0, box.height, 0];
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const darkness = 1 - brightness(raster, box.x + x, box.y + y) / 255;
      sum += darkness;
      sumX += darkness * x;
      sumY += darkness * y;
      if (darkness < DARK) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  const edges = right === 0 ? { left: 0, right: 0, top: 0, bottom: 0 } : { left, right, top, bottom };
  return { coverage: sum / (box.width * box.height), x: sumX / sum, y: sumY / sum, ...edges };
}

export interface InkDistance {
  /** Difference of mean darkness, 0 to 1. */
  readonly coverage: number;
  readonly centre: number;
  /** Largest difference of a bound. */
  readonly edge: number;
}

export function inkDistance(a: Ink, b: Ink): InkDistance {
  const edges = [a.left - b.left, a.right - b.right, a.top - b.top, a.bottom - b.bottom];
  return {
    coverage: Math.abs(a.coverage - b.coverage),
    centre: Math.hypot(a.x - b.x, a.y - b.y) || 0,
    edge: Math.max(...edges.map(Math.abs)),
  };
}
