import { drawFrame, frameWidth, penOf } from './draw-frame.ts';
import type { FieldLook } from './field-look.ts';
import { formatNumbers, group, rectangle } from './operators.ts';
import { layOutComb, layOutLine, layOutLines, type TextBox, type TextLayout } from './text-layout.ts';
import type { TextPen } from './text-pen.ts';
import type { WidgetLook } from './widget-look.ts';

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

export function toTextBox({ widget, text, quadding }: FieldLook): TextBox {
  return { width: widget.width, height: widget.height, frame: frameWidth(widget), quadding, size: text.size };
}

/** Readers replace the marked content when the value changes (ISO 32000-1 12.7.3.3). */
export function frameAndText({ widget }: FieldLook, decoration: string, text: string): string {
  const frame = frameWidth(widget);
  const clip = `${rectangle(frame, frame, widget.width - 2 * frame, widget.height - 2 * frame)} W n`;
  const content = text === '' ? '' : group(clip, text);
  return [drawFrame(widget), decoration, '/Tx BMC', content, 'EMC'].filter((part) => part !== '').join('\n');
}

/** Only solid and dashed borders have dividers in readers. */
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
