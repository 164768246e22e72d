import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { PdfError } from '../../errors.ts';

const TIFF_PREDICTOR = 2;
const FIRST_PNG_PREDICTOR = 10;
/** Difference to the row above (PNG). */
const UP = 2;

/** More than any cross-reference stream needs. */
const MAX_ROW_BYTES = 1 << 20;

/** /Predictor (ISO 32000-1 7.4.4.4) for 8-bit components. */
export function undoPredictor(bytes: Uint8Array, parameters: PDFDict | undefined): Uint8Array {
  const predictor = readNumber(parameters, 'Predictor', 1);
  if (predictor < TIFF_PREDICTOR) return bytes;
  const colors = readNumber(parameters, 'Colors', 1);
  const bits = readNumber(parameters, 'BitsPerComponent', 8);
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8));
  const row = Math.ceil((readNumber(parameters, 'Columns', 1) * colors * bits) / 8);
  if (!(row > 0 && row <= MAX_ROW_BYTES)) throw new PdfError('damaged', `A predictor row has ${row} bytes`);
  if (predictor >= FIRST_PNG_PREDICTOR) return undoPng(bytes, row, pixel);
  return undoTiff(bytes, row, pixel);
}

function readNumber(dict: PDFDict | undefined, key: string, fallback: number): number {
  const value = dict?.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : fallback;
}

function undoTiff(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const result = bytes.slice();
  for (let i = 0; i < result.length; i += 1) {
    if (i % row >= pixel) result[i] = ((result[i] ?? 0) + (result[i - pixel] ?? 0)) & 0xff;
  }
  return result;
}

/** Without allocating per row: rows of cross-references have six to ten bytes. */
function undoPng(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  // One more row of zeros in front.
  const result = new Uint8Array((rows + 1) * row);
  for (let number = 0; number < rows; number += 1) {
    const from = number * (row + 1);
    const to = (number + 1) * row;
    const type = bytes[from] ?? 0;
    if (type === UP) addUp(bytes, from + 1, result, to, row);
    else undoRow(type, bytes.subarray(from + 1, from + 1 + row), result, to, row, pixel);
  }
  return result.subarray(row);
}

function addUp(bytes: Uint8Array, from: number, result: Uint8Array, to: number, row: number): void {
  for (let i = 0; i < row; i += 1) result[to + i] = (bytes[from + i] ?? 0) + (result[to + i - row] ?? 0);
}

/** ISO/IEC 15948 9.2. */
function undoRow(
  type: number,
  source: Uint8Array,
  result: Uint8Array,
  to: number,
  row: number,
  pixel: number,
): void {
  for (let i = 0; i < row; i += 1) {
    const at = to + i;
    const left = i >= pixel ? (result[at - pixel] ?? 0) : 0;
    const up = result[at - row] ?? 0;
    const corner = i >= pixel ? (result[at - row - pixel] ?? 0) : 0;
    result[at] = (source[i] ?? 0) + predict(type, left, up, corner);
  }
}

function predict(type: number, left: number, up: number, corner: number): number {
  if (type === 1) return left;
  if (type === UP) return up;
  if (type === 3) return (left + up) >> 1;
  return type === 4 ? paeth(left, up, corner) : 0;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
