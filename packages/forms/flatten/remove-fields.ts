import type { PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, type PDFObject } from 'pdf-lib';
import { readArray, readEntry, resolve } from '../fields/dict-reading.ts';
import type { Form } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';
import { MAX_FIELD_DEPTH } from '../fields/limits.ts';

/** Takes field dictionaries out of the field tree and widgets out of the pages; what else is there stays. */
export function removeFields(
  file: PdfFile,
  form: Form,
  fields: ReadonlySet<PDFDict>,
  widgets: ReadonlySet<PDFDict>,
): void {
  const pages = new Set(
    [...form.pageWidgets.values()].filter(({ dict }) => widgets.has(dict)).map(({ page }) => page),
  );
  for (const index of pages) removeWidgets(file.page(index).dict, widgets);
  if (form.acroForm) emptyAcroForm(form.acroForm, fields);
}

function removeWidgets(page: PDFDict, widgets: ReadonlySet<PDFDict>): void {
  const annotations = readArray(page, Key.Annots);
  if (!annotations) return;
  const kept = annotations.asArray().filter((item) => !isIn(widgets, page, item));
  if (kept.length === 0) page.delete(Key.Annots);
  // A new array: an indirect one may be shared with another page.
  else page.set(Key.Annots, page.context.obj(kept));
}

function emptyAcroForm(acroForm: PDFDict, fields: ReadonlySet<PDFDict>): void {
  const roots = readArray(acroForm, Key.Fields)?.asArray() ?? [];
  const kept = keepFields(acroForm, roots, fields, new Set(), 0);
  acroForm.set(Key.Fields, acroForm.context.obj(kept));
  acroForm.delete(Key.XFA);
  acroForm.delete(Key.NeedAppearances);
  // The order of calculation names fields that are gone.
  acroForm.delete(Key.CO);
}

/** The branches that still hold something: a level of names goes with the last field below it. */
function keepFields(
  owner: PDFDict,
  items: readonly PDFObject[],
  fields: ReadonlySet<PDFDict>,
  seen: Set<PDFDict>,
  depth: number,
): PDFObject[] {
  return items.filter((item) => {
    const dict = resolve(owner.context, item);
    if (!(dict instanceof PDFDict) || seen.has(dict) || depth > MAX_FIELD_DEPTH) return false;
    seen.add(dict);
    const kids = readEntry(dict, Key.Kids);
    if (!(kids instanceof PDFArray) || !hasFieldBelow(dict, kids)) return !fields.has(dict);
    const kept = keepFields(dict, kids.asArray(), fields, seen, depth + 1);
    if (kept.length > 0 && kept.length < kids.size()) dict.set(Key.Kids, dict.context.obj(kept));
    return kept.length > 0;
  });
}

/** Kids with names are fields; without, they are widgets and go or stay with their field. */
function hasFieldBelow(dict: PDFDict, kids: PDFArray): boolean {
  return kids.asArray().some((kid) => {
    const below = resolve(dict.context, kid);
    return below instanceof PDFDict && below.has(Key.T);
  });
}

function isIn(set: ReadonlySet<PDFDict>, page: PDFDict, item: PDFObject): boolean {
  const dict = resolve(page.context, item);
  return dict instanceof PDFDict && set.has(dict);
}
