import {
  type PageGeometry,
  type PdfFile,
  type PdfPage,
  type PdfRect,
  rawRect,
  toDisplayedRect,
} from '@countersign/pdf';
import { type PDFDict, PDFRef } from 'pdf-lib';
import { readNumbers } from './dict-reading.ts';
import type { FieldDict, FieldDicts } from './field-dict.ts';
import type { DisplayedBox } from './form-field.ts';
import { Key } from './keys.ts';

/** Listed in the page's /Annots; /P may be wrong. */
export class PageWidget {
  readonly entries: FieldDict;
  readonly page: number;
  readonly geometry: PageGeometry;

  #box: DisplayedBox | undefined;
  #isLocated = false;

  constructor(entries: FieldDict, page: number, geometry: PageGeometry) {
    this.entries = entries;
    this.page = page;
    this.geometry = geometry;
  }

  get dict(): PDFDict {
    return this.entries.dict;
  }

  /** Undefined if /Rect is not four numbers. */
  get box(): DisplayedBox | undefined {
    if (!this.#isLocated) this.#box = locateWidget(this);
    this.#isLocated = true;
    return this.#box;
  }
}

/** In painting order, without reading page contents. */
export function listPageWidgets(dicts: FieldDicts): readonly PageWidget[] {
  return Array.from(dicts.file.pages()).flatMap((page) => listWidgetsOf(dicts, page));
}

/** By their /P. Undefined if a widget is not on its page. */
export function listWidgetsNearby(
  dicts: FieldDicts,
  widgets: readonly FieldDict[],
): readonly PageWidget[] | undefined {
  const pages = findPagesOf(dicts.file, widgets);
  if (pages === undefined) return undefined;
  const inOrder = [...pages].sort((a, b) => a.index - b.index);
  const found = inOrder.flatMap((page) => listWidgetsOf(dicts, page));
  const shown = new Set(found.map(({ entries }) => entries));
  return widgets.every((widget) => shown.has(widget)) ? found : undefined;
}

function findPagesOf(file: PdfFile, widgets: readonly FieldDict[]): Iterable<PdfPage> | undefined {
  const pages = new Map<PDFRef, PdfPage>();
  for (const widget of widgets) {
    const ref = widget.get(Key.P);
    if (!(ref instanceof PDFRef)) return undefined;
    // `page.ref` searches the whole page tree.
    const page = pages.get(ref) ?? file.pageAt(ref);
    if (page === undefined) return undefined;
    pages.set(ref, page);
  }
  return pages.values();
}

export function listWidgetsOf(dicts: FieldDicts, page: PdfPage): PageWidget[] {
  const widgets: PageWidget[] = [];
  let geometry: PageGeometry | undefined;
  for (const item of page.annotationItems()) {
    const entries = dicts.at(item);
    if (entries?.isWidget !== true) continue;
    geometry ??= page.geometry;
    widgets.push(new PageWidget(entries, page.index, geometry));
  }
  return widgets;
}

function locateWidget({ entries, page, geometry }: PageWidget): DisplayedBox | undefined {
  const rect = readRect(entries);
  if (!rect) return undefined;
  const { x, y, width, height } = toDisplayedRect(geometry, rect);
  return { page, x: round(x), y: round(y), width: round(width), height: round(height) };
}

function readRect(entries: FieldDict): PdfRect | undefined {
  const walked = rawRect(entries.raw(Key.Rect));
  if (walked !== undefined) return walked;
  const [x1, y1, x2, y2] = readNumbers(entries, Key.Rect, 4) ?? [];
  return x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined
    ? undefined
    : [x1, y1, x2, y2];
}

/** 18.000000000000114 */
function round(points: number): number {
  return Math.round(points * 1e6) / 1e6 || 0;
}
