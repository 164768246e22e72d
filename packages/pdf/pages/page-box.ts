import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';

/**
 * The only geometry module. Two coordinate systems [D1-01] [D1-02]:
 * - user space: PDF's own, origin wherever the boxes say, y up;
 * - displayed: as a reader shows the page, origin top-left, y down, in points (1/72 inch): CropBox clipped to
 * MediaBox, after /Rotate, times /UserUnit.
 */
export interface PageGeometry {
  readonly mediaBox: PdfRect;
  readonly cropBox: PdfRect;
  readonly rotate: 0 | 90 | 180 | 270;
  readonly userUnit: number;
  readonly displayedWidth: number;
  readonly displayedHeight: number;
}

export type PdfRect = readonly [left: number, bottom: number, right: number, top: number];

/** A rectangle by one corner (top-left when displayed, bottom-left in user space) and its size. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A transformation as in `cm` (ISO 32000-1 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Readers assume US Letter if the page has no media box. */
const DEFAULT_MEDIA_BOX: PdfRect = [0, 0, 612, 792];

/** Larger ones lose the precision of a point. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** `inherited(key)` is called for keys that the page itself lacks. */
export function readPageGeometry(
  page: PDFDict,
  inherited: (key: string) => PDFObject | undefined,
): PageGeometry {
  const mediaBox = readRect(inherited('MediaBox')) ?? DEFAULT_MEDIA_BOX;
  const cropBox = clip(readRect(inherited('CropBox')), mediaBox);
  const rotate = normaliseRotation(readNumber(inherited('Rotate')) ?? 0);
  const userUnit = readUserUnit(page);
  return makeGeometry(mediaBox, cropBox, rotate, userUnit);
}

export function makeGeometry(
  mediaBox: PdfRect,
  cropBox: PdfRect,
  rotate: PageGeometry['rotate'],
  userUnit: number,
): PageGeometry {
  const width = (cropBox[2] - cropBox[0]) * userUnit;
  const height = (cropBox[3] - cropBox[1]) * userUnit;
  const isUpright = rotate % 180 === 0;
  return {
    mediaBox,
    cropBox,
    rotate,
    userUnit,
    displayedWidth: isUpright ? width : height,
    displayedHeight: isUpright ? height : width,
  };
}

export function toPageRect(geometry: PageGeometry, box: Box): Box {
  const [x1, y1] = toPagePoint(geometry, box.x, box.y);
  const [x2, y2] = toPagePoint(geometry, box.x + box.width, box.y + box.height);
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

export function toDisplayedRect(geometry: PageGeometry, rect: PdfRect): Box {
  const [x1, y1] = toDisplayedPoint(geometry, rect[0], rect[1]);
  const [x2, y2] = toDisplayedPoint(geometry, rect[2], rect[3]);
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** Maps a drawing of the box's size (origin bottom-left, y up) into user space, upright for the reader. */
export function uprightMatrix(geometry: PageGeometry, box: Box): Matrix {
  const [e, f] = toPagePoint(geometry, box.x, box.y + box.height);
  const unit = 1 / geometry.userUnit;
  if (geometry.rotate === 90) return [0, unit, -unit, 0, e, f];
  if (geometry.rotate === 180) return [-unit, 0, 0, -unit, e, f];
  if (geometry.rotate === 270) return [0, -unit, unit, 0, e, f];
  return [unit, 0, 0, unit, e, f];
}

/** Returns the matrix from user space to displayed coordinates. */
export function displayedMatrix(geometry: PageGeometry): Matrix {
  const [e, f] = toDisplayedPoint(geometry, 0, 0);
  const [a, b] = toDisplayedPoint(geometry, 1, 0);
  const [c, d] = toDisplayedPoint(geometry, 0, 1);
  return [a - e, b - f, c - e, d - f, e, f];
}

/** Ten decimals, as a page in units of 75,000 points (Acrobat's limit) scales by 0.0000133. */
export function formatMatrix(matrix: Matrix): string {
  return matrix
    .map((value) =>
      value
        .toFixed(10)
        .replace(/\.?0+$/, '')
        .replace(/^-0$/, '0'),
    )
    .join(' ');
}

/** Returns undefined if it is not four numbers or has no area. */
export function readRect(object: PDFObject | undefined): PdfRect | undefined {
  if (!(object instanceof PDFArray) || object.size() !== 4) return undefined;
  const [x1, y1, x2, y2] = [0, 1, 2, 3].map((index) => readNumber(object.lookup(index)));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  const rect: PdfRect = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return rect[0] < rect[2] && rect[1] < rect[3] ? rect : undefined;
}

/** Multiples of 90 degrees clockwise; anything else is 0. */
function normaliseRotation(degrees: number): PageGeometry['rotate'] {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

function clip(rect: PdfRect | undefined, bounds: PdfRect): PdfRect {
  if (rect === undefined) return bounds;
  const clipped: PdfRect = [
    Math.max(rect[0], bounds[0]),
    Math.max(rect[1], bounds[1]),
    Math.min(rect[2], bounds[2]),
    Math.min(rect[3], bounds[3]),
  ];
  return clipped[0] < clipped[2] && clipped[1] < clipped[3] ? clipped : bounds;
}

/** Pages do not inherit the unit (ISO 32000-1 table 30). */
function readUserUnit(page: PDFDict): number {
  const value = readNumber(page.lookup(PDFName.of('UserUnit')));
  return value !== undefined && value >= 1 / MAX_NUMBER ? value : 1;
}

function readNumber(object: PDFObject | undefined): number | undefined {
  if (!(object instanceof PDFNumber)) return undefined;
  const value = object.asNumber();
  return Math.abs(value) <= MAX_NUMBER ? value : undefined;
}

function toDisplayedPoint(geometry: PageGeometry, x: number, y: number): [number, number] {
  const { cropBox, rotate, userUnit } = geometry;
  const fromLeft = (x - cropBox[0]) * userUnit;
  const fromRight = (cropBox[2] - x) * userUnit;
  const fromBottom = (y - cropBox[1]) * userUnit;
  const fromTop = (cropBox[3] - y) * userUnit;
  if (rotate === 90) return [fromBottom, fromLeft];
  if (rotate === 180) return [fromRight, fromBottom];
  if (rotate === 270) return [fromTop, fromRight];
  return [fromLeft, fromTop];
}

function toPagePoint(geometry: PageGeometry, x: number, y: number): [number, number] {
  const { cropBox, rotate, userUnit } = geometry;
  const right = x / userUnit;
  const down = y / userUnit;
  if (rotate === 90) return [cropBox[0] + down, cropBox[1] + right];
  if (rotate === 180) return [cropBox[2] - right, cropBox[1] + down];
  if (rotate === 270) return [cropBox[2] - down, cropBox[3] - right];
  return [cropBox[0] + right, cropBox[3] - down];
}
