import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../pdf-file.ts';
import { asDict, asNumber } from '../read/lookup.ts';
import { encodeTextString } from '../read/strings.ts';
import { numberTreeEntries } from '../read/tree-entries.ts';
import type { PdfPage } from './pdf-page.ts';

const STRUCT_TREE_ROOT = PDFName.of('StructTreeRoot');
const PARENT_TREE = PDFName.of('ParentTree');
const NEXT_KEY = PDFName.of('ParentTreeNextKey');
const STRUCT_PARENT = PDFName.of('StructParent');
const STRUCT_PARENTS = PDFName.of('StructParents');
const OBJ = PDFName.of('Obj');
const PARENT = PDFName.of('P');
const NUMS = PDFName.of('Nums');
const KIDS = PDFName.of('Kids');
const ELEMENT_KIDS = PDFName.of('K');
const ELEMENT_TYPE = PDFName.of('S');
const ALTERNATIVE = PDFName.of('Alt');
const DOCUMENT = PDFName.of('Document');

/** Each key needs an object (ISO 32000-1 annex C.2). */
const MAX_PARENT_KEY = 8_388_607;
/** Where the Document element is looked for. */
const MAX_ROOT_KIDS = 100;

/** The structure of a tagged file, to which a Form element is added for each new widget (ISO 32000-1 14.8.4.5). */
export class FormStructure {
  readonly #context: PDFContext;
  readonly #root: PDFDict;
  /** The parent of the new elements. */
  readonly #owner: { readonly dict: PDFDict; readonly ref: PDFRef };
  readonly #elements: PDFRef[] = [];
  readonly #pairs: PDFObject[] = [];
  #nextKey: number;

  /** Returns undefined if the file has no structure. */
  static open(file: PdfFile): FormStructure | undefined {
    const root = readDict(file.catalog, STRUCT_TREE_ROOT);
    return root && new FormStructure(file, root);
  }

  private constructor({ catalog, context }: PdfFile, root: PDFDict) {
    this.#context = context;
    this.#root = root;
    const found = catalog.get(STRUCT_TREE_ROOT);
    const ref = found instanceof PDFRef ? found : context.register(root);
    if (ref !== found) catalog.set(STRUCT_TREE_ROOT, ref);
    this.#owner = findDocument(root) ?? { dict: root, ref };
    this.#nextKey = findNextKey(root);
  }

  /** `description` is the alternative text of what the widget shows. */
  add(page: PdfPage, widget: PDFDict, widgetRef: PDFRef, description?: string): void {
    const dict = this.#context.obj({
      ...{ Type: 'StructElem', S: 'Form', P: this.#owner.ref, Pg: page.ref },
      K: { Type: 'OBJR', Obj: widgetRef, Pg: page.ref },
    });
    if (description !== undefined) dict.set(ALTERNATIVE, encodeTextString(description));
    const element = this.#context.register(dict);
    this.#elements.push(element);
    widget.set(STRUCT_PARENT, PDFNumber.of(this.#nextKey));
    this.#pairs.push(PDFNumber.of(this.#nextKey), element);
    this.#nextKey += 1;
  }

  /**
   * Adds an element for each marked content sequence of a new page: the first has /MCID 0, and so on. `description` is
   * the alternative text of a figure.
   */
  addContent(
    page: PdfPage,
    sequences: readonly { readonly role: string; readonly description?: string | undefined }[],
  ): void {
    if (sequences.length === 0) return;
    const elements = sequences.map(({ role, description }, K) => {
      const dict = this.#context.obj({ Type: 'StructElem', S: role, P: this.#owner.ref, Pg: page.ref, K });
      if (description !== undefined) dict.set(ALTERNATIVE, encodeTextString(description));
      return this.#context.register(dict);
    });
    this.#elements.push(...elements);
    page.dict.set(STRUCT_PARENTS, PDFNumber.of(this.#nextKey));
    this.#pairs.push(PDFNumber.of(this.#nextKey), this.#context.register(listOf(this.#context, elements)));
    this.#nextKey += 1;
  }

  finish(): void {
    if (this.#elements.length === 0) return;
    const { dict } = this.#owner;
    const kids = readEntry(dict, ELEMENT_KIDS);
    const known =
      kids instanceof PDFArray ? kids.asArray() : [dict.get(ELEMENT_KIDS)].filter((kid) => kid !== undefined);
    dict.set(ELEMENT_KIDS, listOf(this.#context, [...known, ...this.#elements]));
    this.#root.set(PARENT_TREE, this.#extendParentTree());
    this.#root.set(NEXT_KEY, PDFNumber.of(this.#nextKey));
  }

  /** The new keys follow all others (7.9.7). */
  #extendParentTree(): PDFObject {
    const context = this.#context;
    const tree = readDict(this.#root, PARENT_TREE);
    const kids = tree && readArray(tree, KIDS);
    if (tree === undefined) return context.register(context.obj({ Nums: this.#pairs }));
    if (kids === undefined) {
      tree.set(NUMS, listOf(context, [...(readArray(tree, NUMS)?.asArray() ?? []), ...this.#pairs]));
    } else {
      const Limits = [this.#nextKey - this.#pairs.length / 2, this.#nextKey - 1];
      const leaf = context.register(context.obj({ Limits, Nums: this.#pairs }));
      tree.set(KIDS, listOf(context, [...kids.asArray(), leaf]));
    }
    return this.#root.get(PARENT_TREE) ?? tree;
  }
}

/** Takes widgets out of the structure, with their elements if nothing else is in them. */
export function removeFromStructure({ catalog }: PdfFile, widgets: ReadonlySet<PDFDict>): void {
  const root = readDict(catalog, STRUCT_TREE_ROOT);
  const keys = new Set([...widgets].flatMap((widget) => readNumber(widget, STRUCT_PARENT) ?? []));
  if (root === undefined || keys.size === 0) return;
  const isWidget = (kid: PDFDict) => {
    const annotation = readEntry(kid, OBJ);
    return annotation instanceof PDFDict && widgets.has(annotation);
  };
  const emptied = new Set<PDFDict>();
  for (const [key, value] of numberTreeEntries(readDict(root, PARENT_TREE))) {
    const element = keys.has(key) ? resolve(root.context, value) : undefined;
    if (element instanceof PDFDict && removeKids(element, isWidget) === 0) emptied.add(element);
  }
  const parents = new Set([...emptied].flatMap((element) => readDict(element, PARENT) ?? []));
  for (const parent of parents) removeKids(parent, (kid) => emptied.has(kid));
}

/** Returns how many are left. */
function removeKids(element: PDFDict, isRemoved: (kid: PDFDict) => boolean): number {
  const kids = readEntry(element, ELEMENT_KIDS);
  const items =
    kids instanceof PDFArray
      ? kids.asArray()
      : [element.get(ELEMENT_KIDS)].filter((kid) => kid !== undefined);
  const kept = items.filter((item) => {
    const kid = resolve(element.context, item);
    return !(kid instanceof PDFDict && isRemoved(kid));
  });
  if (kept.length < items.length) element.set(ELEMENT_KIDS, listOf(element.context, kept));
  return kept.length;
}

function findDocument(root: PDFDict): { readonly dict: PDFDict; readonly ref: PDFRef } | undefined {
  const kids = readEntry(root, ELEMENT_KIDS);
  const items = kids instanceof PDFArray ? kids.asArray().slice(0, MAX_ROOT_KIDS) : [root.get(ELEMENT_KIDS)];
  for (const ref of items) {
    const dict = resolve(root.context, ref);
    if (ref instanceof PDFRef && dict instanceof PDFDict && readEntry(dict, ELEMENT_TYPE) === DOCUMENT)
      return { dict, ref };
  }
  return undefined;
}

/** /ParentTreeNextKey may be missing or too low. */
function findNextKey(root: PDFDict): number {
  const stated = readNumber(root, NEXT_KEY) ?? 0;
  const keys = numberTreeEntries(readDict(root, PARENT_TREE)).map(([key]) => key);
  const last = keys.findLast(isKey) ?? -1;
  return Math.max(last + 1, isKey(stated) ? stated : 0);
}

function isKey(key: number): boolean {
  return Number.isInteger(key) && key >= 0 && key <= MAX_PARENT_KEY;
}

function listOf(context: PDFContext, items: readonly PDFObject[]): PDFArray {
  const list = PDFArray.withContext(context);
  for (const item of items) list.push(item);
  return list;
}

function readEntry(dict: PDFDict, key: PDFName): PDFObject | undefined {
  return resolve(dict.context, dict.get(key));
}

function readDict(dict: PDFDict, key: PDFName): PDFDict | undefined {
  return asDict(readEntry(dict, key));
}

function readArray(dict: PDFDict, key: PDFName): PDFArray | undefined {
  const value = readEntry(dict, key);
  return value instanceof PDFArray ? value : undefined;
}

function readNumber(dict: PDFDict, key: PDFName): number | undefined {
  return asNumber(readEntry(dict, key));
}

/** One unreadable object must not fail the whole structure. */
function resolve(context: PDFContext, object: PDFObject | undefined): PDFObject | undefined {
  try {
    return context.lookup(object);
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') return undefined;
    throw error;
  }
}
