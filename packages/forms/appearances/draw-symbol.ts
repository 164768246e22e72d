import { frameWidth } from './draw-frame.ts';
import { circle, formatNumbers, group, polygon } from './operators.ts';
import type { WidgetLook } from './widget-look.ts';

type Point = readonly [number, number];

/** In a unit square, origin at its lower left. Paths need no symbol font. */
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

/** Of the widget's smaller side. */
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
