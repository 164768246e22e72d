import { type PdfFile, requireFieldDepth } from '@countersign/pdf';
import { type PDFContext, PDFDict, type PDFObject } from 'pdf-lib';
import { readArray, resolve } from '../fields/dict-reading.ts';
import type { Form } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';

/** Signature fields stay. */
export function removeFields(file: PdfFile, form: Form, widgets: ReadonlySet<PDFDict>): void {
  const onPages = form.placements.filter(({ dict }) => widgets.has(dict));
  for (const index of new Set(onPages.map(({ page }) => page))) removeWidgets(file.page(index).dict, widgets);
  const signatures = form.nodes.filter(({ kind }) => kind === 'signature');
  if (form.acroForm) emptyAcroForm(form.acroForm, new Set(signatures.map(({ node }) => node.dict)));
}

function removeWidgets(page: PDFDict, widgets: ReadonlySet<PDFDict>): void {
  const annotations = readArray(page, Key.Annots);
  if (!annotations) return;
  const kept = annotations.asArray().filter((item) => !isIn(widgets, page, item));
  if (kept.length === 0) page.delete(Key.Annots);
  // The old one may be shared with another page.
  else page.set(Key.Annots, page.context.obj(kept));
}

function emptyAcroForm(acroForm: PDFDict, kept: ReadonlySet<PDFDict>): void {
  const roots = readArray(acroForm, Key.Fields)?.asArray() ?? [];
  acroForm.set(Key.Fields, acroForm.context.obj(keepFields(acroForm.context, roots, kept, new Map(), 0)));
  acroForm.delete(Key.XFA);
  acroForm.delete(Key.NeedAppearances);
  // The calculation order refers to removed fields.
  acroForm.delete(Key.CO);
}

function keepFields(
  context: PDFContext,
  items: readonly PDFObject[],
  kept: ReadonlySet<PDFDict>,
  decided: Map<PDFDict, boolean>,
  depth: number,
): PDFObject[] {
  requireFieldDepth(depth);
  return items.filter((item) => {
    const dict = resolve(context, item);
    return dict instanceof PDFDict && isKept(dict, kept, decided, depth);
  });
}

/** Once for each dictionary, so that cycles and shared kids end. */
function isKept(
  dict: PDFDict,
  kept: ReadonlySet<PDFDict>,
  decided: Map<PDFDict, boolean>,
  depth: number,
): boolean {
  const known = decided.get(dict);
  if (known !== undefined) return known;
  decided.set(dict, kept.has(dict));
  if (kept.has(dict)) return true;
  const kids = readArray(dict, Key.Kids)?.asArray() ?? [];
  const remaining = keepFields(dict.context, kids, kept, decided, depth + 1);
  if (remaining.length > 0 && remaining.length < kids.length) {
    dict.set(Key.Kids, dict.context.obj(remaining));
  }
  decided.set(dict, remaining.length > 0);
  return remaining.length > 0;
}

function isIn(set: ReadonlySet<PDFDict>, page: PDFDict, item: PDFObject): boolean {
  const dict = resolve(page.context, item);
  return dict instanceof PDFDict && set.has(dict);
}
