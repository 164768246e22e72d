import type Sharp from 'sharp';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, opaque. */
  readonly data: Uint8ClampedArray;
}

/** Bytes of a picture that is worth waiting for on a slow line: 1.4 s at 400 kbit/s. Photographs get the next quality. */
const WANTED_BYTES = 70_000;
const QUALITIES = [40, 20, 8] as const;
/** Letters in five grays are as sharp as before, and take half the bytes. Light gray text and tables stay gray. */
const GRAYS = tabulate([0, 85, 170, 230, 255]);
const COLORS = tabulate(Array.from({ length: 16 }, (_, index) => index * 17));
/** The channels of a gray differ by less. */
const GRAY_SPREAD = 24;

/** Encodes as WebP: without loss in fewer colors, or as a photograph, whichever is smaller. */
export async function encodePicture(
  sharp: typeof Sharp,
  { width, height, data }: Pixels,
): Promise<Uint8Array> {
  const open = (pixels: Uint8ClampedArray) =>
    sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  const lossless = await open(reduceColors(data)).webp({ lossless: true }).toBuffer();
  let smallest = lossless;
  for (const quality of QUALITIES) {
    if (smallest.length <= WANTED_BYTES) break;
    const photograph = await open(data).webp({ quality }).toBuffer();
    if (photograph.length < smallest.length) smallest = photograph;
  }
  return smallest;
}

function reduceColors(data: Uint8ClampedArray): Uint8ClampedArray {
  const reduced = new Uint8ClampedArray(data.length);
  for (let index = 0; index < data.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = [data[index], data[index + 1], data[index + 2]];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) < GRAY_SPREAD) {
      const gray = GRAYS[Math.round((red + green + blue) / 3)] ?? 0;
      reduced.fill(gray, index, index + 3);
    } else {
      reduced[index] = COLORS[red] ?? 0;
      reduced[index + 1] = COLORS[green] ?? 0;
      reduced[index + 2] = COLORS[blue] ?? 0;
    }
  }
  return reduced;
}

/** Returns the nearest level of each value. */
function tabulate(levels: readonly number[]): Uint8Array {
  const nearest = (value: number) =>
    levels.reduce((best, level) => (Math.abs(level - value) < Math.abs(best - value) ? level : best));
  return Uint8Array.from({ length: 256 }, (_, value) => nearest(value));
}
