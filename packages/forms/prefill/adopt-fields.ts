import type { PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';
import { Key, readArray } from '../fields/dict-reading.ts';
import type { FieldDict, FieldNode } from '../fields/field-dict.ts';
import { MAX_PAGES_WALKED } from '../fields/field-kind.ts';
import { type Form, readForm } from '../fields/form.ts';
import { listParents } from '../fields/inherited-entries.ts';
import type { FormWarning } from './refresh-appearances.ts';

/**
 * In /Kids and /Fields, with an AcroForm if there is none. Returns the updated form and a warning per field.
 */
export function adoptWrittenFields(
  file: PdfFile,
  form: Form,
  written: ReadonlySet<string>,
): { readonly form: Form; readonly warnings: readonly FormWarning[] } {
  const nodes = form.fields.filter(({ name }) => written.has(name)).flatMap((field) => field.nodes);
  const acroForm = form.acroForm ?? (nodes.length > 0 ? addAcroForm(file) : undefined);
  if (!acroForm) return { form, warnings: [] };
  const lists = new FieldListWriter(acroForm);
  const changed = nodes.filter((node) => lists.adopt(node));
  return { form: { ...form, acroForm }, warnings: changed.map(({ name }) => ({ ...LISTED, field: name })) };
}

/** Adds unlisted fields (docs/glossary.md) to the form of a file that is or may become large. Returns their names. */
export function adoptUnlistedFields(file: PdfFile): readonly string[] {
  if (file.pageCount <= MAX_PAGES_WALKED - SPARE_PAGES) return [];
  const { acroForm, nodes } = readForm(file, { everyPage: true });
  // Without /Fields every page is searched anyway.
  if (acroForm === undefined || !readArray(acroForm, Key.Fields)?.size()) return [];
  const lists = new FieldListWriter(acroForm);
  const unlisted = nodes.filter(({ node }) => node.widgets.some((widget) => !widget.isReached));
  return unlisted.filter(({ node }) => lists.adopt(node)).map(({ node }) => node.name);
}

/** They may be added before the file is read again: 50 signees need four. */
const SPARE_PAGES = 50;

const LISTED: FormWarning = {
  code: 'field_listed',
  message: 'The form did not list the field or one of its widgets; this was corrected.',
};

function addAcroForm(file: PdfFile): PDFDict {
  const acroForm = PDFDict.withContext(file.context);
  file.catalog.set(Key.AcroForm, file.context.register(acroForm));
  return acroForm;
}

/** Each list is read once, since a field may have 100,000 kids. */
class FieldListWriter {
  readonly #acroForm: PDFDict;
  readonly #items = new Map<PDFArray, Set<PDFObject>>();
  readonly #listed: Set<PDFObject>;
  /** The lists without a listed item, for that length of /Fields. */
  #unlisted = { fields: 0, lists: new Set<Set<PDFObject>>() };

  constructor(acroForm: PDFDict) {
    this.#acroForm = acroForm;
    this.#listed = new Set(readArray(acroForm, Key.Fields)?.asArray());
  }

  /** Whether anything was missing. A direct object cannot be listed. */
  adopt(node: FieldNode): boolean {
    const widgets = node.widgets.filter(
      (widget) => widget !== node.entries && listParents(widget)[0] === node.entries,
    );
    const kids = widgets.map((widget) => this.#add(node.dict, Key.Kids, widget));
    return [...this.#linkUp(node), ...kids].includes(true);
  }

  /** Links to a listed level or sibling: listing a parent beside its kids would duplicate them. */
  #linkUp({ entries, ancestors }: FieldNode): boolean[] {
    if (this.#isListed(entries)) return [];
    const chain = [entries, ...ancestors];
    const found = chain.findIndex((level) => this.#isListed(level) || this.#hasListedKid(level));
    const level = chain[found];
    if (level && this.#isListed(level)) return this.#linkKids(chain.slice(0, found + 1));
    const own = found < 0 ? chain : chain.slice(0, found);
    const top = own.at(-1);
    if (top?.ref) this.#listed.add(top.ref);
    return [...this.#linkKids(own), this.#add(this.#acroForm, Key.Fields, top)];
  }

  #isListed({ ref }: FieldDict): boolean {
    return ref !== undefined && this.#listed.has(ref);
  }

  #hasListedKid({ dict }: FieldDict): boolean {
    const kids = this.#itemsOf(readArray(dict, Key.Kids));
    if (this.#unlisted.fields !== this.#listed.size)
      this.#unlisted = { fields: this.#listed.size, lists: new Set() };
    if (kids === undefined || this.#unlisted.lists.has(kids)) return false;
    for (const kid of kids) if (this.#listed.has(kid)) return true;
    this.#unlisted.lists.add(kids);
    return false;
  }

  #linkKids(chain: readonly FieldDict[]): boolean[] {
    return chain.slice(1).map((parent, index) => this.#add(parent.dict, Key.Kids, chain[index]));
  }

  #add(owner: PDFDict, key: typeof Key.Kids, item: FieldDict | undefined): boolean {
    const ref = item?.ref;
    const list = readArray(owner, key);
    const items = this.#itemsOf(list);
    if (!ref || items?.has(ref)) return false;
    items?.add(ref);
    if (list) list.push(ref);
    else owner.set(key, withItem(owner, ref));
    return true;
  }

  #itemsOf(list: PDFArray | undefined): Set<PDFObject> | undefined {
    if (list === undefined) return undefined;
    const items = this.#items.get(list) ?? new Set(list.asArray());
    this.#items.set(list, items);
    return items;
  }
}

function withItem(owner: PDFDict, ref: PDFRef): PDFArray {
  const array = PDFArray.withContext(owner.context);
  array.push(ref);
  return array;
}
