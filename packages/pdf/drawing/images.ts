import { readFileSync } from 'node:fs';
import { type PDFDict, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import { toUint8Array } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import type { Matrix } from '../pages/page-box.ts';
import type { PdfFile } from '../pdf-file.ts';
import { deflatedStream } from '../write/serialise.ts';
import { decodePng } from './png.ts';

/** A path, or the bytes of a PNG or JPEG. */
export type ImageSource = string | Uint8Array | ArrayBuffer;

/** An image XObject, which is drawn in a square of one unit. */
export interface EmbeddedImage {
  readonly ref: PDFRef;
  /** Pixels, as a viewer of images shows them. */
  readonly width: number;
  readonly height: number;
  /** Rotates and mirrors the stored image as its metadata say. */
  readonly orientation: Matrix;
}

/** Browsers limit a canvas to this side; the pixels are beyond any phone. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 40_000_000;

const UPRIGHT: Matrix = [1, 0, 0, 1, 0, 0];
/** By the number of the orientation in Exif (TIFF 6.0, tag 274), in the unit square with y up. */
const ORIENTATIONS: Readonly<Record<number, Matrix>> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};
/** From here on width and height are exchanged. */
const FIRST_TURNED = 5;

const embedded = new WeakMap<PdfFile, Map<ImageSource, EmbeddedImage>>();

/**
 * Embeds an image, once for each path or array of bytes. A JPEG keeps its bytes, and with them its metadata. Throws
 * `image_not_readable` with `reason`: `format` (not a PNG or JPEG), `damaged`, `pixels` (too many).
 */
export function embedImage(file: PdfFile, source: ImageSource): EmbeddedImage {
  const known = embedded.get(file) ?? new Map<ImageSource, EmbeddedImage>();
  embedded.set(file, known);
  const image = known.get(source) ?? embed(file, readSource(source));
  known.set(source, image);
  return image;
}

function readSource(source: ImageSource): Uint8Array {
  return typeof source === 'string' ? readFileSync(source) : toUint8Array(source);
}

function embed(file: PdfFile, bytes: Uint8Array): EmbeddedImage {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return embedPng(file, bytes);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return embedJpeg(file, bytes);
  throw new PdfError('image_not_readable', 'Expected a PNG or JPEG', { reason: 'format' });
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged('The image has no pixels');
  if (Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS) return;
  const params = { reason: 'pixels', side: MAX_SIDE, pixels: MAX_PIXELS };
  throw new PdfError('image_not_readable', `The image has ${width} x ${height} pixels`, params);
}

function embedPng(file: PdfFile, bytes: Uint8Array): EmbeddedImage {
  const { width, height, channels, samples, alpha } = decodePng(bytes, requireSize);
  const entries = imageEntries(width, height, channels === 1 ? 'DeviceGray' : 'DeviceRGB');
  const stream = deflatedStream(file.context, samples, entries);
  if (alpha !== undefined) {
    const mask = deflatedStream(file.context, alpha, imageEntries(width, height, 'DeviceGray'));
    stream.dict.set(PDFName.of('SMask'), file.context.register(mask));
  }
  return { ref: file.context.register(stream), width, height, orientation: UPRIGHT };
}

function imageEntries(width: number, height: number, colorSpace: string) {
  return {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: colorSpace,
    BitsPerComponent: 8,
  };
}

const COLOR_SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

function embedJpeg(file: PdfFile, bytes: Uint8Array): EmbeddedImage {
  const { width, height, components, isInverted, orientation } = readJpeg(bytes);
  requireSize(width, height);
  const colorSpace = COLOR_SPACES[components];
  if (colorSpace === undefined) throw damaged(`The JPEG has ${components} components`);
  const dict = file.context.obj({
    ...imageEntries(width, height, colorSpace),
    Filter: 'DCTDecode',
    Length: bytes.length,
    ...(isInverted ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
  }) as PDFDict;
  // The bytes are copied, because the caller may change them before the file is saved.
  const ref = file.context.register(PDFRawStream.of(dict, Uint8Array.from(bytes)));
  const turned = orientation >= FIRST_TURNED;
  return {
    ref,
    width: turned ? height : width,
    height: turned ? width : height,
    orientation: ORIENTATIONS[orientation] ?? UPRIGHT,
  };
}

interface JpegFacts {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** CMYK of Adobe's programs, where 255 is no ink. */
  readonly isInverted: boolean;
  readonly orientation: number;
}

const [START_OF_SCAN, APP1, APP14] = [0xda, 0xe1, 0xee];
/** Arithmetic coding and lossless frames cannot be in a PDF (ISO 32000-1 7.4.8). */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];

/** Reads the segments before the first scan (ITU-T T.81 B.1.1), and requires the end of the image. */
function readJpeg(bytes: Uint8Array): JpegFacts {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: Buffer | undefined;
  let isAdobe = false;
  let orientation = 1;
  for (let at = 2; ; ) {
    while (content[at] === 0xff && content[at + 1] === 0xff) at += 1;
    if (content[at] !== 0xff || at + 4 > content.length) throw damaged('A segment of the JPEG is missing');
    const marker = content[at + 1] ?? 0;
    const end = at + 2 + content.readUInt16BE(at + 2);
    if (end > content.length) throw damaged('The JPEG ends early');
    const segment = content.subarray(at + 4, end);
    if (FRAMES.includes(marker)) frame = segment;
    if (marker === APP14 && segment.toString('latin1', 0, 5) === 'Adobe') isAdobe = true;
    if (marker === APP1) orientation = readOrientation(segment) ?? orientation;
    at = end;
    if (marker === START_OF_SCAN) break;
  }
  if (frame === undefined || frame.length < 6) throw damaged('The JPEG has no frame that a PDF can have');
  if (content.lastIndexOf(Buffer.of(0xff, 0xd9)) < 0) throw damaged('The JPEG ends early');
  const components = frame[5] ?? 0;
  return {
    height: frame.readUInt16BE(1),
    width: frame.readUInt16BE(3),
    components,
    isInverted: isAdobe && components === 4,
    orientation,
  };
}

/** Reads the orientation of Exif; undefined if there is none. */
function readOrientation(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0' || segment.length < 14) return undefined;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < Math.min(short(first), 200); entry += 1) {
    const at = first + 2 + entry * 12;
    if (short(at) === 274) return short(at + 8);
  }
  return undefined;
}

function damaged(message: string): PdfError {
  return new PdfError('image_not_readable', message, { reason: 'damaged' });
}
