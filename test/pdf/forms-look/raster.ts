/** RGB pixels of a page, rows from the top. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** 144 dpi. */
export const SCALE = 2;

/** Flattens transparency on white and keeps three channels. */
export function fromRgba(rgba: ArrayLike<number>, width: number, height: number): Raster {
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = (rgba[pixel * 4 + 3] ?? 255) / 255;
    for (let channel = 0; channel < 3; channel++) {
      rgb[pixel * 3 + channel] = Math.round((rgba[pixel * 4 + channel] ?? 255) * alpha + 255 * (1 - alpha));
    }
  }
  return { width, height, rgb };
}

/** Returns the brightness of a pixel, 0 to 255; white outside. */
export function brightness({ width, height, rgb }: Raster, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return 255;
  const start = (y * width + x) * 3;
  return ((rgb[start] ?? 255) + (rgb[start + 1] ?? 255) + (rgb[start + 2] ?? 255)) / 3;
}
