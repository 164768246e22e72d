import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { PdfError } from '../errors.ts';

const TIFF_PREDICTOR = 2;
const FIRST_PNG_PREDICTOR = 10;

/** Longest row in bytes: 1,000,000 columns of one byte are beyond every cross-reference stream. */
const LONGEST_ROW = 1 << 20;

/** Undoes /Predictor (ISO 32000-1 7.4.4.4) for 8-bit components, which is what structural streams use. */
export function undoPredictor(bytes: Uint8Array, parameters: PDFDict | undefined): Uint8Array {
  const predictor = readNumber(parameters, 'Predictor', 1);
  if (predictor < TIFF_PREDICTOR) return bytes;
  const colors = readNumber(parameters, 'Colors', 1);
  const bits = readNumber(parameters, 'BitsPerComponent', 8);
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8));
  const row = Math.ceil((readNumber(parameters, 'Columns', 1) * colors * bits) / 8);
  if (!(row > 0 && row <= LONGEST_ROW)) throw new PdfError('damaged', `A predictor row has ${row} bytes`);
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

function undoPng(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  const result = new Uint8Array(rows * row);
  let previous: Uint8Array = new Uint8Array(row);
  for (let number = 0; number < rows; number += 1) {
    const from = number * (row + 1);
    const target = result.subarray(number * row, (number + 1) * row);
    target.set(bytes.subarray(from + 1, from + 1 + row));
    undoRow(bytes[from] ?? 0, target, previous, pixel);
    previous = target;
  }
  return result;
}

/** The five filter types of PNG (ISO/IEC 15948 9.2). */
function undoRow(type: number, row: Uint8Array, above: Uint8Array, pixel: number): void {
  if (type === 0) return;
  for (let i = 0; i < row.length; i += 1) {
    const left = i >= pixel ? (row[i - pixel] ?? 0) : 0;
    const up = above[i] ?? 0;
    const corner = i >= pixel ? (above[i - pixel] ?? 0) : 0;
    row[i] = (row[i] ?? 0) + predict(type, left, up, corner);
  }
}

function predict(type: number, left: number, up: number, corner: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
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
