import type { PDFContext, PDFRef } from 'pdf-lib';
import type { WidgetLook } from './widget-look.ts';

/** Writes numbers without exponent and with at most four decimals. */
export function formatNumbers(...numbers: readonly number[]): string {
  return numbers.map((number) => String(Number(number.toFixed(4)))).join(' ');
}

export function fillColour(colour: readonly number[]): string {
  return setColour(colour, ['g', 'rg', 'k']);
}

export function strokeColour(colour: readonly number[]): string {
  return setColour(colour, ['G', 'RG', 'K']);
}

function setColour(colour: readonly number[], [grey, rgb, cmyk]: readonly [string, string, string]): string {
  const operator = new Map([
    [1, grey],
    [3, rgb],
    [4, cmyk],
  ]).get(colour.length);
  return operator === undefined ? '' : `${formatNumbers(...colour)} ${operator}`;
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `${formatNumbers(x, y, width, height)} re`;
}

/** The distance of the control points of a quarter of the unit circle. */
const QUARTER_CIRCLE = 0.5523;

function circle(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius);
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * QUARTER_CIRCLE, ry * QUARTER_CIRCLE];
  return [
    `${formatNumbers(x + rx, y)} m`,
    `${formatNumbers(x + rx, y + ky, x + kx, y + ry, x, y + ry)} c`,
    `${formatNumbers(x - kx, y + ry, x - rx, y + ky, x - rx, y)} c`,
    `${formatNumbers(x - rx, y - ky, x - kx, y - ry, x, y - ry)} c`,
    `${formatNumbers(x + kx, y - ry, x + rx, y - ky, x + rx, y)} c h`,
  ].join('\n');
}

function halfCircle(x: number, y: number, radius: number, from: number): string {
  const first = quarterCircle(x, y, radius, from);
  const second = quarterCircle(x, y, radius, from + Math.PI / 2);
  return `${formatNumbers(x + radius * Math.cos(from), y + radius * Math.sin(from))} m ${first} ${second}`;
}

function quarterCircle(x: number, y: number, radius: number, from: number): string {
  const [cos, sin] = [Math.cos(from) * radius, Math.sin(from) * radius];
  const k = QUARTER_CIRCLE;
  const controls = [x + cos - k * sin, y + sin + k * cos, x - sin + k * cos, y + cos + k * sin];
  return `${formatNumbers(...controls, x - sin, y + cos)} c`;
}

export function polygon(points: readonly (readonly [number, number])[]): string {
  const lines = points.map(([x, y], index) => `${formatNumbers(x, y)} ${index === 0 ? 'm' : 'l'}`);
  return [...lines, 'h'].join('\n');
}

/** Puts the parts between q and Q; empty ones are dropped. */
export function group(...parts: readonly string[]): string {
  return ['q', ...parts.filter((part) => part !== ''), 'Q'].join('\n');
}

const WHITE = [1];
const LIGHT_GREY = [0.75];
const DARK_GREY = [0.5];

/** Draws the frame of a rectangular widget (ISO 32000-1 tables 166 and 189). */
export function drawFrame(look: WidgetLook): string {
  return [drawBackground(look), drawBorder(look)].filter((part) => part !== '').join('\n');
}

/** An underline becomes a full circle, as in readers. */
export function drawRoundFrame(look: WidgetLook): string {
  const { background, borderColour, borderWidth } = look;
  const outer = Math.min(look.width, look.height) / 2;
  const ring = circle(look.width / 2, look.height / 2, Math.max(0, outer - borderWidth / 2));
  const fill = background.length > 0 ? group(fillColour(background), ring, 'f') : '';
  const isStroked = borderColour.length > 0 && borderWidth > 0;
  const relief = isStroked && hasRelief(look.borderStyle) ? drawRoundRelief(look, outer) : '';
  const line = isStroked ? group(penOf(look), ring, 'S') : '';
  return [fill, relief, line].filter((part) => part !== '').join('\n');
}

/** Split from lower left to upper right. */
function drawRoundRelief(look: WidgetLook, outer: number): string {
  const { borderWidth, width, height } = look;
  const radius = outer - 1.5 * borderWidth;
  if (radius <= 0) return '';
  const [upper, lower] = reliefColours(look);
  const arc = (colour: readonly number[], from: number) =>
    group(
      `${strokeColour(colour)} ${formatNumbers(borderWidth)} w`,
      halfCircle(width / 2, height / 2, radius, from),
      'S',
    );
  return [arc(upper, Math.PI / 4), arc(lower, (5 * Math.PI) / 4)].join('\n');
}

/** Returns the width of the border with its relief. */
export function frameWidth({ borderColour, borderWidth, borderStyle }: WidgetLook): number {
  if (borderColour.length === 0) return 0;
  return hasRelief(borderStyle) ? 2 * borderWidth : borderWidth;
}

function hasRelief(style: WidgetLook['borderStyle']): boolean {
  return style === 'beveled' || style === 'inset';
}

function drawBackground({ background, width, height }: WidgetLook): string {
  if (background.length === 0) return '';
  return group(fillColour(background), rectangle(0, 0, width, height), 'f');
}

function drawBorder(look: WidgetLook): string {
  const { borderColour, borderWidth, borderStyle, width, height } = look;
  if (borderColour.length === 0 || borderWidth === 0) return '';
  const half = borderWidth / 2;
  if (borderStyle === 'underline') {
    return group(penOf(look), `${formatNumbers(0, half)} m ${formatNumbers(width, half)} l S`);
  }
  const line = group(penOf(look), rectangle(half, half, width - borderWidth, height - borderWidth), 'S');
  return hasRelief(borderStyle) ? `${drawRelief(look)}\n${line}` : line;
}

export function penOf({
  borderColour,
  borderWidth,
  borderStyle,
  dash,
}: Pick<WidgetLook, 'borderColour' | 'borderWidth' | 'borderStyle' | 'dash'>): string {
  const dashes = borderStyle === 'dashed' ? ` [${formatNumbers(...dash)}] 0 d` : '';
  return `${strokeColour(borderColour)} ${formatNumbers(borderWidth)} w${dashes}`;
}

function reliefColours({ borderStyle }: WidgetLook): readonly [readonly number[], readonly number[]] {
  return borderStyle === 'beveled' ? [WHITE, DARK_GREY] : [DARK_GREY, LIGHT_GREY];
}

function drawRelief(look: WidgetLook): string {
  const { borderWidth: b, width: w, height: h } = look;
  const [light, shadow] = reliefColours(look);
  const upper = polygon([
    [b, b],
    [b, h - b],
    [w - b, h - b],
    [w - 2 * b, h - 2 * b],
    [2 * b, h - 2 * b],
    [2 * b, 2 * b],
  ]);
  const lower = polygon([
    [w - b, h - b],
    [w - b, b],
    [b, b],
    [2 * b, 2 * b],
    [w - 2 * b, 2 * b],
    [w - 2 * b, h - 2 * b],
  ]);
  return [group(fillColour(light), upper, 'f'), group(fillColour(shadow), lower, 'f')].join('\n');
}

type Point = readonly [number, number];

/** The points of symbols are in a unit square with its origin at the lower left. Paths need no symbol font. */
const CHECK: readonly Point[] = [
  [0.04, 0.46],
  [0.18, 0.6],
  [0.38, 0.36],
  [0.84, 0.94],
  [0.97, 0.82],
  [0.4, 0.06],
];
const CROSS: readonly Point[] = [
  [0.06, 0.2],
  [0.2, 0.06],
  [0.5, 0.36],
  [0.8, 0.06],
  [0.94, 0.2],
  [0.64, 0.5],
  [0.94, 0.8],
  [0.8, 0.94],
  [0.5, 0.64],
  [0.2, 0.94],
  [0.06, 0.8],
  [0.36, 0.5],
];
const DIAMOND: readonly Point[] = [
  [0.5, 0],
  [1, 0.5],
  [0.5, 1],
  [0, 0.5],
];
const SQUARE: readonly Point[] = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
];
const STAR: readonly Point[] = Array.from({ length: 10 }, (_, corner) => starCorner(corner));

/** ZapfDingbats in /CA (ISO 32000-1 annex D.6); "l" is the disc. */
const SHAPES: ReadonlyMap<string, readonly Point[]> = new Map([
  ['4', CHECK],
  ['8', CROSS],
  ['u', DIAMOND],
  ['n', SQUARE],
  ['H', STAR],
]);

export const DISC = 'l';
export const TICK = '4';

/** The size is a share of the widget's smaller side. */
const SYMBOL_SIZE = 0.68;
const DISC_SIZE = 0.55;

/** An unknown symbol becomes a tick. */
export function drawSymbol(symbol: string, look: WidgetLook, colour: string): string {
  const side = Math.max(0, Math.min(look.width, look.height) - 2 * frameWidth(look));
  if (symbol === DISC) {
    return group(colour, circle(look.width / 2, look.height / 2, (side * DISC_SIZE) / 2), 'f');
  }
  const size = side * SYMBOL_SIZE;
  const place = `${formatNumbers(size, 0, 0, size, (look.width - size) / 2, (look.height - size) / 2)} cm`;
  return group(colour, place, polygon(SHAPES.get(symbol) ?? CHECK), 'f');
}

function starCorner(corner: number): Point {
  const angle = Math.PI / 2 + (corner * Math.PI) / 5;
  const radius = corner % 2 === 0 ? 0.5 : 0.2;
  return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
}

/** ISO 32000-1 12.5.5; /Matrix rotates upright content. */
export function registerAppearance(
  context: PDFContext,
  { width, height, matrix }: WidgetLook,
  operators: string,
  fonts: Readonly<Record<string, PDFRef>>,
): PDFRef {
  const stream = context.stream(operators, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: [...matrix],
    Resources: Object.keys(fonts).length > 0 ? { Font: { ...fonts } } : {},
  });
  return context.register(stream);
}
