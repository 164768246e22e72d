import type { Matrix } from '../pages/page-box.ts';
import { BLACK, type Color, type ColorSpace, findColorSpace } from './colors.ts';
import type { TextFont } from './text-font.ts';

/** Returns the matrix that applies `inner` first. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  return [
    a * outer[0] + b * outer[2],
    a * outer[1] + b * outer[3],
    c * outer[0] + d * outer[2],
    c * outer[1] + d * outer[3],
    e * outer[0] + f * outer[2] + outer[4],
    e * outer[1] + f * outer[3] + outer[5],
  ];
}

/** The bounds are left, top, right and bottom, in displayed coordinates. */
export type Bounds = readonly [x0: number, y0: number, x1: number, y1: number];

/** Returns the bounds of a rectangle after a transformation. */
export function transformBounds(matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Bounds {
  const [a, b, c, d, e, f] = matrix;
  const [ax, bx, cx, dx] = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1];
  const [ay, by, cy, dy] = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1];
  return [
    Math.min(ax, bx, cx, dx) + e,
    Math.min(ay, by, cy, dy) + f,
    Math.max(ax, bx, cx, dx) + e,
    Math.max(ay, by, cy, dy) + f,
  ];
}

/** Returns the common part; without area if there is none. */
export function intersect(one: Bounds, other: Bounds): Bounds {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
}

/** Whether sides of rectangles stay upright or lie. */
export function keepsRectangles([a, b, c, d]: Matrix): boolean {
  const size = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d);
  const slack = size * 1e-4;
  return (Math.abs(b) <= slack && Math.abs(c) <= slack) || (Math.abs(a) <= slack && Math.abs(d) <= slack);
}

const DEVICE_GREY = findColorSpace('/DeviceGray', undefined);

/** More transparent text or images cannot be seen. */
export const MIN_ALPHA = 0.03;

/** What q saves and text or painting need (ISO 32000-1 8.4.1, 9.3.1). */
export class GraphicsState {
  /** The matrix from user space to displayed coordinates. */
  ctm: Matrix;
  clip: Bounds;
  /** The clip is a rectangle, not only inside of one. */
  isClipExact = true;
  fillSpace: ColorSpace = DEVICE_GREY;
  strokeSpace: ColorSpace = DEVICE_GREY;
  fill: Color = BLACK;
  stroke: Color = BLACK;
  /** A transparency group multiplies the opacity of everything in it by this (ISO 32000-1 11.6.6). */
  groupAlpha = 1;
  /** The group as a whole is blended with what lies below it. */
  isGroupBlended = false;
  /** The opacity of the group is part of it. */
  fillAlpha = 1;
  strokeAlpha = 1;
  /** Blend mode other than Normal, or a soft mask: what is painted may leave the ground as it is. */
  isBlended = false;
  lineWidth = 1;
  font: TextFont | undefined;
  fontSize = 0;
  characterSpacing = 0;
  wordSpacing = 0;
  /** The value is out of 1. */
  horizontalScale = 1;
  leading = 0;
  renderMode = 0;
  rise = 0;

  constructor(ctm: Matrix, clip: Bounds) {
    this.ctm = ctm;
    this.clip = clip;
  }

  beginGroup(): void {
    this.groupAlpha = this.strokeAlpha = this.fillAlpha;
    this.isGroupBlended = this.isBlended;
  }

  clone(): GraphicsState {
    const copy = new GraphicsState(this.ctm, this.clip);
    copy.isClipExact = this.isClipExact;
    copy.fillSpace = this.fillSpace;
    copy.strokeSpace = this.strokeSpace;
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.groupAlpha = this.groupAlpha;
    copy.isGroupBlended = this.isGroupBlended;
    copy.fillAlpha = this.fillAlpha;
    copy.strokeAlpha = this.strokeAlpha;
    copy.isBlended = this.isBlended;
    copy.lineWidth = this.lineWidth;
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.characterSpacing = this.characterSpacing;
    copy.wordSpacing = this.wordSpacing;
    copy.horizontalScale = this.horizontalScale;
    copy.leading = this.leading;
    copy.renderMode = this.renderMode;
    copy.rise = this.rise;
    return copy;
  }
}
