import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { asNumber, lookupArray, lookupNumber, nameOf } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import { stringBytes } from '../read/strings.ts';
import { TEXT_LIMITS } from './limits.ts';

/** A color as 0xRRGGBB. */
export type Color = number;

/** The color is not known: patterns, shadings, images, and tints by a program. */
export const UNKNOWN_COLOR: Color = -1;
export const BLACK: Color = 0;
export const WHITE: Color = 0xffffff;
const MIN_PAPER = 0xf5;

/** Whether a known color is hardly distinguished from white paper. */
export function isPaper(color: Color): boolean {
  return Math.min(color >> 16, (color >> 8) & 0xff, color & 0xff) >= MIN_PAPER;
}

/** Returns the color of components in a color space. */
export interface ColorSpace {
  readonly initial: Color;
  toColor(components: readonly number[]): Color;
}

export function grey(level: number): Color {
  return byteOf(level) * 0x010101;
}

export function rgb(red: number, green: number, blue: number): Color {
  return (byteOf(red) << 16) | (byteOf(green) << 8) | byteOf(blue);
}

/** Without a profile, as readers without color management do (ISO 32000-1 10.3.5). */
export function cmyk(cyan: number, magenta: number, yellow: number, black: number): Color {
  const light = 1 - clamp(black);
  return rgb((1 - clamp(cyan)) * light, (1 - clamp(magenta)) * light, (1 - clamp(yellow)) * light);
}

function clamp(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0;
}

function byteOf(value: number): number {
  return Math.round(clamp(value) * 255);
}

const GREY: ColorSpace = { initial: BLACK, toColor: ([level = 0]) => grey(level) };
const RGB: ColorSpace = { initial: BLACK, toColor: ([r = 0, g = 0, b = 0]) => rgb(r, g, b) };
const CMYK: ColorSpace = { initial: BLACK, toColor: ([c = 0, m = 0, y = 0, k = 0]) => cmyk(c, m, y, k) };
const LAB: ColorSpace = { initial: BLACK, toColor: ([l = 0, a = 0, b = 0]) => labToRgb(l, a, b) };
export const PATTERN: ColorSpace = { initial: UNKNOWN_COLOR, toColor: () => UNKNOWN_COLOR };

const BY_NAME: ReadonlyMap<string, ColorSpace> = new Map([
  ['/DeviceGray', GREY],
  ['/G', GREY],
  ['/CalGray', GREY],
  ['/DeviceRGB', RGB],
  ['/RGB', RGB],
  ['/CalRGB', RGB],
  ['/DeviceCMYK', CMYK],
  ['/CMYK', CMYK],
  ['/Lab', LAB],
  ['/Pattern', PATTERN],
]);
const BY_COMPONENTS: ReadonlyMap<number, ColorSpace> = new Map([
  [1, GREY],
  [3, RGB],
  [4, CMYK],
]);
/** Spaces in spaces: Indexed over Separation over ICCBased. */
const MAX_DEPTH = 4;

/** Returns the color space of a name in content, `/DeviceRGB` or `/CS0`, with the resources of the content. */
export function findColorSpace(name: string, spaces: PDFDict | undefined): ColorSpace {
  const own = spaces?.lookup(nameOf(name.slice(1)));
  return (own && readColorSpace(own, 0)) ?? BY_NAME.get(name) ?? PATTERN;
}

function readColorSpace(object: PDFObject | undefined, depth: number): ColorSpace | undefined {
  if (object instanceof PDFName) return BY_NAME.get(object.asString());
  if (!(object instanceof PDFArray) || object.size() === 0 || depth > MAX_DEPTH) return undefined;
  const family = String(object.lookup(0));
  if (family === '/ICCBased') return readIccBased(object.lookup(1));
  if (family === '/Indexed' || family === '/I') return readIndexed(object, depth);
  if (family === '/Separation' || family === '/DeviceN') return readTint(object, depth);
  return BY_NAME.get(family);
}

function readIccBased(profile: PDFObject | undefined): ColorSpace | undefined {
  return profile instanceof PDFStream ? BY_COMPONENTS.get(lookupNumber(profile.dict, 'N') ?? 0) : undefined;
}

function readIndexed(array: PDFArray, depth: number): ColorSpace | undefined {
  const base = readColorSpace(array.lookup(1), depth + 1);
  const table = array.lookup(3);
  const bytes = table instanceof PDFStream ? tryDecode(table) : stringBytes(table);
  const size = base && [...BY_COMPONENTS].find(([, space]) => space === base)?.[0];
  if (base === undefined || bytes === undefined || size === undefined) return undefined;
  const toColor = ([index = 0]: readonly number[]) => {
    const start = Math.max(0, Math.trunc(index)) * size;
    return base.toColor(Array.from(bytes.subarray(start, start + size), (byte) => byte / 255));
  };
  return { initial: toColor([0]), toColor };
}

function readTint(array: PDFArray, depth: number): ColorSpace | undefined {
  const names = array.lookup(1);
  if (names instanceof PDFName && (names.asString() === '/Black' || names.asString() === '/All')) {
    return { initial: BLACK, toColor: ([tint = 1]) => grey(1 - tint) };
  }
  const alternate = readColorSpace(array.lookup(2), depth + 1);
  const tint = readTintFunction(array.lookup(3));
  if (alternate === undefined || tint === undefined || !(names instanceof PDFName)) return undefined;
  const toColor = ([value = 1]: readonly number[]) => alternate.toColor(tint(value));
  return { initial: toColor([1]), toColor };
}

type TintFunction = (tint: number) => readonly number[];

/** Reads a function of one input that is exponential, or sampled with 8 bits (ISO 32000-1 7.10). */
function readTintFunction(object: PDFObject | undefined): TintFunction | undefined {
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return undefined;
  const kind = lookupNumber(dict, 'FunctionType');
  if (kind === 2) return readExponential(dict);
  return kind === 0 && object instanceof PDFStream ? readSampled(object) : undefined;
}

function readExponential(dict: PDFDict): TintFunction {
  const from = readNumbers(dict, 'C0') ?? [0];
  const to = readNumbers(dict, 'C1') ?? [1];
  const exponent = lookupNumber(dict, 'N') ?? 1;
  return (tint) => from.map((start, index) => start + tint ** exponent * ((to[index] ?? start) - start));
}

function readSampled(stream: PDFStream): TintFunction | undefined {
  const size = readNumbers(stream.dict, 'Size');
  const range = readNumbers(stream.dict, 'Range');
  const samples = tryDecode(stream);
  if (size?.length !== 1 || range === undefined || samples === undefined) return undefined;
  if (lookupNumber(stream.dict, 'BitsPerSample') !== 8) return undefined;
  const outputs = range.length >> 1;
  return (tint) => {
    const start = Math.round(clamp(tint) * ((size[0] ?? 1) - 1)) * outputs;
    return Array.from(samples.subarray(start, start + outputs), (byte) => byte / 255);
  };
}

export function readNumbers(dict: PDFDict, key: string): number[] | undefined {
  const array = lookupArray(dict, key);
  if (array === undefined || array.size() > 64) return undefined;
  const items = Array.from({ length: array.size() }, (_, index) => array.lookup(index));
  return items.every((item) => item instanceof PDFNumber)
    ? items.map((item) => asNumber(item) ?? 0)
    : undefined;
}

function tryDecode(stream: PDFStream): Uint8Array | undefined {
  try {
    return decodeStream(stream, TEXT_LIMITS.fontBytes);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** The white point is D50 and the gamma that of sRGB. */
function labToRgb(lightness: number, a: number, b: number): Color {
  const y = (lightness + 16) / 116;
  const decode = (value: number) => (value > 6 / 29 ? value ** 3 : (value - 4 / 29) * 3 * (6 / 29) ** 2);
  const [x, luminance, z] = [decode(y + a / 500) * 0.9642, decode(y), decode(y - b / 200) * 0.8249];
  const encode = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
  return rgb(
    encode(3.1339 * x - 1.6169 * luminance - 0.4906 * z),
    encode(-0.9785 * x + 1.916 * luminance + 0.0333 * z),
    encode(0.072 * x - 0.229 * luminance + 1.4057 * z),
  );
}
