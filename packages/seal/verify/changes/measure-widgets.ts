import { lookupArray, type PdfFile, type PdfPage } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFRef } from 'pdf-lib';
import type { ChangedWidget, ChangedWidgets } from './compare-form.ts';
import { visibleArea } from './new-signature.ts';
import { plainDict, type Revisions } from './revision.ts';

/** Share of a page, in total. More could replace its content. */
const MAX_NEW_PART = 0.25;
/** With existing fields. On small pages one alone may take a third. */
const MAX_PART = 0.5;

/** Visible new fields, and pages of which the widgets together cover too much. */
export function measureWidgets(revisions: Revisions, widgets: ChangedWidgets): void {
  new WidgetMeasurement(revisions, widgets).run();
}

interface CoveredArea {
  added: number;
  total: number;
}

class WidgetMeasurement {
  readonly #revisions: Revisions;
  readonly #widgets: ChangedWidgets;
  readonly #covered = new Map<number, CoveredArea>();
  /** By object number of their annotations; built once. */
  #pages: ReadonlyMap<number, readonly PdfPage[]> | undefined;

  constructor(revisions: Revisions, widgets: ChangedWidgets) {
    this.#revisions = revisions;
    this.#widgets = widgets;
  }

  run(): void {
    const { context } = this.#revisions.later;
    for (const widget of this.#widgets.values()) {
      const dict = plainDict(context.lookup(widget.ref));
      const area = dict ? visibleArea(dict) : 0;
      if (!dict || area === 0) continue;
      for (const page of this.#findPages(widget.ref, dict)) {
        this.#reportNew(widget, page);
        if (page) this.#measure(widget, area, page);
      }
    }
  }

  #reportNew({ field, kind }: ChangedWidget, page: PdfPage | undefined): void {
    const number = (page?.index ?? 0) + 1;
    if (kind === 'new') this.#revisions.add('visible_signature', { field, page: number });
    if (kind === 'empty') this.#revisions.add('annotation_added', { page: number, type: 'Widget' });
  }

  #measure({ field, kind }: ChangedWidget, area: number, page: PdfPage): void {
    const covered = this.#covered.get(page.index) ?? { added: 0, total: 0 };
    this.#covered.set(page.index, covered);
    covered.total += area;
    if (kind === 'new') covered.added += area;
    const whole = areaOf(page);
    if (covered.total <= MAX_PART * whole && covered.added <= MAX_NEW_PART * whole) return;
    const code = kind === 'filled' ? 'field_covers_page' : 'signature_covers_page';
    this.#revisions.add(code, { field, page: page.index + 1 });
  }

  /** Otherwise that of /P, which some readers follow. */
  #findPages(ref: PDFRef, widget: PDFDict): readonly (PdfPage | undefined)[] {
    const { later } = this.#revisions;
    this.#pages ??= indexAnnotations(later);
    const listed = this.#pages.get(ref.objectNumber);
    if (listed) return listed;
    const named = widget.get(PDFName.of('P'));
    return [named instanceof PDFRef ? later.pageAt(named) : undefined];
  }
}

function areaOf({ geometry: { cropBox } }: PdfPage): number {
  const [left, bottom, right, top] = cropBox;
  return (right - left) * (top - bottom);
}

function indexAnnotations(file: PdfFile): ReadonlyMap<number, readonly PdfPage[]> {
  const pages = new Map<number, PdfPage[]>();
  for (let index = 0; index < file.pageCount; index += 1) {
    const page = file.page(index);
    for (const item of lookupArray(page.dict, 'Annots')?.asArray() ?? []) {
      if (!(item instanceof PDFRef)) continue;
      const known = pages.get(item.objectNumber);
      if (known) known.push(page);
      else pages.set(item.objectNumber, [page]);
    }
  }
  return pages;
}
