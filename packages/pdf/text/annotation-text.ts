import { PDFDict, type PDFObject, PDFStream } from 'pdf-lib';
import { type Matrix, readRect } from '../pages/page-box.ts';
import type { PdfPage } from '../pages/pdf-page.ts';
import { asName, lookupDict, lookupName, lookupNumber, nameOf } from '../read/lookup.ts';
import { readNumbers } from './colors.ts';
import { transformBounds } from './graphics-state.ts';
import type { ContentInterpreter } from './interpret-content.ts';
import type { TextResources } from './text-resources.ts';

/** Annotation flags (ISO 32000-1 table 165). */
const HIDDEN = 2;
const NO_VIEW = 32;

/** Draws the appearances of annotations that readers show: values of fields, stamps, notes on the page. */
export function drawAppearances(
  page: PdfPage,
  interpreter: ContentInterpreter,
  resources: TextResources,
): void {
  for (const { dict } of page.annotations()) {
    if (((lookupNumber(dict, 'F') ?? 0) & (HIDDEN | NO_VIEW)) !== 0) continue;
    if (lookupName(dict, 'Subtype') === 'Popup') continue;
    if (!resources.layers.isShown(dict.lookup(nameOf('OC')))) continue;
    const form = findAppearance(dict);
    const matrix = form && placeAppearance(dict, form);
    if (form !== undefined && matrix !== undefined) interpreter.drawForm(form, matrix);
  }
}

function findAppearance(dict: PDFDict): PDFStream | undefined {
  const appearances = lookupDict(dict, 'AP');
  const normal: PDFObject | undefined = appearances?.lookup(nameOf('N'));
  if (normal instanceof PDFStream) return normal;
  const state = asName(dict.lookup(nameOf('AS')));
  if (!(normal instanceof PDFDict) || state === undefined) return undefined;
  const appearance = normal.lookup(nameOf(state));
  return appearance instanceof PDFStream ? appearance : undefined;
}

/** Fits the form's box, after its matrix, into the annotation's (ISO 32000-1 12.5.5). */
function placeAppearance(dict: PDFDict, form: PDFStream): Matrix | undefined {
  const rect = readRect(dict.lookup(nameOf('Rect')));
  const box = readRect(form.dict.lookup(nameOf('BBox')));
  if (rect === undefined || box === undefined) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = readNumbers(form.dict, 'Matrix') ?? [];
  const [x0, y0, x1, y1] = transformBounds([a, b, c, d, e, f], ...box);
  const [scaleX, scaleY] = [(rect[2] - rect[0]) / (x1 - x0), (rect[3] - rect[1]) / (y1 - y0)];
  if (!Number.isFinite(scaleX) || !Number.isFinite(scaleY)) return undefined;
  return [scaleX, 0, 0, scaleY, rect[0] - x0 * scaleX, rect[1] - y0 * scaleY];
}
