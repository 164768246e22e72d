import { joinLines } from '@countersign/pdf';
import { frameAndText, toTextBox } from './draw-text-field.ts';
import type { FieldLook } from './field-look.ts';
import { group, rectangle } from './operators.ts';
import { layOutRows, startOfLine } from './text-layout.ts';
import type { TextPen } from './text-pen.ts';

/** As in Acrobat. */
const CHOSEN_ROW = '0.6 0.757 0.855 rg';

export interface ListContent {
  readonly labels: readonly string[];
  /** Indices of labels. */
  readonly chosen: ReadonlySet<number>;
  /** /TI (ISO 32000-1 table 231). */
  readonly topIndex: number;
}

export function drawListBox(
  look: FieldLook,
  { labels, chosen, topIndex }: ListContent,
  pen: TextPen,
): string {
  const box = toTextBox(look);
  const { size, height, rows, whole } = layOutRows(box, labels.length, pen.metrics);
  const top = firstShownRow(chosen, topIndex, labels.length, whole);
  const shown = rows.map((row, index) => ({
    ...row,
    rowIndex: top + index,
    text: joinLines(labels[top + index] ?? ''),
  }));
  const marks = shown
    .filter(({ rowIndex }) => chosen.has(rowIndex))
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

/** That of /TI, unless the first chosen row would be out of view. */
function firstShownRow(chosen: ReadonlySet<number>, topIndex: number, count: number, whole: number): number {
  const last = Math.max(0, count - whole);
  const asked = Math.max(0, Math.min(topIndex, last));
  const first = Math.min(...chosen);
  const isInSight = first >= asked && first < asked + whole;
  return isInSight || !Number.isFinite(first) ? asked : Math.min(first, last);
}
