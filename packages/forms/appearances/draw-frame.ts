import {
  circle,
  fillColour,
  formatNumbers,
  group,
  halfCircle,
  polygon,
  rectangle,
  strokeColour,
} from './operators.ts';
import type { WidgetLook } from './widget-look.ts';

const WHITE = [1];
const LIGHT_GREY = [0.75];
const DARK_GREY = [0.5];

/** Of a rectangular widget (ISO 32000-1 tables 166 and 189). */
export function drawFrame(look: WidgetLook): string {
  return [drawBackground(look), drawBorder(look)].filter((part) => part !== '').join('\n');
}

/** An underline becomes a full circle, as in readers. */
export function drawRoundFrame(look: WidgetLook): string {
  const { background, borderColour, borderWidth } = look;
  const outer = Math.min(look.width, look.height) / 2;
  const ring = circle(look.width / 2, look.height / 2, Math.max(0, outer - borderWidth / 2));
  const fill = background.length > 0 ? group(fillColour(background), ring, 'f') : '';
  const isStroked = borderColour.length > 0 && borderWidth > 0;
  const relief = isStroked && hasRelief(look.borderStyle) ? drawRoundRelief(look, outer) : '';
  const line = isStroked ? group(penOf(look), ring, 'S') : '';
  return [fill, relief, line].filter((part) => part !== '').join('\n');
}

/** Split from lower left to upper right. */
function drawRoundRelief(look: WidgetLook, outer: number): string {
  const { borderWidth, width, height } = look;
  const radius = outer - 1.5 * borderWidth;
  if (radius <= 0) return '';
  const [upper, lower] = reliefColours(look);
  const arc = (colour: readonly number[], from: number) =>
    group(
      `${strokeColour(colour)} ${formatNumbers(borderWidth)} w`,
      halfCircle(width / 2, height / 2, radius, from),
      'S',
    );
  return [arc(upper, Math.PI / 4), arc(lower, (5 * Math.PI) / 4)].join('\n');
}

/** Of the border with its relief. */
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
  const { borderColour, borderWidth, borderStyle, width, height } = look;
  if (borderColour.length === 0 || borderWidth === 0) return '';
  const half = borderWidth / 2;
  if (borderStyle === 'underline') {
    return group(penOf(look), `${formatNumbers(0, half)} m ${formatNumbers(width, half)} l S`);
  }
  const line = group(penOf(look), rectangle(half, half, width - borderWidth, height - borderWidth), 'S');
  return hasRelief(borderStyle) ? `${drawRelief(look)}\n${line}` : line;
}

export function penOf({
  borderColour,
  borderWidth,
  borderStyle,
  dash,
}: Pick<WidgetLook, 'borderColour' | 'borderWidth' | 'borderStyle' | 'dash'>): string {
  const dashes = borderStyle === 'dashed' ? ` [${formatNumbers(...dash)}] 0 d` : '';
  return `${strokeColour(borderColour)} ${formatNumbers(borderWidth)} w${dashes}`;
}

function reliefColours({ borderStyle }: WidgetLook): readonly [readonly number[], readonly number[]] {
  return borderStyle === 'beveled' ? [WHITE, DARK_GREY] : [DARK_GREY, LIGHT_GREY];
}

function drawRelief(look: WidgetLook): string {
  const { borderWidth: b, width: w, height: h } = look;
  const [light, shadow] = reliefColours(look);
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
