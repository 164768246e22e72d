import { type PageGeometry, type PdfFile, type PdfPage, toDisplayedRect } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { readName, readNumbers } from './dict-reading.ts';
import type { DictAt } from './field-tree.ts';
import type { DisplayedBox } from './form-field.ts';
import { Key } from './keys.ts';

/** A widget annotation on the page that lists it: a page's /Annots is the truth, the widget's /P is not. */
export interface PageWidget extends DictAt {
  readonly page: number;
  readonly geometry: PageGeometry;
}

/** The widgets of all pages, page by page in the order in which readers paint them. Reads no page contents. */
export function listPageWidgets(file: PdfFile): readonly PageWidget[] {
  return Array.from(file.pages()).flatMap(listWidgetsOf);
}

/** Each widget on the first page that lists it; more than one page is against ISO 32000-1 12.5.2 and happens. */
export function firstPlaces(widgets: readonly PageWidget[]): ReadonlyMap<PDFDict, PageWidget> {
  const places = new Map<PDFDict, PageWidget>();
  for (const widget of widgets) {
    if (!places.has(widget.dict)) places.set(widget.dict, widget);
  }
  return places;
}

function listWidgetsOf(page: PdfPage): PageWidget[] {
  const found = page.annotations().filter(({ dict }) => readName(dict, Key.Subtype) === Key.Widget);
  if (found.length === 0) return [];
  const { index, geometry } = page;
  return found.map(({ ref, dict }) => ({ ref, dict, page: index, geometry }));
}

/** Where a reader shows the widget; undefined when its /Rect is not four numbers. */
export function locateWidget({ dict, page, geometry }: PageWidget): DisplayedBox | undefined {
  const rect = readNumbers(dict, Key.Rect, 4);
  if (!rect) return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
  const { x, y, width, height } = toDisplayedRect(geometry, [x1, y1, x2, y2]);
  return { page, x: round(x), y: round(y), width: round(width), height: round(height) };
}

/** Binary fractions leave 18.000000000000114; a millionth of a point is far below what any file means. */
function round(points: number): number {
  return Math.round(points * 1e6) / 1e6 || 0;
}
