import { PdfError } from '../errors.ts';
import { zlib } from '../node-modules.ts';

/** The header of a PNG (ISO/IEC 15948 11.2.2). */
interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
}

/** An image of eight bits a channel. */
export interface PngImage {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** Grey, or red, green and blue, row by row. */
  readonly samples: Uint8Array;
  /** The opacity of each pixel; undefined if all are opaque. */
  readonly alpha: Uint8Array | undefined;
}

const [GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA] = [0, 2, 3, 4, 6];
const CHANNELS: Readonly<Record<number, number>> = {
  [GREY]: 1,
  [RGB]: 3,
  [PALETTE]: 1,
  [GREY_ALPHA]: 2,
  [RGB_ALPHA]: 4,
};
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  [GREY]: [1, 2, 4, 8, 16],
  [RGB]: [8, 16],
  [PALETTE]: [1, 2, 4, 8],
  [GREY_ALPHA]: [8, 16],
  [RGB_ALPHA]: [8, 16],
};
const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 13;

/** Start and step of the columns and rows of each pass (ISO/IEC 15948 8.2). */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;
const ONE_PASS = [[0, 1, 0, 1]] as const;

/**
 * Decodes a PNG. `requireSize` is called before any pixel is. Throws `image_not_readable` with `reason` `damaged`, for a
 * PNG that is cut off too.
 */
export function decodePng(bytes: Uint8Array, requireSize: (width: number, height: number) => void): PngImage {
  const chunks = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const header = readHeader(chunks.get('IHDR')?.[0]);
  requireSize(header.width, header.height);
  const pixels = readPixels(header, chunks.get('IDAT') ?? []);
  return toImage(header, pixels, chunks.get('PLTE')?.[0], chunks.get('tRNS')?.[0]);
}

/** Contents by type, up to the end of the image. */
function readChunks(file: Buffer): Map<string, Buffer[]> {
  const chunks = new Map<string, Buffer[]>();
  for (let at = SIGNATURE_BYTES; ; ) {
    if (at + 12 > file.length) throw damaged('it ends early');
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) throw damaged('it ends early');
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return chunks;
    const known = chunks.get(type);
    if (known === undefined) chunks.set(type, [file.subarray(at + 8, end)]);
    else known.push(file.subarray(at + 8, end));
    at = end + 4;
  }
}

function readHeader(chunk: Buffer | undefined): PngHeader {
  if (chunk?.length !== HEADER_BYTES) throw damaged('it has no header');
  const [bitDepth = 0, colorType = 0, , , interlace = 0] = chunk.subarray(8);
  if (!DEPTHS[colorType]?.includes(bitDepth)) throw damaged('its colors are of no known kind');
  return {
    width: chunk.readUInt32BE(0),
    height: chunk.readUInt32BE(4),
    bitDepth,
    colorType,
    isInterlaced: interlace === 1,
  };
}

/** Returns one number of eight bits, or an index of the palette, for each channel of each pixel. */
function readPixels(header: PngHeader, data: readonly Buffer[]): Uint8Array {
  const { width, height, bitDepth, isInterlaced } = header;
  const channels = CHANNELS[header.colorType] ?? 1;
  const passes = isInterlaced ? PASSES : ONE_PASS;
  const sizes = passes.map(([left, across, top, down]) => ({
    columns: Math.max(0, Math.ceil((width - left) / across)),
    rows: Math.max(0, Math.ceil((height - top) / down)),
  }));
  const rowBytes = (columns: number) => Math.ceil((columns * channels * bitDepth) / 8);
  const expected = sizes.reduce(
    (sum, { columns, rows }) => sum + (columns && rows * (rowBytes(columns) + 1)),
    0,
  );
  const inflated = inflate(data, expected);
  const pixels = new Uint8Array(width * height * channels);
  let at = 0;
  for (const [pass, [left, across, top, down]] of passes.entries()) {
    const { columns = 0, rows = 0 } = sizes[pass] ?? {};
    if (columns === 0) continue;
    let above: Uint8Array = new Uint8Array(rowBytes(columns));
    for (let row = 0; row < rows; row += 1) {
      const line = inflated.subarray(at + 1, at + 1 + above.length);
      unfilter(inflated[at] ?? 0, line, above, Math.max(1, (channels * bitDepth) >> 3));
      const y = top + row * down;
      spread(
        line,
        { bitDepth, channels, columns, isIndex: header.colorType === PALETTE },
        (column, channel, value) => {
          pixels[(y * width + left + column * across) * channels + channel] = value;
        },
      );
      above = line;
      at += above.length + 1;
    }
  }
  return pixels;
}

function inflate(data: readonly Buffer[], expected: number): Buffer {
  try {
    const inflated = zlib().inflateSync(Buffer.concat(data), { maxOutputLength: Math.max(1, expected) });
    if (inflated.length === expected) return inflated;
  } catch (cause) {
    throw damaged('its data cannot be inflated', cause);
  }
  throw damaged('it has too few pixels');
}

/** Undoes the filter of a row in place (ISO/IEC 15948 9.2). */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw damaged('a row has an unknown filter');
  if (filter === 0) return;
  for (let at = 0; at < line.length; at += 1) {
    const left = at < step ? 0 : (line[at - step] as number);
    const up = above[at] as number;
    const corner = at < step ? 0 : (above[at - step] as number);
    line[at] = (line[at] as number) + predict(filter, left, up, corner);
  }
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

interface RowShape {
  readonly bitDepth: number;
  readonly channels: number;
  readonly columns: number;
  /** Indexes of a palette keep their value. */
  readonly isIndex: boolean;
}

/** Of sixteen bits the upper eight are taken; fewer are scaled. */
function spread(
  line: Uint8Array,
  { bitDepth, channels, columns, isIndex }: RowShape,
  set: (column: number, channel: number, value: number) => void,
): void {
  const step = bitDepth === 16 ? 2 : 1;
  const scale = isIndex ? 1 : 255 / (2 ** bitDepth - 1);
  for (let column = 0, at = 0; column < columns; column += 1) {
    for (let channel = 0; channel < channels; channel += 1, at += 1) {
      if (bitDepth >= 8) set(column, channel, line[at * step] as number);
      else {
        const shift = 8 - bitDepth - ((at * bitDepth) & 7);
        const value = ((line[(at * bitDepth) >> 3] as number) >> shift) & (2 ** bitDepth - 1);
        set(column, channel, value * scale);
      }
    }
  }
}

function toImage(
  { width, height, bitDepth, colorType }: PngHeader,
  pixels: Uint8Array,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
): PngImage {
  const size = { width, height };
  if (colorType === PALETTE) return { ...size, ...fromPalette(pixels, palette, transparency) };
  if (colorType === GREY_ALPHA || colorType === RGB_ALPHA) {
    const channels = colorType === GREY_ALPHA ? 1 : 3;
    return { ...size, channels, ...splitAlpha(pixels, channels) };
  }
  const channels = colorType === GREY ? 1 : 3;
  const alpha = transparency && maskOf(pixels, channels, bitDepth, transparency);
  return { ...size, channels, samples: pixels, alpha };
}

function fromPalette(
  pixels: Uint8Array,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
): Pick<PngImage, 'channels' | 'samples' | 'alpha'> {
  if (palette === undefined) throw damaged('it has no palette');
  const samples = new Uint8Array(pixels.length * 3);
  const alpha = transparency === undefined ? undefined : new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 1) {
    const index = pixels[at] as number;
    samples.set(palette.subarray(index * 3, index * 3 + 3), at * 3);
    if (alpha !== undefined) alpha[at] = transparency?.[index] ?? 255;
  }
  return { channels: 3, samples, alpha };
}

function splitAlpha(pixels: Uint8Array, channels: 1 | 3): Pick<PngImage, 'samples' | 'alpha'> {
  const count = pixels.length / (channels + 1);
  const samples = new Uint8Array(count * channels);
  const alpha = new Uint8Array(count);
  let isOpaque = true;
  for (let pixel = 0, at = 0; pixel < count; pixel += 1) {
    for (let channel = 0; channel < channels; channel += 1, at += 1)
      samples[pixel * channels + channel] = pixels[at] as number;
    const value = pixels[at] as number;
    alpha[pixel] = value;
    isOpaque &&= value === 255;
    at += 1;
  }
  return { samples, alpha: isOpaque ? undefined : alpha };
}

/** One color is transparent, which is given in the depth of the image (ISO/IEC 15948 11.3.2). */
function maskOf(pixels: Uint8Array, channels: number, bitDepth: number, transparency: Buffer): Uint8Array {
  if (transparency.length < channels * 2) throw damaged('its transparent color is incomplete');
  const color = Array.from({ length: channels }, (_, channel) => {
    const value = transparency.readUInt16BE(channel * 2);
    return bitDepth === 16 ? value >> 8 : Math.trunc((value * 255) / (2 ** bitDepth - 1));
  });
  const mask = new Uint8Array(pixels.length / channels);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const isColor = color.every((value, channel) => pixels[pixel * channels + channel] === value);
    mask[pixel] = isColor ? 0 : 255;
  }
  return mask;
}

function damaged(what: string, cause?: unknown): PdfError {
  return new PdfError('image_not_readable', `The PNG cannot be read: ${what}`, { reason: 'damaged' }, cause);
}
