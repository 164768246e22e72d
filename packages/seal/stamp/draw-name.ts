import { type TextDirection, type TextEmbedder, wrapText } from '@countersign/pdf';
import { fitText } from '../drawing/fit-text.ts';
import { type Area, MIN_NAME_SIZE_SHARE, NAME_SIZE_STEP } from './stamp-layout.ts';

/** Of the area's height, so that a short name does not fill the box. */
export const PRINT_SHARE = 0.8;

interface FittedName {
  readonly lines: readonly { readonly text: string; readonly direction?: TextDirection }[];
  readonly size: number;
}

interface NameStyle {
  readonly color: readonly [red: number, green: number, blue: number];
  readonly maxShare: number;
}

export function drawName(
  embedder: TextEmbedder,
  area: Area,
  name: string,
  { color, maxShare }: NameStyle,
): string {
  if (name.trim() === '') return '';
  const { lines, size } = fitName(embedder, name, area, maxShare);
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

/** The largest, breaking words only if necessary. */
function fitName(
  embedder: TextEmbedder,
  name: string,
  { width, height }: Area,
  maxShare: number,
): FittedName {
  const { ascent, descent } = embedder.metrics;
  const measure = (text: string) => embedder.measure(text, 1);
  const largest = (height * maxShare) / (ascent - descent);
  const minSize = largest * MIN_NAME_SIZE_SHARE;
  const longestWord = Math.max(...name.trim().split(/\s+/).map(measure));
  for (let size = Math.min(largest, width / longestWord); size >= minSize; size *= NAME_SIZE_STEP) {
    const lines = wrapText(name.trim(), width / size, measure);
    if (lines.length * (ascent - descent) * size <= height) return { lines, size };
  }
  const { text, size } = fitText(embedder, name, { width, size: minSize, minSize });
  return { lines: [{ text }], size };
}
