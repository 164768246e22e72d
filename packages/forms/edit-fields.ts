import {
  encodeTextString,
  type PdfFile,
  removeFromStructure,
  requireFieldDepth,
  warnIfSigned,
} from '@countersign/pdf';
import { checkArguments, exactly, integer, openFile, optional, text } from '@countersign/pdf/arguments';
import { type PDFContext, PDFDict, type PDFName, type PDFObject } from 'pdf-lib';
import { createSuggester, describeUnknownField } from './attributes/warnings.ts';
import { NameTree } from './create/name-tree.ts';
import { FormError } from './errors.ts';
import { Key, readArray, readDict, resolve } from './fields/dict-reading.ts';
import type { FieldNode } from './fields/field-dict.ts';
import { type Form, readForm } from './fields/form.ts';
import { readInherited, shield } from './fields/inherited-entries.ts';
import { dropXfa } from './prefill/prefill.ts';
import type { FormWarning } from './prefill/refresh-appearances.ts';

export interface EditReport {
  readonly warnings: readonly FormWarning[];
}

export interface RemoveFieldOptions {
  /** Only the widgets on this page, from 0; the field goes with its last widget. */
  readonly page?: number | undefined;
}

const RENAME = { file: openFile, from: text, to: text };
const REMOVE = { file: openFile, name: text, options: exactly({ page: optional(integer) }) };

/** Entries that fields inherit (ISO 32000-1 tables 220, 222, 229 and 231). */
const INHERITABLE: readonly PDFName[] = [
  Key.FT,
  Key.Ff,
  Key.V,
  Key.DV,
  Key.DA,
  Key.Q,
  Key.MaxLen,
  Key.Opt,
  Key.TI,
  Key.I,
];

/**
 * Gives a field another fully qualified name, and another parent if the name says so. Scripts that name the field are not
 * changed. Throws FormError `unknown_field`, `field_name_taken` and `field_name_invalid`.
 */
export async function renameField(file: PdfFile, from: string, to: string): Promise<EditReport> {
  checkArguments({ file, from, to }, RENAME);
  const form = readForm(file);
  const nodes = findNodes(form, from);
  if (from === to) return { warnings: [] };
  const names = new NameTree(form);
  names.claim(to);
  const { acroForm } = form;
  if (acroForm === undefined) throw unknownField(form, from);
  const isSameParent = parentName(from) === parentName(to);
  if (!isSameParent) for (const node of nodes) detach(node, acroForm);
  const place = names.placeOf(to, acroForm);
  for (const node of nodes) {
    const { dict, ref } = node;
    dict.set(Key.T, encodeTextString(place.partialName));
    if (isSameParent) continue;
    if (place.parent) {
      dict.set(Key.Parent, place.parent.ref);
      shield(dict, place.parent.dict);
    } else dict.delete(Key.Parent);
    names.add(place, ref ?? file.context.register(dict));
  }
  if (!isSameParent) names.finish(acroForm);
  return { warnings: [...warnIfSigned(file), ...dropXfa(form)] };
}

/**
 * Removes a field with its widgets, or those of one page. Signature fields stay. Throws FormError `unknown_field`, also
 * if the field has no widget on the page.
 */
export async function removeField(
  file: PdfFile,
  name: string,
  options: RemoveFieldOptions = {},
): Promise<EditReport> {
  checkArguments({ file, name, options }, REMOVE);
  const form = readForm(file, { everyPage: true });
  const nodes = findNodes(form, name);
  const all = nodes.flatMap(({ widgets }) => widgets);
  const removed = all.filter(
    ({ places }) => options.page === undefined || places.some(({ page }) => page === options.page),
  );
  if (options.page !== undefined && removed.length === 0)
    throw new FormError('unknown_field', `it is not on page ${options.page}`, { field: name });
  const widgets = new Set(removed.map(({ dict }) => dict));
  removeFromStructure(file, widgets);
  const warnings = [...warnIfSigned(file), ...dropXfa(form)];
  if (removed.length === all.length) removeFields(file, form, new Set(nodes));
  else {
    removeWidgets(file, form, widgets);
    for (const { dict } of nodes) keepKids(dict, widgets);
  }
  return { warnings };
}

/** The dictionary of a field with one widget has no kids. */
function keepKids(field: PDFDict, removed: ReadonlySet<PDFDict>): void {
  const kids = readArray(field, Key.Kids)?.asArray() ?? [];
  const kept = kids.filter((kid) => !isIn(removed, field, kid));
  if (kept.length < kids.length) field.set(Key.Kids, field.context.obj(kept));
}

/** Removes fields with their widgets, and the levels of names that are then empty. */
export function removeFields(file: PdfFile, form: Form, nodes: ReadonlySet<FieldNode>): void {
  removeWidgets(file, form, new Set([...nodes].flatMap(({ widgets }) => widgets.map(({ dict }) => dict))));
  const { acroForm } = form;
  if (acroForm === undefined) return;
  const kept = form.nodes.flatMap(({ node }) => (nodes.has(node) ? [] : [node.dict]));
  const isEmpty = form.nodes.every(({ node, kind }) => nodes.has(node) || kind === 'signature');
  keepOnly(acroForm, new Set(kept), isEmpty);
}

function removeWidgets(file: PdfFile, form: Form, widgets: ReadonlySet<PDFDict>): void {
  const onPages = form.placements.filter(({ dict }) => widgets.has(dict));
  for (const index of new Set(onPages.map(({ page }) => page)))
    removeFromPage(file.page(index).dict, widgets);
}

function removeFromPage(page: PDFDict, widgets: ReadonlySet<PDFDict>): void {
  const annotations = readArray(page, Key.Annots);
  if (!annotations) return;
  const kept = annotations.asArray().filter((item) => !isIn(widgets, page, item));
  if (kept.length === 0) page.delete(Key.Annots);
  // The old one may be shared with another page.
  else page.set(Key.Annots, page.context.obj(kept));
}

/** XFA has the removed fields, and some readers show it instead. */
function keepOnly(acroForm: PDFDict, kept: ReadonlySet<PDFDict>, isEmpty: boolean): void {
  const roots = readArray(acroForm, Key.Fields)?.asArray() ?? [];
  acroForm.set(Key.Fields, acroForm.context.obj(keepFields(acroForm.context, roots, kept, new Map(), 0)));
  acroForm.delete(Key.XFA);
  if (isEmpty) acroForm.delete(Key.NeedAppearances);
  const calculated = readArray(acroForm, Key.CO)?.asArray() ?? [];
  const remaining = calculated.filter((item) => isIn(kept, acroForm, item));
  if (remaining.length > 0) acroForm.set(Key.CO, acroForm.context.obj(remaining));
  else acroForm.delete(Key.CO);
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

/** Visits each dictionary once, so that cycles and shared kids end. */
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

/** Inherited entries become the field's own. */
function detach(node: FieldNode, acroForm: PDFDict): void {
  for (const key of INHERITABLE) {
    const value = node.dict.has(key) ? undefined : readInherited(node, key);
    if (value !== undefined) node.dict.set(key, value);
  }
  const parent = readDict(node.dict, Key.Parent);
  const owner = parent ?? acroForm;
  const key = parent ? Key.Kids : Key.Fields;
  const items = readArray(owner, key)?.asArray() ?? [];
  const kept = items.filter((item) => resolve(owner.context, item) !== node.dict);
  owner.set(key, owner.context.obj(kept));
}

function findNodes(form: Form, name: string): readonly FieldNode[] {
  const nodes = form.nodes.filter((each) => each.kind !== 'signature' && each.node.name === name);
  if (nodes.length === 0 || name === '') throw unknownField(form, name);
  return nodes.map(({ node }) => node);
}

export function unknownField({ nodes }: Form, name: string): FormError {
  const suggest = createSuggester(() => nodes.map(({ node }) => node.name));
  return new FormError('unknown_field', 'the form has no such field', {
    ...describeUnknownField(name, suggest),
  });
}

function parentName(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
