import { joinLines } from '@countersign/pdf';
import { type DrawnField, frameAndText, toTextBox } from './draw-text-field.ts';
import type { FieldLook } from './field-look.ts';
import { group, rectangle } from './operators.ts';
import { fitRowSize, layOutRows, startOfLine } from './text-layout.ts';
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
