import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFName,
  type PDFObject,
  PDFPageLeaf,
  type PDFRef,
} from 'pdf-lib';
import type { Budget } from '../limits.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { lookupArray, nameOf } from '../read/lookup.ts';
import { isSameObject } from '../write/serialise.ts';

/** A page with its ancestors, the root first, for inherited attributes (ISO 32000-1 7.7.3.4). */
export interface PageLeaf {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly ancestors: readonly PDFDict[];
}

export interface TreeLocation {
  readonly kids: PDFArray;
  readonly position: number;
  readonly ancestors: readonly PDFDict[];
  /** The reference of the last ancestor. */
  readonly nodeRef: PDFRef | undefined;
}

interface ListedObject {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
}

/** The copy of a page that the tree lists twice. It shares content and resources, but not annotations. */
export class PageCopy {
  readonly leaf: PageLeaf;
  /** Something may refer to it. */
  isNamed = false;
  readonly #context: PDFContext;
  readonly #location: TreeLocation;
  readonly #original: ListedObject;

  /** Throws `too_complex`. */
  constructor(context: PDFContext, location: TreeLocation, original: ListedObject, budget: Budget) {
    this.#context = context;
    this.#location = location;
    this.#original = original;
    budget.spend(countDirect(original.dict) + (lookupArray(original.dict, 'Annots')?.size() ?? 0));
    this.leaf = { ref: context.nextRef(), dict: this.#copyOriginal(), ancestors: location.ancestors };
    this.restore();
  }

  /** The shared object would look the same. */
  get isIdle(): boolean {
    return !this.isNamed && isSameObject(this.leaf.dict, this.#copyOriginal());
  }

  withdraw(): void {
    const { kids, position } = this.#location;
    kids.set(position, this.#original.ref);
    this.#context.delete(this.leaf.ref);
  }

  restore(): void {
    const { kids, position } = this.#location;
    this.#context.assign(this.leaf.ref, this.leaf.dict);
    kids.set(position, this.leaf.ref);
  }

  #copyOriginal(): PDFDict {
    const { dict } = this.#original;
    const context = this.#context;
    const copy = PDFPageLeaf.fromMapWithContext(copyEntries(dict, context), context, false);
    const annotations = lookupArray(dict, 'Annots');
    if (annotations !== undefined) copy.set(nameOf('Annots'), copyDirect(annotations, context));
    const { nodeRef } = this.#location;
    if (nodeRef !== undefined) copy.set(nameOf('Parent'), nodeRef);
    return copy;
  }
}

function countDirect(object: PDFObject): number {
  const values =
    object instanceof PDFArray ? object.asArray() : object instanceof PDFDict ? object.values() : [];
  return values.reduce((sum, value) => sum + countDirect(value), values.length);
}

/** Copies down to the references; the parser bounds the nesting. */
function copyDirect(object: PDFObject, context: PDFContext): PDFObject {
  if (object instanceof PDFArray) {
    const copy = PDFArray.withContext(context);
    for (const item of object.asArray()) copy.push(copyDirect(item, context));
    return copy;
  }
  return object instanceof PDFDict
    ? PDFDict.fromMapWithContext(copyEntries(object, context), context)
    : object;
}

function copyEntries(dict: PDFDict, context: PDFContext): Map<PDFName, PDFObject> {
  return new Map(Array.from(entriesOf(dict), ([key, value]) => [key, copyDirect(value, context)]));
}
