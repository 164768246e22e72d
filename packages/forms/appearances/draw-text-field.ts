import { drawFrame, frameWidth } from './draw-frame.ts';
import type { FieldLook } from './field-look.ts';
import { formatNumbers, group, rectangle, strokeColour } from './operators.ts';
import {
  layOutComb,
  layOutLine,
  layOutLines,
  layOutRows,
  startOfLine,
  type TextBox,
  type TextLayout,
} from './text-layout.ts';
import type { TextPen } from './text-pen.ts';
import type { WidgetLook } from './widget-look.ts';

/** How a text field sets its text. */
export type TextArrangement =
  | { readonly kind: 'line' }
  | { readonly kind: 'lines' }
  | { readonly kind: 'comb'; readonly cells: number };

/** Background of a chosen row, what Acrobat takes. */
const CHOSEN_ROW = '0.6 0.757 0.855 rg';

/** A text field, or the shown text of a combo box. */
export function drawTextField(
  look: FieldLook,
  text: string,
  arrangement: TextArrangement,
  pen: TextPen,
): string {
  const layout = layOut(text, arrangement, toTextBox(look), pen);
  const dividers = arrangement.kind === 'comb' ? drawDividers(look.widget, arrangement.cells) : '';
  return frameAndText(look, dividers, pen.write(layout, look.text.colour));
}

/** A list box: rows from `top` on, the chosen ones marked. */
export function drawListBox(
  look: FieldLook,
  labels: readonly string[],
  chosen: ReadonlySet<number>,
  pen: TextPen,
): string {
  const box = toTextBox(look);
  const { size, height, rows, whole } = layOutRows(box, labels.length, pen.metrics);
  const top = firstShownRow(chosen, whole);
  const shown = rows.map((row, index) => ({
    ...row,
    position: top + index,
    text: labels[top + index] ?? '',
  }));
  const marks = shown
    .filter(({ position }) => chosen.has(position))
    .map(({ bottom }) => rectangle(box.frame, bottom, box.width - 2 * box.frame, height));
  const pieces = shown
    .filter(({ text }) => text !== '')
    .map(({ text, baseline }) => ({ text, x: startOfLine(box, pen.measure(text) * size), y: baseline }));
  const background = marks.length > 0 ? group(CHOSEN_ROW, ...marks, 'f') : '';
  return frameAndText(
    look,
    '',
    [background, pen.write({ size, pieces }, look.text.colour)].filter(Boolean).join('\n'),
  );
}

function layOut(text: string, arrangement: TextArrangement, box: TextBox, pen: TextPen): TextLayout {
  if (text === '') return { size: 0, pieces: [] };
  if (arrangement.kind === 'comb') return layOutComb(text, arrangement.cells, box, pen.metrics, pen.measure);
  const place = arrangement.kind === 'lines' ? layOutLines : layOutLine;
  return place(text, box, pen.metrics, pen.measure);
}

function toTextBox({ widget, text, quadding }: FieldLook): TextBox {
  return { width: widget.width, height: widget.height, frame: frameWidth(widget), quadding, size: text.size };
}

/** The marked content tells readers which part to replace when the value changes (ISO 32000-1 12.7.3.3). */
function frameAndText({ widget }: FieldLook, decoration: string, text: string): string {
  const frame = frameWidth(widget);
  const clip = `${rectangle(frame, frame, widget.width - 2 * frame, widget.height - 2 * frame)} W n`;
  const content = text === '' ? '' : group(clip, text);
  return [drawFrame(widget), decoration, '/Tx BMC', content, 'EMC'].filter((part) => part !== '').join('\n');
}

/** Lines between the cells of a comb, in the colour of the border. */
function drawDividers({ borderColour, borderWidth, width, height }: WidgetLook, cells: number): string {
  if (borderColour.length === 0 || borderWidth === 0) return '';
  const lines = Array.from({ length: Math.max(cells - 1, 0) }, (_, index) => {
    const x = ((index + 1) * width) / cells;
    return `${formatNumbers(x, 0)} m ${formatNumbers(x, height)} l`;
  });
  return group(`${strokeColour(borderColour)} ${formatNumbers(borderWidth)} w`, ...lines, 'S');
}

/** The first chosen row is shown, as near to the top of the list as it can be. */
function firstShownRow(chosen: ReadonlySet<number>, whole: number): number {
  const first = Math.min(...chosen);
  return Number.isFinite(first) && first >= whole ? first : 0;
}
