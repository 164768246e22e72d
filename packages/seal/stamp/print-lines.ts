import { fitText } from '../drawing/fit-text.ts';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import { spellUndrawable } from '../drawing/spell-undrawable.ts';
import type { StampLayout } from './stamp-layout.ts';

const PRINT_COLOR = [0.25, 0.25, 0.25] as const;

/** Operators for the small print of a box, each line as wide as the box at most. */
export function printLines(
  { text: embedder }: PageDrawing,
  layout: StampLayout,
  lines: readonly string[],
): string {
  const limits = { width: layout.ink.width, size: layout.textSize, minSize: layout.textSize / 2 };
  return layout.lines
    .map(({ x, y }, index) => {
      const { text, size } = fitText(embedder, spellUndrawable(lines[index] ?? '', embedder), limits);
      return embedder.drawText(text, { x, y, size, color: PRINT_COLOR });
    })
    .join('');
}
