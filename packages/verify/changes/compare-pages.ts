import { lookupArray, lookupName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, PDFNull, type PDFObject, type PDFRef } from 'pdf-lib';
import type { ChangedWidgets } from './compare-form.ts';
import { differingKeys, type Revisions } from './revision.ts';

export function comparePages(revisions: Revisions, widgets: ChangedWidgets): void {
  new PageComparison(revisions, widgets).run();
}

class PageComparison {
  readonly #revisions: Revisions;
  readonly #widgets: ChangedWidgets;
  readonly #done = new Set<number>();

  constructor(revisions: Revisions, widgets: ChangedWidgets) {
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
    for (const key of keys)
      if (key !== 'Annots' || !isList(after)) this.#revisions.add('page_changed', { page: number, key });
    this.#compareAnnotations(before, after, number);
    this.#revisions.explain(ref);
  }

  #compareAnnotations(before: PDFDict, after: PDFDict, page: number): void {
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
  }

  #addAnnotation(item: PDFObject, page: number): void {
    const widget = this.#widgets.get(String(item));
    // A field that was in the form and not on this page is shown like a new one.
    if (widget?.kind === 'signed') this.#widgets.set(String(item), { ...widget, kind: 'new' });
    if (widget !== undefined && widget.kind !== 'filled') return;
    const annotation = this.#revisions.later.context.lookup(item);
    const type = annotation instanceof PDFDict ? (lookupName(annotation, 'Subtype') ?? '') : '';
    if (annotation instanceof PDFDict && isNote(annotation)) this.#revisions.add('note_added', { page });
    else this.#revisions.add('annotation_added', { page, type });
  }

  /** An indirect /Annots array that only pages refer to. */
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

/** Returns false for annotations that are no array: another object may use the entry. */
function isList(page: PDFDict): boolean {
  const annotations = page.lookup(PDFName.of('Annots'));
  return annotations === undefined || annotations === PDFNull || annotations instanceof PDFArray;
}

function isPage(object: PDFObject | undefined): object is PDFDict {
  return object instanceof PDFDict && lookupName(object, 'Type') === 'Page';
}

function isAnnotation(dict: PDFDict): boolean {
  return dict.has(PDFName.of('Subtype')) && dict.has(PDFName.of('Rect'));
}

/** Whether the annotation has neither an appearance nor an action. */
function isNote(annotation: PDFDict): boolean {
  const isComment = ['Text', 'Popup'].includes(lookupName(annotation, 'Subtype') ?? '');
  return isComment && ['AP', 'A', 'AA', 'OC'].every((key) => !annotation.has(PDFName.of(key)));
}
