import { type PDFDict, PDFName } from 'pdf-lib';
import { drawTextField, type TextPen } from '../appearances/draw-text.ts';
import { fillColour, formatNumbers, group } from '../appearances/drawing.ts';
import { parseDefaultAppearance, QUADDINGS, readBorder, readColour } from '../appearances/widget-look.ts';
import { Key, readName, readNumber, readNumbers, readText } from '../fields/dict-reading.ts';
import { readLine } from './draw-shape.ts';

type Rect = readonly [number, number, number, number];

const CONTENTS = PDFName.of('Contents');
const PLAIN = { font: 'Helv', size: 12, colour: '0 g' };
const RED = [0.75, 0.1, 0.1];

/** The frame has the colour of the text, as in readers. */
export function drawFreeText(annotation: PDFDict, rect: Rect, pen: TextPen): string {
  const [left = 0, bottom = 0, right = 0, top = 0] = readNumbers(annotation, PDFName.of('RD'), 4) ?? [];
  const [x1, y1, x2, y2] = rect;
  const text = parseDefaultAppearance(readText(annotation, Key.DA) ?? '') ?? PLAIN;
  const widget = {
    width: Math.max(1, x2 - x1 - left - right),
    height: Math.max(1, y2 - y1 - bottom - top),
    matrix: [1, 0, 0, 1, 0, 0],
    ...readBorder(annotation),
    background: readColour(annotation, Key.C),
    borderColour: colourOf(text.colour),
    caption: '',
  };
  const look = { widget, text, quadding: QUADDINGS[readNumber(annotation, Key.Q) ?? 0] ?? 'left' };
  const contents = readText(annotation, CONTENTS) ?? '';
  const asked = drawTextField(look, contents, { kind: 'lines' }, pen);
  // Nothing of what is said may be cut off.
  const drawn = asked.isWhole
    ? asked
    : drawTextField({ ...look, text: { ...text, size: 0 } }, contents, { kind: 'lines' }, pen);
  return group(`1 0 0 1 ${formatNumbers(x1 + left, y1 + bottom)} cm`, drawn.operators);
}

function colourOf(operators: string): readonly number[] {
  return operators
    .split(/\s+/)
    .map(Number)
    .filter((number) => Number.isFinite(number));
}

/** `NotApproved` is `NOT APPROVED`; /Draft is the default (table 181). */
export function drawStamp(annotation: PDFDict, [x1, y1, x2, y2]: Rect, pen: TextPen): string {
  const name = readName(annotation, PDFName.of('Name'))?.decodeText() ?? 'Draft';
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase();
  const colour = readColour(annotation, Key.C);
  const borderColour = colour.length > 0 ? colour : RED;
  const widget = {
    width: x2 - x1,
    height: y2 - y1,
    matrix: [1, 0, 0, 1, 0, 0],
    background: [],
    borderColour,
    borderWidth: 2,
    borderStyle: 'solid' as const,
    dash: [],
    caption: '',
  };
  const text = { font: 'Helv', size: 0, colour: fillColour(borderColour) };
  const drawn = drawTextField({ widget, text, quadding: 'centred' }, words, { kind: 'line' }, pen);
  return group(`1 0 0 1 ${formatNumbers(x1, y1)} cm`, drawn.operators);
}

const CAPTION_SIZE = 10;

/** Draws the caption over the middle of a line (/Cap of table 175). */
export function drawCaption(annotation: PDFDict, pen: TextPen): string {
  const isWanted = String(annotation.lookup(PDFName.of('Cap'))) === 'true';
  const line = readLine(annotation)?.line;
  const text = readText(annotation, CONTENTS)?.replace(/\s+/g, ' ') ?? '';
  if (!isWanted || line === undefined || text === '') return '';
  const [[x1, y1], [x2, y2]] = line;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [cos, sin] = [(x2 - x1) / length, (y2 - y1) / length];
  const place = formatNumbers(cos, sin, -sin, cos, (x1 + x2) / 2, (y1 + y2) / 2);
  const x = (-pen.measure(text) * CAPTION_SIZE) / 2;
  return group(`${place} cm`, pen.write({ size: CAPTION_SIZE, pieces: [{ text, x, y: 3 }] }, '0 g'));
}
