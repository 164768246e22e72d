import { joinLines, type MeasureText, type TextDirection } from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';
import { drawFrame, formatNumbers, frameWidth, group, penOf, rectangle } from './drawing.ts';
import type { LineWriter } from './own-font.ts';
import {
  fitRowSize,
  fitsInLine,
  fitsInLines,
  isTooSmallToRead,
  layOutComb,
  layOutLine,
  layOutLines,
  layOutRows,
  smallestSize,
  startOfLine,
  type TextBox,
  type TextLayout,
} from './text-layout.ts';
import type { FieldLook, WidgetLook } from './widget-look.ts';

export class TextPen {
  readonly #writer: LineWriter;
  readonly #fontNames = new Set<string>();
  readonly #widths = new Map<string, number>();

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  get metrics(): LineWriter['metrics'] {
    return this.#writer.metrics;
  }

  /** Measures at size 1, once for each text. */
  readonly measure: MeasureText = (text) => {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const width = this.#writer.measure(text, 1);
    this.#widths.set(text, width);
    return width;
  };

  /** Returns the operators that show the text. */
  write({ size, pieces }: Pick<TextLayout, 'size' | 'pieces'>, colour: string): string {
    if (pieces.length === 0) return '';
    const lines = pieces.map(
      ({ text, x, y, direction }) => `1 0 0 1 ${formatNumbers(x, y)} Tm ${this.#show(text, size, direction)}`,
    );
    return ['BT', colour, ...lines, 'ET'].join('\n');
  }

  fonts(): Record<string, PDFRef> {
    const { resources } = this.#writer;
    return Object.fromEntries(Object.entries(resources).filter(([name]) => this.#fontNames.has(name)));
  }

  #show(text: string, size: number, direction: TextDirection | undefined): string {
    const { operators, fontNames } = this.#writer.show(text, Number(formatNumbers(size)), direction);
    for (const name of fontNames) this.#fontNames.add(name);
    return operators;
  }
}

export type TextArrangement =
  | { readonly kind: 'line' }
  | { readonly kind: 'lines' }
  | { readonly kind: 'comb'; readonly cells: number };

export interface DrawnField {
  readonly operators: string;
  readonly isWhole: boolean;
}

export function drawTextField(
  look: FieldLook,
  text: string,
  arrangement: TextArrangement,
  pen: TextPen,
): DrawnField {
  const layout = layOut(text, arrangement, toTextBox(look), pen);
  const dividers = arrangement.kind === 'comb' ? drawDividers(look.widget, arrangement.cells) : '';
  const operators = frameAndText(look, dividers, pen.write(layout, look.text.colour));
  return { operators, isWhole: layout.isWhole };
}

function layOut(text: string, arrangement: TextArrangement, box: TextBox, pen: TextPen): TextLayout {
  if (text === '') return { size: 0, isWhole: true, pieces: [] };
  if (arrangement.kind === 'comb') return layOutComb(text, arrangement.cells, box, pen.metrics, pen.measure);
  const place = arrangement.kind === 'lines' ? layOutLines : layOutLine;
  return place(text, box, pen.metrics, pen.measure);
}

/** Whether the text fits at the smallest size; a box in which no line can be read shows everything. */
export function canShowWhole(
  look: FieldLook,
  text: string,
  arrangement: TextArrangement,
  pen: TextPen,
): boolean {
  const box = toTextBox(look);
  if (text === '' || isTooSmallToRead(box)) return true;
  if (arrangement.kind === 'comb')
    return layOutComb(text, arrangement.cells, box, pen.metrics, pen.measure).isWhole;
  const fits = arrangement.kind === 'lines' ? fitsInLines : fitsInLine;
  return fits(text, box, smallestSize(box), pen.measure);
}

export function toTextBox({ widget, text, quadding }: FieldLook): TextBox {
  return { width: widget.width, height: widget.height, frame: frameWidth(widget), quadding, size: text.size };
}

/** Readers replace the marked content when the value changes (ISO 32000-1 12.7.3.3). */
function frameAndText({ widget }: FieldLook, decoration: string, text: string): string {
  const frame = frameWidth(widget);
  const clip = `${rectangle(frame, frame, widget.width - 2 * frame, widget.height - 2 * frame)} W n`;
  const content = text === '' ? '' : group(clip, text);
  return [drawFrame(widget), decoration, '/Tx BMC', content, 'EMC'].filter((part) => part !== '').join('\n');
}

/** Readers draw dividers of solid and dashed borders only. */
function drawDividers(look: WidgetLook, cells: number): string {
  const { borderColour, borderWidth, borderStyle, width, height } = look;
  if (borderColour.length === 0 || borderWidth === 0) return '';
  if (borderStyle !== 'solid' && borderStyle !== 'dashed') return '';
  const lines = Array.from({ length: Math.max(cells - 1, 0) }, (_, index) => {
    const x = ((index + 1) * width) / cells;
    return `${formatNumbers(x, 0)} m ${formatNumbers(x, height)} l`;
  });
  return group(penOf(look), ...lines, 'S');
}

/** The color of chosen rows is that of Acrobat. */
const CHOSEN_ROW = '0.6 0.757 0.855 rg';

export interface ListContent {
  readonly labels: readonly string[];
  /** The chosen rows are indexes of labels. */
  readonly chosen: ReadonlySet<number>;
  /** /TI (ISO 32000-1 table 231). */
  readonly topIndex: number;
}

/** Whole if every chosen option is: paper does not scroll. */
export function drawListBox(look: FieldLook, content: ListContent, pen: TextPen): DrawnField {
  const box = toTextBox(look);
  const { labels, chosen } = content;
  const texts = [...chosen].map((index) => joinLines(labels[index] ?? ''));
  const widest = Math.max(0, ...texts.map(pen.measure));
  const span = chosen.size > 0 ? Math.max(...chosen) - Math.min(...chosen) + 1 : 1;
  const { size, isWide } = fitRowSize(box, { widest, count: Math.max(1, chosen.size), span });
  const { height, rows } = layOutRows(box, size, labels.length, pen.metrics);
  const indices = chooseRows(content, rows.length);
  const shown = rows.slice(0, indices.length).map((row, place) => ({ ...row, index: indices[place] ?? 0 }));
  const marks = shown
    .filter(({ index }) => chosen.has(index))
    .map(({ bottom }) => rectangle(box.frame, bottom, box.width - 2 * box.frame, height));
  const pieces = shown
    .map(({ index, baseline }) => ({ text: joinLines(labels[index] ?? ''), baseline }))
    .filter(({ text }) => text !== '')
    .map(({ text, baseline }) => ({ text, x: startOfLine(box, pen.measure(text) * size), y: baseline }));
  const background = marks.length > 0 ? group(CHOSEN_ROW, ...marks, 'f') : '';
  const rowsAndMarks = [background, pen.write({ size, pieces }, look.text.colour)].filter(Boolean).join('\n');
  return { operators: frameAndText(look, '', rowsAndMarks), isWhole: marks.length >= chosen.size && !isWide };
}

/**
 * From /TI on, unless a chosen row would be out of view. If the chosen ones are too far apart for that, the others are
 * left out.
 */
function chooseRows({ labels, chosen, topIndex }: ListContent, whole: number): readonly number[] {
  const sorted = [...chosen].sort((a, b) => a - b);
  const [first = 0] = sorted;
  const last = sorted.at(-1) ?? first;
  if (last - first >= whole) return sorted.slice(0, whole);
  const lowest = Math.max(0, labels.length - whole);
  const asked = Math.max(0, Math.min(topIndex, lowest));
  const isInSight = sorted.length === 0 || (first >= asked && last < asked + whole);
  const top = isInSight ? asked : Math.min(first, lowest);
  return Array.from({ length: Math.min(whole, labels.length) }, (_, row) => top + row);
}
