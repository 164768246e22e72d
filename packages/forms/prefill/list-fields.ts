import type { PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';
import { readArray } from '../fields/dict-reading.ts';
import type { FieldDict } from '../fields/field-dict.ts';
import { listParents } from '../fields/field-parents.ts';
import type { FieldNode } from '../fields/field-tree.ts';
import { type Form, readForm } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';
import { MOST_PAGES_WALKED } from '../fields/limits.ts';
import type { FormWarning } from './refresh-appearances.ts';

/**
 * Puts written fields that only pages show where readers look for values: into /Kids of their parents and /Fields of
 * the form, which is made when there is none. Gives the form as it is then, and a warning for each such field.
 */
export function listWrittenFields(
  file: PdfFile,
  form: Form,
  written: ReadonlySet<string>,
): { readonly form: Form; readonly warnings: readonly FormWarning[] } {
  const nodes = form.fields.filter(({ name }) => written.has(name)).flatMap((field) => field.nodes);
  const acroForm = form.acroForm ?? (nodes.length > 0 ? addAcroForm(file) : undefined);
  if (!acroForm) return { form, warnings: [] };
  const listed = new Set(readArray(acroForm, Key.Fields)?.asArray());
  const changed = nodes.filter((node) => listNode(acroForm, listed, node));
  return { form: { ...form, acroForm }, warnings: changed.map(({ name }) => ({ ...LISTED, field: name })) };
}

/**
 * Puts every field and widget that only pages show into the form, in a file large enough that reading the form would not
 * look at all its pages (ours: or could become so by the pages that are added for signatures). Answers the names.
 */
export function listStrayFields(file: PdfFile): readonly string[] {
  if (file.pageCount <= MOST_PAGES_WALKED - SPARE_PAGES) return [];
  const { acroForm, nodes } = readForm(file, { everyPage: true });
  // Without a field in /Fields every page is walked.
  const listed = new Set(acroForm && readArray(acroForm, Key.Fields)?.asArray());
  if (acroForm === undefined || listed.size === 0) return [];
  const stray = nodes.filter(({ node }) => node.widgets.some((widget) => !widget.isReached));
  return stray.filter(({ node }) => listNode(acroForm, listed, node)).map(({ node }) => node.name);
}

/** Pages that a document may get before it is read again: 50 signees need four. */
const SPARE_PAGES = 50;

const LISTED: FormWarning = {
  code: 'field_listed',
  message: 'The form did not list the field or a widget of it; it does now.',
};

function addAcroForm(file: PdfFile): PDFDict {
  const acroForm = PDFDict.withContext(file.context);
  file.catalog.set(Key.AcroForm, file.context.register(acroForm));
  return acroForm;
}

/** Tells whether anything was missing. A field that is no object of its own cannot be listed. */
function listNode(acroForm: PDFDict, listed: Set<PDFObject>, node: FieldNode): boolean {
  const widgets = node.widgets.filter(
    (widget) => widget !== node.entries && listParents(widget)[0] === node.entries,
  );
  const kids = widgets.map((widget) => addTo(node.dict, Key.Kids, widget));
  return [...linkUp(acroForm, listed, node), ...kids].includes(true);
}

/**
 * Links a field to what /Fields lists already: itself, a level above it, or other fields of its parent. Some writers list
 * kids, and a parent listed beside them would be found twice.
 */
function linkUp(acroForm: PDFDict, listed: Set<PDFObject>, { entries, ancestors }: FieldNode): boolean[] {
  if (isListed(entries, listed)) return [];
  const chain = [entries, ...ancestors];
  const found = chain.findIndex(
    (level) => isListed(level, listed) || listKids(level).some((kid) => listed.has(kid)),
  );
  const level = chain[found];
  if (level && isListed(level, listed)) return linkKids(chain.slice(0, found + 1));
  const own = found < 0 ? chain : chain.slice(0, found);
  const top = own.at(-1);
  if (top?.ref) listed.add(top.ref);
  return [...linkKids(own), addTo(acroForm, Key.Fields, top)];
}

function isListed({ ref }: FieldDict, listed: ReadonlySet<PDFObject>): boolean {
  return ref !== undefined && listed.has(ref);
}

function listKids(level: FieldDict): readonly PDFObject[] {
  return readArray(level, Key.Kids)?.asArray() ?? [];
}

function linkKids(chain: readonly FieldDict[]): boolean[] {
  return chain.slice(1).map((parent, index) => addTo(parent.dict, Key.Kids, chain[index]));
}

function addTo(owner: PDFDict, key: typeof Key.Kids, item: FieldDict | undefined): boolean {
  const ref = item?.ref;
  const list = readArray(owner, key);
  if (!ref || list?.asArray().includes(ref)) return false;
  if (list) list.push(ref);
  else owner.set(key, withItem(owner, ref));
  return true;
}

function withItem(owner: PDFDict, ref: PDFRef): PDFArray {
  const array = PDFArray.withContext(owner.context);
  array.push(ref);
  return array;
}
