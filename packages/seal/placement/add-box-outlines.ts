import { fitText } from '../drawing/fit-text.ts';
import { decimal, type PageDrawing } from '../drawing/page-drawing.ts';
import type { PlacedBox } from './box.ts';
import type { BoxType } from './box-size.ts';

const FILL_OPACITY = 0.15;
const OUTLINE_OPACITY = 0.9;
const LABEL_OPACITY = 0.6;

const COLORS: Readonly<Record<BoxType, readonly [number, number, number]>> = {
  signature: [0.1, 0.35, 0.75],
  id_scan: [0.55, 0.3, 0.65],
};

/** Shares of the box height, and their maximum in points. */
const LABEL_SHARE = 0.3;
const MAX_LABEL_SIZE = 14;

export function addBoxOutlines(drawing: PageDrawing, placed: readonly PlacedBox[]): void {
  const register = (ca: number, CA: number) =>
    drawing.register('ExtGState', drawing.file.context.obj({ Type: 'ExtGState', ca, CA }));
  const frame = register(FILL_OPACITY, OUTLINE_OPACITY);
  const label = register(LABEL_OPACITY, LABEL_OPACITY);
  for (const [index, box] of placed.entries())
    drawing.add(box, `${drawFrame(box, frame)}q /${label} gs ${drawLabel(drawing, box, index + 1)} Q\n`);
}

function drawFrame({ type, width, height }: PlacedBox, state: string): string {
  const color = COLORS[type].join(' ');
  const line = Math.min(1, height / 40);
  const [x, w, h] = [line / 2, width - line, height - line].map(decimal);
  const fill = `0 0 ${decimal(width)} ${decimal(height)} re f`;
  return `q /${state} gs ${color} rg ${color} RG ${decimal(line)} w ${fill} ${x} ${x} ${w} ${h} re S Q\n`;
}

function drawLabel(drawing: PageDrawing, { type, width, height, label }: PlacedBox, order: number): string {
  const size = Math.min(MAX_LABEL_SIZE, height * LABEL_SHARE);
  const padding = size / 2;
  const text = label ? `${order}. ${label}` : `${order}`;
  const fitted = fitText(drawing.text, text, { width: width - 2 * padding, size, minSize: size / 2 });
  const y = (height - drawing.text.metrics.capHeight * fitted.size) / 2;
  return drawing.text.drawText(fitted.text, { x: padding, y, size: fitted.size, color: COLORS[type] });
}
