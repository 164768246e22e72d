import { lookupArray, type PdfFile, type PdfPage } from '@countersign/pdf';
import { type PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { ChangedWidget, ChangedWidgets } from './compare-form.ts';
import { visibleArea } from './new-signature.ts';
import { plainDict, type Revisions } from './revision.ts';

/** New widgets may cover this share of a page in total. More could replace its content. */
const MAX_NEW_PART = 0.25;
/** The share counts existing fields too. On small pages one alone may take a third. */
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
  /** The pages by object number of their annotations, which are built once. */
  #pages: ReadonlyMap<number, readonly PdfPage[]> | undefined;

  constructor(revisions: Revisions, widgets: ChangedWidgets) {
    this.#revisions = revisions;
    this.#widgets = widgets;
  }

  run(): void {
    const { context } = this.#revisions.later;
    for (const widget of this.#widgets.values()) {
      if (!this.#isStrict(widget.ref, ['Rect'])) this.#revisions.add('not_comparable');
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
    if (!this.#hasStrictBoxes(page)) this.#revisions.add('not_comparable');
    const covered = this.#covered.get(page.index) ?? { added: 0, total: 0 };
    this.#covered.set(page.index, covered);
    covered.total += area;
    if (kind === 'new') covered.added += area;
    const whole = areaOf(page);
    if (covered.total <= MAX_PART * whole && covered.added <= MAX_NEW_PART * whole) return;
    const code = kind === 'filled' ? 'field_covers_page' : 'signature_covers_page';
    this.#revisions.add(code, { field, page: page.index + 1 });
  }

  #hasStrictBoxes({ ref }: PdfPage): boolean {
    const seen = new Set<PDFObject>();
    for (let node: PDFObject | undefined = ref; node instanceof PDFRef && !seen.has(node); ) {
      if (!this.#isStrict(node, ['MediaBox', 'CropBox'])) return false;
      seen.add(node);
      node = plainDict(this.#revisions.later.context.lookup(node))?.get(PDFName.of('Parent'));
    }
    return true;
  }

  /** Returns true if every reader takes a dictionary and these boxes for the same numbers. */
  #isStrict(ref: PDFRef, keys: readonly string[]): boolean {
    const { later } = this.#revisions;
    const dict = plainDict(later.context.lookup(ref));
    const boxes = keys.flatMap((key) => [dict?.get(PDFName.of(key)), ...(dict ? boxItems(dict, key) : [])]);
    return [ref, ...boxes].every(
      (item) => !(item instanceof PDFRef) || later.isStrictObject(item.objectNumber),
    );
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

function boxItems(dict: PDFDict, key: string): readonly PDFObject[] {
  return lookupArray(dict, key)?.asArray() ?? [];
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
