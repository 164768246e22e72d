import { decodeStream, lookupDict, lookupName, PdfError, readContentState } from '@countersign/pdf';
import { PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';

/** Appearances with their forms, glyphs and patterns; usually two or three streams. */
const MAX_STREAMS = 500;
/** The inflated content of one appearance may have so many bytes. */
const MAX_CONTENT_BYTES = 1 << 24;

/** Resources that draw with operators. Others are fonts without /CharProcs, and images. */
const DRAWING_RESOURCES = ['XObject', 'Pattern', 'Font', 'ExtGState'];
/** Some readers end a number at the letter, and then find an operator. */
const OPERATOR_IN_NUMBER = /(?<![^\0\t\n\f\r ()<>[\]{}/%])[+\-.\d][^\0\t\n\f\r ()<>[\]{}/%]*Q/;
/** Readers differ in where the data of an inline image end. */
const INLINE_IMAGE = /(?<![^\0\t\n\f\r ()<>[\]{}/%])ID(?![^\0\t\n\f\r ()<>[\]{}/%])/;
const RESTORE = /(?<![A-Za-z])Q/;

/**
 * Returns true if the appearances of a widget cannot restore the graphics state of the page. With a surplus Q,
 * PDF.js draws them without clipping, anywhere on the page.
 */
export function staysInRectangle(widget: PDFDict): boolean {
  const seen = new Set<PDFStream>();
  let room = MAX_CONTENT_BYTES;
  const waiting = listStreams(widget.get(PDFName.of('AP')), widget);
  for (let stream = waiting.pop(); stream !== undefined; stream = waiting.pop()) {
    if (seen.has(stream) || lookupName(stream.dict, 'Subtype') === 'Image') continue;
    seen.add(stream);
    const content = seen.size > MAX_STREAMS ? undefined : tryDecode(stream, room);
    if (content === undefined || !isBalanced(content)) return false;
    room -= content.length;
    waiting.push(...listDrawn(stream.dict));
  }
  return true;
}

function isBalanced(content: Uint8Array): boolean {
  const { surplus, isSound } = readContentState(content);
  const text = Buffer.from(content).toString('latin1');
  const image = INLINE_IMAGE.exec(text);
  if (surplus.length > 0 || !isSound || OPERATOR_IN_NUMBER.test(text)) return false;
  return image === null || !RESTORE.test(text.slice(image.index));
}

function listDrawn(form: PDFDict): PDFStream[] {
  const resources = lookupDict(form, 'Resources');
  if (resources === undefined) return [];
  return DRAWING_RESOURCES.flatMap((kind) => {
    const entries = lookupDict(resources, kind);
    return (entries?.values() ?? []).flatMap((value) => listResource(form.context.lookup(value)));
  });
}

/** Forms and patterns, glyphs of Type 3 fonts with what they draw, and soft masks. */
function listResource(resource: PDFObject | undefined): PDFStream[] {
  if (resource instanceof PDFStream) return [resource];
  if (!(resource instanceof PDFDict)) return [];
  const glyphs = lookupDict(resource, 'CharProcs')?.values() ?? [];
  const mask = lookupDict(resource, 'SMask')?.get(PDFName.of('G'));
  const found = [...glyphs, mask].map((value) => resource.context.lookup(value));
  const own = lookupDict(resource, 'CharProcs') === undefined ? [] : listDrawn(resource);
  return [...found.filter((value) => value instanceof PDFStream), ...own];
}

/** Streams of an entry, its dictionaries and their states. */
function listStreams(entry: PDFObject | undefined, { context }: PDFDict): PDFStream[] {
  const object = entry instanceof PDFRef ? context.lookup(entry) : entry;
  if (object instanceof PDFStream) return [object];
  if (!(object instanceof PDFDict)) return [];
  return object.values().flatMap((value) => {
    const inner = context.lookup(value);
    if (inner instanceof PDFStream) return [inner];
    const states = inner instanceof PDFDict ? inner.values().map((state) => context.lookup(state)) : [];
    return states.filter((state) => state instanceof PDFStream);
  });
}

function tryDecode(stream: PDFStream, limit: number): Uint8Array | undefined {
  try {
    return decodeStream(stream, limit);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** The order is left, bottom, right, top. */
export type Box = readonly [number, number, number, number];
export type Point = readonly [x: number, y: number];

export interface Subpath {
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

/** The frame is this near to the edge: a bevelled border of three points has two lines. */
const MAX_FRAME = 6;
/** The frame may take this share of the shorter side, so that it leaves the middle free. */
const MAX_FRAME_PART = 0.25;
/** A thick border in Acrobat has this width. */
const MAX_DIVIDER_WIDTH = 3;
/** The tolerance allows for rounding of coordinates. */
const TOLERANCE = 0.01;
/** The offset is relative to a cell, so that narrow cells encode nothing. */
const MAX_DIVIDER_OFFSET = 1;
const MAX_DIVIDER_OFFSET_PART = 0.1;

/** Corners of the box: 1 is added at the right, 2 at the top. */
const HORIZONTAL = 1;
const VERTICAL = 2;

/**
 * Their points are near the corners of the box: what ends elsewhere, or has more points, can form digits even
 * in a narrow strip along the edge.
 */
export class FrameShapes {
  /** The strip along the edges is for the frame. */
  readonly strip: number;
  readonly #box: Box;

  constructor(box: Box) {
    const [left, bottom, right, top] = box;
    this.#box = box;
    this.strip = Math.min(MAX_FRAME, MAX_FRAME_PART * Math.min(right - left, top - bottom));
  }

  isRectangle({ points, isClosed }: Subpath): boolean {
    const corners = new Set(points.map((point) => this.#cornerAt(point)));
    const isRound = points.every(
      (point, index) => this.#edgeBetween(points.at(index - 1), point) !== undefined,
    );
    return isClosed && points.length === 4 && corners.size === 4 && isRound;
  }

  /**
   * Returns true for a side or a half of a relief, which leads out along one or two edges, and back beside
   * them.
   */
  isBand({ points }: Subpath): boolean {
    if (points.length !== 4 && points.length !== 6) return false;
    const half = points.length / 2;
    const isThere = (point: Point, index: number) =>
      index % half === 0 || this.#edgeBetween(points[index - 1], point) !== undefined;
    const isBack = points.every(
      (point, index) => this.#cornerAt(point) === this.#cornerAt(points.at(-1 - index)),
    );
    return isBack && points.every(isThere);
  }

  /** Returns true for rectangles and lines along the edges, at most one for each. */
  isBorder(subpaths: readonly Subpath[]): boolean {
    if (subpaths.length === 1 && subpaths.every((subpath) => this.isRectangle(subpath))) return true;
    const edges = subpaths.map(({ points: [start, end, ...more] }) =>
      more.length === 0 ? this.#edgeBetween(start, end) : undefined,
    );
    return !edges.includes(undefined) && new Set(edges).size === edges.length;
  }

  /** Returns true if the lines divide cells of the same width, in order and equally high. */
  isComb(subpaths: readonly Subpath[], lineWidth: number): boolean {
    const [left, , right] = this.#box;
    const cell = (right - left) / (subpaths.length + 1);
    const offset = Math.min(MAX_DIVIDER_OFFSET, MAX_DIVIDER_OFFSET_PART * cell);
    const heights = subpaths.map((subpath) => this.#heightsOf(subpath));
    const isEven = subpaths.every(
      ({ points: [start] }, index) => start && Math.abs(start[0] - left - (index + 1) * cell) <= offset,
    );
    return (
      isEven && lineWidth <= MAX_DIVIDER_WIDTH && !heights.includes(undefined) && new Set(heights).size === 1
    );
  }

  /** Returns undefined unless it is a line from the bottom to the top. */
  #heightsOf({ points: [start, end, ...more] }: Subpath): string | undefined {
    if (!start || !end || more.length > 0 || Math.abs(start[0] - end[0]) > TOLERANCE) return undefined;
    const [, bottom, , top] = this.#box;
    const [low, high] = [Math.min(start[1], end[1]), Math.max(start[1], end[1])];
    if (Math.abs(low - bottom) > this.strip || Math.abs(high - top) > this.strip) return undefined;
    return `${low.toFixed(2)} ${high.toFixed(2)}`;
  }

  /** Returns an edge if a line leads along all of it. */
  #edgeBetween(start: Point | undefined, end: Point | undefined): string | undefined {
    const [from, to] = [this.#cornerAt(start), this.#cornerAt(end)];
    if (!start || !end || from === undefined || to === undefined) return undefined;
    const direction = from ^ to;
    if (direction !== HORIZONTAL && direction !== VERTICAL) return undefined;
    const across = direction === HORIZONTAL ? 1 : 0;
    const isStraight = Math.abs(start[across] - end[across]) <= TOLERANCE;
    return isStraight ? `${direction} ${from & to}` : undefined;
  }

  #cornerAt(point: Point | undefined): number | undefined {
    if (!point) return undefined;
    const [left, bottom, right, top] = this.#box;
    const isNear = (axis: 0 | 1, edge: number) => Math.abs(point[axis] - edge) <= this.strip;
    if (!isNear(0, left) && !isNear(0, right)) return undefined;
    if (!isNear(1, bottom) && !isNear(1, top)) return undefined;
    return (isNear(0, right) ? HORIZONTAL : 0) | (isNear(1, top) ? VERTICAL : 0);
  }
}
