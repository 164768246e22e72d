import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { readDict, readEntry, readName, readNumber, readNumbers, resolve } from '../fields/dict-reading.ts';
import { AnnotationFlag } from '../fields/field-flags.ts';
import { Key } from '../fields/keys.ts';
import { type Matrix, placeAppearance, turnAround } from './appearance-matrix.ts';

export interface VisibleAppearance {
  readonly ref: PDFRef;
  readonly matrix: Matrix;
}

const IDENTITY = [1, 0, 0, 1, 0, 0];

export function findVisibleAppearance(widget: PDFDict, rotate: number): VisibleAppearance | undefined {
  const flags = readNumber(widget, Key.F) ?? 0;
  if (flags & (AnnotationFlag.hidden | AnnotationFlag.noView)) return undefined;
  const rect = readNumbers(widget, Key.Rect, 4);
  const entry = findEntry(widget);
  const stream = resolve(widget.context, entry);
  if (!rect || !(stream instanceof PDFStream)) return undefined;
  const bbox = readNumbers(stream.dict, Key.BBox, 4);
  const placed = bbox && placeAppearance(bbox, readNumbers(stream.dict, Key.Matrix, 6) ?? IDENTITY, rect);
  if (!placed) return undefined;
  completeXObject(stream.dict, widget);
  const matrix = flags & AnnotationFlag.noRotate ? turnAround(placed, topLeftOf(rect), rotate) : placed;
  return { ref: entry instanceof PDFRef ? entry : widget.context.register(stream), matrix };
}

/** Fixed if the annotation does not rotate with its page (12.5.3). */
function topLeftOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): readonly [number, number] {
  return [Math.min(x1, x2), Math.max(y1, y2)];
}

/** /N, or its entry for the state in /AS (ISO 32000-1 table 168). */
function findEntry(widget: PDFDict): PDFObject | undefined {
  const appearances = readDict(widget, Key.AP);
  const normal = appearances && readEntry(appearances, Key.N);
  if (normal instanceof PDFStream) return appearances?.get(Key.N);
  if (!(normal instanceof PDFDict)) return undefined;
  return normal.get(readName(widget, Key.AS) ?? Key.Off);
}

/** What annotations may leave out (table 95), and the widget's layer (table 164, /OC). */
function completeXObject(dict: PDFDict, widget: PDFDict): void {
  const layer = widget.get(Key.OC);
  if (layer !== undefined && !dict.has(Key.OC)) dict.set(Key.OC, layer);
  if (dict.has(Key.Subtype)) return;
  dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  dict.set(Key.Subtype, PDFName.of('Form'));
  dict.set(PDFName.of('FormType'), PDFNumber.of(1));
}
