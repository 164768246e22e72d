import type { PageGeometry, PdfFile, PdfPage } from '@countersign/pdf';
import { PDFRef } from 'pdf-lib';
import { Key } from './dict-reading.ts';
import { type FieldDict, type FieldDicts, PageWidget } from './field-dict.ts';

/** Lists widgets in painting order, without reading page contents. */
export function listPageWidgets(dicts: FieldDicts): readonly PageWidget[] {
  if (dicts.file.hasBarePages) return [];
  return Array.from(dicts.file.pages()).flatMap((page) => listWidgetsOf(dicts, page));
}

/** Finds widgets by their /P. Returns undefined if a widget is not on its page. */
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
