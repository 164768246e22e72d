import sharp from 'sharp';

/** A pixel has three bytes. */
export interface ColourImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Cuts out an area. `placeOf` maps 0 to 1 across and downwards into the picture. */
export function cutOut(
  image: ColourImage,
  { width, height }: { readonly width: number; readonly height: number },
  placeOf: (across: number, down: number) => Place,
): ColourImage {
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const { x, y } = placeOf((column + 0.5) / width, (row + 0.5) / height);
      const isInside = x >= 0 && y >= 0 && x < image.width && y < image.height;
      const from = (Math.floor(y) * image.width + Math.floor(x)) * 3;
      const to = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++)
        data[to + channel] = isInside ? (image.data[from + channel] ?? 0) : 255;
    }
  }
  return { width, height, data };
}

/** Encodes without metadata. */
export async function encodeJpeg({ width, height, data }: ColourImage): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Measures how much large areas differ in shade, which they do more in a portrait than in text. */
export function depthOf({ width, height, data }: ColourImage): number {
  const BLOCKS = 8;
  const shades: number[] = [];
  for (let row = 0; row < BLOCKS; row++) {
    for (let column = 0; column < BLOCKS; column++) {
      let [sum, count] = [0, 0];
      for (let y = Math.floor((row * height) / BLOCKS); y < ((row + 1) * height) / BLOCKS; y += 2) {
        for (let x = Math.floor((column * width) / BLOCKS); x < ((column + 1) * width) / BLOCKS; x += 2) {
          sum += data[(y * width + x) * 3 + 1] ?? 0;
          count++;
        }
      }
      shades.push(sum / Math.max(1, count));
    }
  }
  const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
  return Math.sqrt(shades.reduce((sum, shade) => sum + (shade - mean) ** 2, 0) / shades.length);
}
