import { PDFArray, type PDFDict, PDFName } from 'pdf-lib';
import {
  ellipse,
  fillColour,
  formatNumbers,
  group,
  polygon,
  rectangle,
  strokeColour,
} from '../appearances/drawing.ts';
import { asNumber, listItems, readArray, readNumber, readNumbers } from '../fields/dict-reading.ts';
import { drawEndings, ENDING_SIZE, type Point, readPen, strokeWith } from './annotation-pen.ts';

/** A drawing in the coordinates of the page. */
export interface Drawing {
  readonly operators: string;
  /** What lies outside of the rectangle of the annotation is drawn too, and this much around it. */
  readonly points: readonly Point[];
  readonly margin: number;
  readonly isMultiplied?: boolean;
}

type Rect = readonly [number, number, number, number];
type Draw = (annotation: PDFDict, rect: Rect) => Drawing;

/** More are no drawing. */
const MAX_NUMBERS = 200_000;
const YELLOW = [1, 0.94, 0.4];
const NEAR_BASELINE = 0.08;
const MIDDLE = 0.5;

/** The functions by /Subtype, as ISO 32000-1 12.5.6 describes them. */
export const SHAPES: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ['Square', (annotation, rect) => drawBox(annotation, rect, rectangle)],
  ['Redact', (annotation, rect) => drawBox(annotation, rect, rectangle)],
  ['Circle', (annotation, rect) => drawBox(annotation, rect, ellipseIn)],
  ['Line', drawLine],
  ['PolyLine', (annotation) => drawVertices(annotation, false)],
  ['Polygon', (annotation) => drawVertices(annotation, true)],
  ['Ink', drawInk],
  ['Highlight', drawHighlight],
  ['Underline', (annotation, rect) => drawAlong(annotation, rect, NEAR_BASELINE, straight)],
  ['StrikeOut', (annotation, rect) => drawAlong(annotation, rect, MIDDLE, straight)],
  ['Squiggly', (annotation, rect) => drawAlong(annotation, rect, NEAR_BASELINE, zigzag)],
  ['Caret', drawCaret],
  ['Text', drawNote],
  ['FileAttachment', drawNote],
  ['Sound', drawNote],
  ['Movie', drawNote],
]);

function drawBox(annotation: PDFDict, [x1, y1, x2, y2]: Rect, path: typeof rectangle): Drawing {
  const pen = readPen(annotation);
  const [left = 0, bottom = 0, right = 0, top = 0] = readNumbers(annotation, PDFName.of('RD'), 4) ?? [];
  const width = Math.max(0, x2 - x1 - left - right - pen.width);
  const height = Math.max(0, y2 - y1 - bottom - top - pen.width);
  const shape = path(x1 + left + pen.width / 2, y1 + bottom + pen.width / 2, width, height);
  return { operators: group(pen.operators, shape, pen.paint), points: [], margin: 0 };
}

function ellipseIn(x: number, y: number, width: number, height: number): string {
  return ellipse(x + width / 2, y + height / 2, width / 2, height / 2);
}

/** The two ends of /L, moved by the leader lines (table 175). */
export function readLine(annotation: PDFDict) {
  const [x1, y1, x2, y2] = readNumbers(annotation, PDFName.of('L'), 4) ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [leader = 0, offset = 0, extension = 0] = ['LL', 'LLO', 'LLE'].map(
    (key) => readNumber(annotation, PDFName.of(key)) ?? 0,
  );
  const side = leader < 0 ? -1 : 1;
  const move = ([x, y]: Point, by: number): Point => [
    x - ((y2 - y1) / length) * by,
    y + ((x2 - x1) / length) * by,
  ];
  const at = (by: number): [Point, Point] => [move([x1, y1], by), move([x2, y2], by)];
  const from = leader === 0 ? 0 : side * offset;
  const [starts, line, tops] = [at(from), at(leader + from), at(leader + from + side * extension)];
  const leaders: [Point, Point][] =
    leader === 0
      ? []
      : [
          [starts[0], tops[0]],
          [starts[1], tops[1]],
        ];
  return { line, leaders };
}

function drawLine(annotation: PDFDict): Drawing {
  const found = readLine(annotation);
  if (found === undefined) return NOTHING;
  const pen = readPen(annotation);
  const lines = [found.line, ...found.leaders];
  const paths = lines.map((line) => `${openPath(line)} ${strokeWith(pen)}`);
  const operators = group(pen.operators, ...paths, drawEndings(annotation, found.line, pen));
  return { operators, points: lines.flat(), margin: marginOf(pen.width) };
}

function drawVertices(annotation: PDFDict, isClosed: boolean): Drawing {
  const points = pointsOf(readArray(annotation, PDFName.of('Vertices')));
  if (points.length === 0) return NOTHING;
  const pen = readPen(annotation);
  const open = () => [`${openPath(points)} ${strokeWith(pen)}`, drawEndings(annotation, points, pen)];
  const path = isClosed ? [polygon(points), pen.paint] : open();
  return { operators: group(pen.operators, ...path), points, margin: marginOf(pen.width) };
}

function drawInk(annotation: PDFDict): Drawing {
  const list = readArray(annotation, PDFName.of('InkList'));
  const strokes = list ? listItems(list, MAX_NUMBERS).map(pointsOf) : [];
  const drawn = strokes.filter(({ length }) => length > 0);
  const pen = readPen(annotation);
  const paths = drawn.map((points) => `${openPath(points)} ${strokeWith(pen)}`);
  const operators = group(pen.operators, '1 J 1 j', ...paths);
  return { operators, points: drawn.flat(), margin: marginOf(pen.width) };
}

/** Corners as writers give them: upper left, upper right, lower left, lower right. */
type Quad = readonly [Point, Point, Point, Point];

function readQuads(annotation: PDFDict, [x1, y1, x2, y2]: Rect): readonly Quad[] {
  const points = pointsOf(readArray(annotation, PDFName.of('QuadPoints')));
  const quads: Quad[] = [];
  for (let index = 0; index + 3 < points.length; index += 4) {
    const [a, b, c, d] = points.slice(index, index + 4);
    if (a && b && c && d) quads.push([a, b, c, d]);
  }
  if (quads.length > 0) return quads;
  const corners: Quad = [
    [x1, y2],
    [x2, y2],
    [x1, y1],
    [x2, y1],
  ];
  return [corners];
}

/** The colour is multiplied, so that the words stay legible. */
function drawHighlight(annotation: PDFDict, rect: Rect): Drawing {
  const quads = readQuads(annotation, rect);
  const { colour } = readPen(annotation, YELLOW);
  const areas = quads.map(([a, b, c, d]) => `${polygon([a, b, d, c])} f`);
  const operators = colour.length === 0 ? '' : group(fillColour(colour), ...areas);
  return { operators, points: quads.flat(), margin: 0, isMultiplied: true };
}

/** Draws a line at a share of the height of the words. */
function drawAlong(
  annotation: PDFDict,
  rect: Rect,
  share: number,
  path: (from: Point, to: Point, height: number) => string,
): Drawing {
  const quads = readQuads(annotation, rect);
  const { colour } = readPen(annotation);
  const lines = quads.map(([a, b, c, d]) => {
    const height = Math.hypot(a[0] - c[0], a[1] - c[1]);
    const width = formatNumbers(Math.max(0.5, height / 16));
    return `${width} w ${path(between(c, a, share), between(d, b, share), height)} S`;
  });
  const operators = colour.length === 0 ? '' : group(strokeColour(colour), ...lines);
  return { operators, points: quads.flat(), margin: 1 };
}

function between([x1, y1]: Point, [x2, y2]: Point, share: number): Point {
  return [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
}

function straight(from: Point, to: Point): string {
  return openPath([from, to]);
}

function zigzag(from: Point, to: Point, height: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const step = Math.max(1, height / 8);
  const count = Math.max(1, Math.min(MAX_NUMBERS, Math.round(length / step)));
  const up = (index: number) => (index % 2) * (step / length);
  const points = Array.from({ length: count + 1 }, (_, index): Point => {
    const [x, y] = between(from, to, index / count);
    return [x - (to[1] - from[1]) * up(index), y + (to[0] - from[0]) * up(index)];
  });
  return openPath(points);
}

function drawCaret(annotation: PDFDict, [x1, y1, x2, y2]: Rect): Drawing {
  const { colour } = readPen(annotation);
  const middle = (x1 + x2) / 2;
  const sides = [
    formatNumbers(middle, y1, middle, y2, middle, y2),
    formatNumbers(middle, y2, middle, y1, x2, y1),
  ];
  const path = `${formatNumbers(x1, y1)} m ${sides[0]} c ${sides[1]} c h f`;
  return { operators: colour.length === 0 ? '' : group(fillColour(colour), path), points: [], margin: 0 };
}

/** All names share one icon, since what a name looks like is left to readers. */
function drawNote(annotation: PDFDict, [x1, y1, x2, y2]: Rect): Drawing {
  const { colour } = readPen(annotation, YELLOW);
  const [width, height] = [x2 - x1, y2 - y1];
  const paper = rectangle(x1 + width * 0.1, y1 + height * 0.1, width * 0.8, height * 0.8);
  const lines = [0.35, 0.5, 0.65].map((share) => {
    const y = y1 + height * share;
    return openPath([
      [x1 + width * 0.25, y],
      [x1 + width * 0.75, y],
    ]);
  });
  const thin = `0 G ${formatNumbers(Math.min(width, height) / 20)} w`;
  const isFilled = colour.length > 0;
  const fill = isFilled ? fillColour(colour) : '';
  const operators = group(thin, fill, paper, isFilled ? 'B' : 'S', ...lines, 'S');
  return { operators, points: [], margin: 0 };
}

const NOTHING: Drawing = { operators: '', points: [], margin: 0 };

/** Half of the line, and its endings. */
function marginOf(width: number): number {
  return ENDING_SIZE * Math.max(1, width);
}

/** A point alone is a dot if its line has round ends. */
function openPath(points: readonly Point[]): string {
  const [first = [0, 0]] = points;
  const rest = points.length === 1 ? points : points.slice(1);
  return [`${formatNumbers(...first)} m`, ...rest.map((point) => `${formatNumbers(...point)} l`)].join(' ');
}

function pointsOf(list: unknown): readonly Point[] {
  if (!(list instanceof PDFArray)) return [];
  const numbers = listItems(list, MAX_NUMBERS).map((item) => asNumber(item) ?? 0);
  const points: Point[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2)
    points.push([numbers[index] ?? 0, numbers[index + 1] ?? 0]);
  return points;
}
