import { lookupArray, lookupName, type PdfFile, type PdfPage } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { NewWidgets } from './compare-form.ts';
import { visibleArea } from './new-signature.ts';
import { differingKeys, type Revisions } from './revision.ts';

/** Share of a page that new signatures may cover in total. More could replace its content. */
const MAX_COVERED_PART = 0.25;
/** Share that a field which was empty when signed may cover. On small pages more than a third is common. */
const MAX_FIELD_PART = 0.5;

export function comparePages(revisions: Revisions, widgets: NewWidgets): void {
  new PageComparison(revisions, widgets).run();
}

class PageComparison {
  readonly #revisions: Revisions;
  readonly #widgets: NewWidgets;
  readonly #done = new Set<number>();
  readonly #listed = new Set<string>();
  /** Pages by object number of their annotations, for fields without /P; built once. */
  #pages: ReadonlyMap<number, PdfPage> | undefined;

  constructor(revisions: Revisions, widgets: NewWidgets) {
    this.#revisions = revisions;
    this.#widgets = widgets;
  }

  run(): void {
    for (const { ref, before, after } of this.#revisions.replaced.values()) {
      if (isPage(before)) this.#comparePage(ref);
      else if (before instanceof PDFArray && after instanceof PDFArray) this.#compareList(ref);
    }
    for (const { ref, before, after } of this.#revisions.unexplained)
      if (before instanceof PDFDict && isAnnotation(before)) this.#compareAnnotation(ref, before, after);
    this.#measureSigned();
  }

  #comparePage(ref: PDFRef): void {
    if (this.#done.has(ref.objectNumber)) return;
    this.#done.add(ref.objectNumber);
    const { earlier, later } = this.#revisions;
    const [page, now] = [earlier.pageAt(ref), later.pageAt(ref)];
    const [before, after] = [earlier, later].map(({ context }) => context.lookup(ref));
    if (!page || !now || !(before instanceof PDFDict) || !(after instanceof PDFDict)) return;
    const number = page.index + 1;
    const keys = differingKeys(before, after);
    for (const key of keys) if (key !== 'Annots') this.#revisions.add('page_changed', { page: number, key });
    this.#compareAnnotations(now, before, after, number);
    this.#revisions.explain(ref);
  }

  #compareAnnotations(now: PdfPage, before: PDFDict, after: PDFDict, page: number): void {
    const [old, all] = [before, after].map((dict) =>
      (lookupArray(dict, 'Annots')?.asArray() ?? []).map(String),
    );
    const known = new Set(old);
    const kept = new Set(all);
    if (old?.some((item) => !kept.has(item))) this.#revisions.add('annotation_removed', { page });
    const inOrder =
      all?.filter((item) => known.has(item)).join() === old?.filter((item) => kept.has(item)).join();
    if (!inOrder) this.#revisions.add('page_changed', { page, key: 'Annots' });
    const items = lookupArray(after, 'Annots')?.asArray() ?? [];
    const added = items.filter((item) => !known.has(String(item)));
    for (const item of added) this.#addAnnotation(item, page);
    this.#measure(now, added, page);
  }

  #addAnnotation(item: PDFObject, page: number): void {
    this.#listed.add(String(item));
    if (this.#widgets.has(String(item))) return;
    const annotation = this.#revisions.later.context.lookup(item);
    const type = annotation instanceof PDFDict ? (lookupName(annotation, 'Subtype') ?? '') : '';
    if (annotation instanceof PDFDict && isNote(annotation)) this.#revisions.add('note_added', { page });
    else this.#revisions.add('annotation_added', { page, type });
  }

  /** Reports visible new fields and the total area that they cover. */
  #measure(page: PdfPage, added: readonly PDFObject[], number: number): void {
    const limit = MAX_COVERED_PART * areaOf(page);
    let covered = 0;
    for (const item of added) {
      const widget = this.#widgets.get(String(item));
      const dict = this.#revisions.later.context.lookup(item);
      const area = widget && dict instanceof PDFDict ? visibleArea(dict) : 0;
      if (!widget || area === 0) continue;
      covered += area;
      if (widget.isNewField) this.#revisions.add('visible_signature', { field: widget.name, page: number });
      if (covered > limit) this.#revisions.add('signature_covers_page', { field: widget.name, page: number });
    }
  }

  /** Measures existing fields, and new ones that only /P links to the page: some readers follow it. */
  #measureSigned(): void {
    for (const [key, { name: field, widgets, isNewField }] of this.#widgets) {
      const ref = widgets.find((widget) => String(widget) === key);
      const dict = ref && this.#revisions.later.context.lookup(ref);
      if (!ref || !(dict instanceof PDFDict) || this.#listed.has(key)) continue;
      const area = visibleArea(dict);
      if (area === 0) continue;
      const page = this.#findPage(ref, dict);
      const number = (page?.index ?? 0) + 1;
      if (isNewField) this.#revisions.add('visible_signature', { field, page: number });
      else if (page && area > MAX_FIELD_PART * areaOf(page))
        this.#revisions.add('signature_covers_page', { field, page: number });
    }
  }

  /** Finds the page of a widget: that of /P if it lists the widget, otherwise any that does. */
  #findPage(ref: PDFRef, widget: PDFDict): PdfPage | undefined {
    const { earlier } = this.#revisions;
    const onPage = widget.get(PDFName.of('P'));
    const named = onPage instanceof PDFRef ? earlier.pageAt(onPage) : undefined;
    if (named && listAnnotations(named).some((item) => item === ref)) return named;
    this.#pages ??= indexAnnotations(earlier);
    return this.#pages.get(ref.objectNumber) ?? named;
  }

  /** Explains an indirect /Annots array that only pages refer to. */
  #compareList(ref: PDFRef): void {
    const { references } = this.#revisions.difference;
    const owners = [...references.referrersOf(ref.objectNumber)];
    const isList = owners.every((owner) => {
      const dict = this.#revisions.earlierObject(owner);
      return isPage(dict) && this.#revisions.refersOnlyBy('Annots', owner, ref);
    });
    if (owners.length === 0 || !isList) return;
    for (const owner of owners) this.#comparePage(this.#revisions.earlier.refTo(owner));
    this.#revisions.explain(ref);
  }

  #compareAnnotation(ref: PDFRef, before: PDFDict, after: PDFObject | undefined): void {
    const type = lookupName(before, 'Subtype') ?? '';
    if (!(after instanceof PDFDict)) return;
    this.#revisions.add('annotation_changed', { type, object: ref.objectNumber });
    this.#revisions.explain(ref);
  }
}

function areaOf({ geometry: { cropBox } }: PdfPage): number {
  const [left, bottom, right, top] = cropBox;
  return (right - left) * (top - bottom);
}

function listAnnotations({ dict }: PdfPage): readonly PDFObject[] {
  return lookupArray(dict, 'Annots')?.asArray() ?? [];
}

function indexAnnotations(file: PdfFile): ReadonlyMap<number, PdfPage> {
  const pages = new Map<number, PdfPage>();
  for (let index = 0; index < file.pageCount; index += 1) {
    const page = file.page(index);
    for (const item of listAnnotations(page)) if (item instanceof PDFRef) pages.set(item.objectNumber, page);
  }
  return pages;
}

function isPage(object: PDFObject | undefined): object is PDFDict {
  return object instanceof PDFDict && lookupName(object, 'Type') === 'Page';
}

function isAnnotation(dict: PDFDict): boolean {
  return dict.has(PDFName.of('Subtype')) && dict.has(PDFName.of('Rect'));
}

/** A text or pop-up annotation without an appearance or action. */
function isNote(annotation: PDFDict): boolean {
  const isComment = ['Text', 'Popup'].includes(lookupName(annotation, 'Subtype') ?? '');
  return isComment && ['AP', 'A', 'AA', 'OC'].every((key) => !annotation.has(PDFName.of(key)));
}
