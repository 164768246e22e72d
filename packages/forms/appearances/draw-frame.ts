import { circle, fillColour, formatNumbers, group, polygon, rectangle, strokeColour } from './operators.ts';
import type { WidgetLook } from './widget-look.ts';

const WHITE = [1];
const LIGHT_GREY = [0.75];
const DARK_GREY = [0.5];

/** Background and border of a rectangular widget (ISO 32000-1 tables 166 and 189). */
export function drawFrame(look: WidgetLook): string {
  return [drawBackground(look), drawBorder(look)].filter((part) => part !== '').join('\n');
}

/** Background and border of a round radio button. */
export function drawRoundFrame(look: WidgetLook): string {
  const radius = Math.max(0, Math.min(look.width, look.height) / 2 - look.borderWidth / 2);
  const shape = circle(look.width / 2, look.height / 2, radius);
  const isFilled = look.background.length > 0;
  const isStroked = look.borderColour.length > 0 && look.borderWidth > 0;
  if (!isFilled && !isStroked) return '';
  const line = isStroked ? `${strokeColour(look.borderColour)} ${formatNumbers(look.borderWidth)} w` : '';
  const paint = isFilled && isStroked ? 'B' : isFilled ? 'f' : 'S';
  return group(fillColour(look.background), line, shape, paint);
}

/** How far the border reaches inwards: the relief of a bevel is drawn inside the line. */
export function frameWidth({ borderColour, borderWidth, borderStyle }: WidgetLook): number {
  if (borderColour.length === 0) return 0;
  return hasRelief(borderStyle) ? 2 * borderWidth : borderWidth;
}

function hasRelief(style: WidgetLook['borderStyle']): boolean {
  return style === 'beveled' || style === 'inset';
}

function drawBackground({ background, width, height }: WidgetLook): string {
  if (background.length === 0) return '';
  return group(fillColour(background), rectangle(0, 0, width, height), 'f');
}

function drawBorder(look: WidgetLook): string {
  const { borderColour, borderWidth, borderStyle, width, height, dash } = look;
  if (borderColour.length === 0 || borderWidth === 0) return '';
  const pen = `${strokeColour(borderColour)} ${formatNumbers(borderWidth)} w`;
  const half = borderWidth / 2;
  if (borderStyle === 'underline') {
    return group(pen, `${formatNumbers(0, half)} m ${formatNumbers(width, half)} l S`);
  }
  const dashes = borderStyle === 'dashed' ? `[${formatNumbers(...dash)}] 0 d` : '';
  const line = group(pen, dashes, rectangle(half, half, width - borderWidth, height - borderWidth), 'S');
  return hasRelief(borderStyle) ? `${drawRelief(look)}\n${line}` : line;
}

/** Light above and left, shadow below and right; the other way round when inset. */
function drawRelief({ borderWidth: b, borderStyle, width: w, height: h }: WidgetLook): string {
  const [light, shadow] = borderStyle === 'beveled' ? [WHITE, DARK_GREY] : [DARK_GREY, LIGHT_GREY];
  const upper = polygon([
    [b, b],
    [b, h - b],
    [w - b, h - b],
    [w - 2 * b, h - 2 * b],
    [2 * b, h - 2 * b],
    [2 * b, 2 * b],
  ]);
  const lower = polygon([
    [w - b, h - b],
    [w - b, b],
    [b, b],
    [2 * b, 2 * b],
    [w - 2 * b, 2 * b],
    [w - 2 * b, h - 2 * b],
  ]);
  return [group(fillColour(light), upper, 'f'), group(fillColour(shadow), lower, 'f')].join('\n');
}
