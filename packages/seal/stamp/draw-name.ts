import { type TextDirection, type TextEmbedder, wrapText } from '@countersign/pdf';
import { fitText } from '../drawing/fit-text.ts';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import type { StampLayout } from './stamp-layout.ts';

/** Names are as high as the room allows, but no higher: a short name should not fill the box. */
const MAX_NAME_SHARE = 0.8;
/** Of that height: below it a name is cut off, since nobody could read it. */
const MIN_SIZE_SHARE = 1 / 4;
/** From one size that is tried to the next. */
const SIZE_STEP = 0.95;

interface FittedName {
  readonly lines: readonly { readonly text: string; readonly direction?: TextDirection }[];
  readonly size: number;
}

/** Operators for a name at the left of the room for ink; a long one takes several lines. */
export function drawName(
  { text: embedder }: PageDrawing,
  { ink: area }: StampLayout,
  name: string,
  color: readonly [red: number, green: number, blue: number],
): string {
  if (name.trim() === '') return '';
  const { lines, size } = fitName(embedder, name, area);
  const { ascent, descent } = embedder.metrics;
  const lineHeight = (ascent - descent) * size;
  const top = area.y + (area.height + lines.length * lineHeight) / 2;
  const baseline = (index: number) => top - ascent * size - index * lineHeight;
  return lines
    .map(({ text, ...line }, index) =>
      embedder.drawText(text, { ...line, x: area.x, y: baseline(index), size, color }),
    )
    .join('');
}

/** The largest size at which the name fits on as many lines as it then takes; no word is broken while it need not be. */
function fitName(
  embedder: TextEmbedder,
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
): FittedName {
  const { ascent, descent } = embedder.metrics;
  const measure = (text: string) => embedder.measure(text, 1);
  const largest = (height * MAX_NAME_SHARE) / (ascent - descent);
  const minSize = largest * MIN_SIZE_SHARE;
  const longestWord = Math.max(...name.trim().split(/\s+/).map(measure));
  for (let size = Math.min(largest, width / longestWord); size >= minSize; size *= SIZE_STEP) {
    const lines = wrapText(name.trim(), width / size, measure);
    if (lines.length * (ascent - descent) * size <= height) return { lines, size };
  }
  const { text, size } = fitText(embedder, name, { width, size: minSize, minSize });
  return { lines: [{ text }], size };
}
