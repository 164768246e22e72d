import { type PDFDict, PDFName } from 'pdf-lib';
import { ellipse, fillColour, formatNumbers, penOf, polygon, rectangle } from '../appearances/drawing.ts';
import { readBorder, readColour } from '../appearances/widget-look.ts';
import { Key, listItems, readArray, readName } from '../fields/dict-reading.ts';

export type Point = readonly [number, number];

/** The colours and the line of an annotation (ISO 32000-1 12.5.4, tables 164 and 177). */
export interface AnnotationPen {
  readonly colour: readonly number[];
  readonly width: number;
  /** Colours, width and dashes. */
  readonly operators: string;
  /** The operator that paints a closed path. */
  readonly paint: 'B' | 'S' | 'f' | 'n';
}

const BLACK = [0];

/** Readers take black if /C is missing; an empty array is transparent. */
export function readPen(annotation: PDFDict, usual: readonly number[] = BLACK): AnnotationPen {
  const colour = annotation.has(Key.C) ? readColour(annotation, Key.C) : usual;
  const inside = readColour(annotation, PDFName.of('IC'));
  const border = readBorder(annotation);
  const isStroked = colour.length > 0 && border.borderWidth > 0;
  const stroke = isStroked ? penOf({ ...border, borderColour: colour }) : '';
  const fill = inside.length > 0 ? fillColour(inside) : '';
  const paint = fill === '' ? (isStroked ? 'S' : 'n') : isStroked ? 'B' : 'f';
  return {
    colour,
    width: isStroked ? border.borderWidth : 0,
    operators: [stroke, fill].filter((part) => part !== '').join(' '),
    paint,
  };
}

/** Returns the operator that paints an open path. */
export function strokeWith({ paint }: AnnotationPen): 'S' | 'n' {
  return paint === 'B' || paint === 'S' ? 'S' : 'n';
}

/** Times the width of the line. */
export const ENDING_SIZE = 6;

/** /LE at both ends of a path (table 176). */
export function drawEndings(annotation: PDFDict, points: readonly Point[], pen: AnnotationPen): string {
  const list = readArray(annotation, PDFName.of('LE'));
  const only = String(readName(annotation, PDFName.of('LE')) ?? '/None');
  const [first, last] = list ? listItems(list, 2).map(String) : ['/None', only];
  const [start, second, before, end] = [points[0], points[1], points.at(-2), points.at(-1)];
  if (!start || !second || !before || !end) return '';
  return [drawEnding(first, start, second, pen), drawEnding(last, end, before, pen)]
    .filter((part) => part !== '')
    .join('\n');
}

/** Drawn from the tip along the x axis, outwards. */
function drawEnding(name: string | undefined, tip: Point, from: Point, pen: AnnotationPen): string {
  const s = ENDING_SIZE * Math.max(1, pen.width);
  const half = s / 2;
  const arrow = (x: number) => `${formatNumbers(x, half)} m 0 0 l ${formatNumbers(x, -half)} l`;
  const corners: readonly Point[] = [[-half, 0], [0, half], [half, 0], [0, -half]]; // biome-ignore format: one shape
  const shapes: Readonly<Record<string, string>> = {
    '/OpenArrow': `${arrow(-s)} ${strokeWith(pen)}`,
    '/ROpenArrow': `${arrow(s)} ${strokeWith(pen)}`,
    '/ClosedArrow': `${arrow(-s)} h ${pen.paint}`,
    '/RClosedArrow': `${arrow(s)} h ${pen.paint}`,
    '/Square': `${rectangle(-half, -half, s, s)} ${pen.paint}`,
    '/Circle': `${ellipse(0, 0, half, half)} ${pen.paint}`,
    '/Diamond': `${polygon(corners)} ${pen.paint}`,
    '/Butt': `${formatNumbers(0, -half)} m ${formatNumbers(0, half)} l ${strokeWith(pen)}`,
    '/Slash': `${formatNumbers(-half / 2, -half)} m ${formatNumbers(half / 2, half)} l ${strokeWith(pen)}`,
  };
  const shape = Object.hasOwn(shapes, name ?? '') ? shapes[name ?? ''] : undefined;
  if (shape === undefined) return '';
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]) || 1;
  const [cos, sin] = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length];
  return `q ${formatNumbers(cos, sin, -sin, cos, ...tip)} cm ${shape} Q`;
}
