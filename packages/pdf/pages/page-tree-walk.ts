import { type PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { Budget, type PdfLimits, tooComplex } from '../limits.ts';
import type { DictKeys } from '../read/dict-keys.ts';
import type { RawDict } from '../read/dict-walker.ts';
import { lookupArray, lookupDict, lookupNumber } from '../read/lookup.ts';
import { PageCopy, type PageLeaf, type TreeLocation } from './page-copy.ts';

const KIDS = PDFName.of('Kids');
const PARENT = PDFName.of('Parent');
const PAGE = PDFName.of('Page');
const PAGES = PDFName.of('Pages');
const TYPE = PDFName.of('Type');

export function kidAt(kids: PDFArray, position: number): PDFDict | undefined {
  const isInside = position >= 0 && position < kids.size();
  const kid: PDFObject | undefined = isInside ? kids.lookup(position) : undefined;
  return kid instanceof PDFDict ? kid : undefined;
}

/** A stray /Kids does not matter. */
export function isNode(dict: PDFDict): boolean {
  const type = dict.lookup(TYPE);
  if (type === PAGE) return false;
  return type === PAGES || dict.has(KIDS);
}

/**
 * Corrects /Parent: Poppler inherits from the node, PDF.js and PDFium from /Parent. Returns true if it changed.
 */
export function alignParent(kids: PDFArray, position: number, nodeRef: PDFRef | undefined): boolean {
  const kid = kidAt(kids, position);
  if (kid === undefined || nodeRef === undefined || kid.get(PARENT) === nodeRef) return false;
  const parent = lookupDict(kid, 'Parent');
  if (parent !== undefined && parent === kid.context.lookup(nodeRef)) return false;
  const siblings = parent && lookupArray(parent, 'Kids');
  if (siblings !== undefined && siblings.indexOf(kids.get(position)) !== undefined) return false;
  kid.set(PARENT, nodeRef);
  return true;
}

export function countOf(node: PDFDict): number {
  const count = lookupNumber(node, 'Count') ?? 0;
  return Number.isInteger(count) && count > 0 ? count : 0;
}

function sizeOf(kid: PDFDict): number {
  return isNode(kid) ? countOf(kid) : 1;
}

/** Kids between the first and last are read only if necessary. */
export function isCountRight(node: PDFDict): boolean {
  const kids = lookupArray(node, 'Kids');
  const first = kids === undefined ? undefined : kidAt(kids, 0);
  const last = kids === undefined ? undefined : kidAt(kids, kids.size() - 1);
  if (kids === undefined || first === undefined || last === undefined || sizeOf(last) === 0) return false;
  const promised = countOf(node);
  if ((kids.size() - 1) * sizeOf(first) + sizeOf(last) === promised) return true;
  return sumOfSizes(kids) === promised;
}

function sumOfSizes(kids: PDFArray): number {
  let sum = 0;
  for (let position = 0; position < kids.size(); position += 1) {
    const kid = kidAt(kids, position);
    sum += kid === undefined ? Number.NaN : sizeOf(kid);
  }
  return sum;
}

/** All counts below the node are right and every kid exists. */
export function isComplete(node: PDFDict, isListed: (ref: PDFRef) => boolean, depth: number): boolean {
  const kids = lookupArray(node, 'Kids');
  if (kids === undefined || depth === 0 || !isCountRight(node)) return false;
  if (!kids.asArray().every((kid) => !(kid instanceof PDFRef) || isListed(kid))) return false;
  const first = kidAt(kids, 0);
  if (countOf(node) === kids.size() && first !== undefined && !isNode(first)) return true;
  for (let position = 0; position < kids.size(); position += 1) {
    const kid = kidAt(kids, position);
    if (kid === undefined || (isNode(kid) && !isComplete(kid, isListed, depth - 1))) return false;
  }
  return true;
}

export interface TreeStep {
  readonly dict: PDFDict;
  readonly position: number;
  readonly remaining: number;
}

export function stepDown(node: PDFDict, index: number): TreeStep | undefined {
  const kids = lookupArray(node, 'Kids');
  if (kids === undefined) return undefined;
  return stepToLeaf(node, kids, index) ?? stepIntoLast(node, kids, index) ?? stepByCounts(kids, index);
}

function stepToLeaf(node: PDFDict, kids: PDFArray, index: number): TreeStep | undefined {
  const kid = countOf(node) === kids.size() ? kidAt(kids, index) : undefined;
  return kid === undefined || isNode(kid) ? undefined : { dict: kid, position: index, remaining: 0 };
}

function stepIntoLast(node: PDFDict, kids: PDFArray, index: number): TreeStep | undefined {
  const position = kids.size() - 1;
  const dict = kidAt(kids, position);
  const remaining = dict === undefined ? -1 : index - (countOf(node) - sizeOf(dict));
  return dict === undefined || remaining < 0 ? undefined : { dict, position, remaining };
}

function stepByCounts(kids: PDFArray, index: number): TreeStep | undefined {
  let remaining = index;
  for (let position = 0; position < kids.size(); position += 1) {
    const dict = kidAt(kids, position);
    if (dict === undefined) return undefined;
    const size = sizeOf(dict);
    if (remaining < size) return { dict, position, remaining };
    remaining -= size;
  }
  return undefined;
}

/** Returns undefined if a kid before the index is invalid. */
export function countBefore(node: PDFDict, kids: PDFArray, position: number): number | undefined {
  if (countOf(node) === kids.size()) return position;
  let count = 0;
  for (let before = 0; before < position; before += 1) {
    const kid = kidAt(kids, before);
    if (kid === undefined) return undefined;
    count += sizeOf(kid);
  }
  return count;
}

export interface PageTreeFile {
  readonly context: PDFContext;
  readonly limits: PdfLimits;
  /** Pages may be lost, so the whole tree is verified. */
  readonly isRebuilt: boolean;
  readonly isListed: (ref: PDFRef) => boolean;
  /** Returns undefined for an object that was touched, and for unusual syntax. */
  readonly walkDict: (number: number, generation: number, keys: DictKeys) => RawDict | undefined;
}

/**
 * `read` corrects /Parent only. `copy` also copies pages listed more than once. `repair` also removes dead
 * kids.
 */
export type WalkMode = 'read' | 'copy' | 'repair';

/** Visits every node once. */
export class PageTreeWalk {
  /** Kids that the file lists, without objects. */
  lost = 0;
  aligned = 0;
  readonly copies: PageCopy[] = [];
  readonly #file: PageTreeFile;
  readonly #mode: WalkMode;
  readonly #copied: Budget;
  readonly #nodes = new Set<PDFDict>();
  readonly #pages = new Map<PDFDict, PDFRef>();

  constructor(file: PageTreeFile, mode: WalkMode) {
    this.#file = file;
    this.#mode = mode;
    this.#copied = new Budget('copiedItems', file.limits.copiedItems);
  }

  /** Throws `too_complex`. */
  *leaves(root: PDFDict, rootRef: PDFRef | undefined): Generator<PageLeaf> {
    const { pages } = this.#file.limits;
    let count = 0;
    for (const leaf of this.#walkNode(root, rootRef, [])) {
      count += 1;
      if (count > pages) throw tooComplex('pages', pages);
      yield leaf;
    }
  }

  *#walkNode(
    node: PDFDict,
    ref: PDFRef | undefined,
    above: readonly PDFDict[],
  ): Generator<PageLeaf, boolean> {
    this.#nodes.add(node);
    const kids = lookupArray(node, 'Kids');
    if (kids === undefined) return false;
    const { pageTreeDepth } = this.#file.limits;
    if (above.length >= pageTreeDepth) throw tooComplex('pageTreeDepth', pageTreeDepth);
    const ancestors = [...above, node];
    const alive: PDFObject[] = [];
    for (let position = 0; position < kids.size(); position += 1) {
      const isAlive = yield* this.#walkKid(kids, position, ref, ancestors);
      if (isAlive) alive.push(kids.get(position));
    }
    if (this.#mode === 'repair') replaceItems(kids, alive);
    return alive.length > 0;
  }

  /** Visits a kid. Dead kids lead nowhere, back up, or to a branch without pages. */
  *#walkKid(
    kids: PDFArray,
    position: number,
    nodeRef: PDFRef | undefined,
    ancestors: readonly PDFDict[],
  ): Generator<PageLeaf, boolean> {
    const dict = kidAt(kids, position);
    if (dict === undefined) this.#noteLoss(kids, position);
    if (dict === undefined || this.#nodes.has(dict)) return false;
    // It belongs to the node that listed it first.
    if (!this.#pages.has(dict) && alignParent(kids, position, nodeRef)) this.aligned += 1;
    const kid = kids.get(position);
    if (isNode(dict)) return yield* this.#walkNode(dict, kid instanceof PDFRef ? kid : undefined, ancestors);
    yield this.#leafAt({ kids, position, ancestors, nodeRef }, dict);
    return true;
  }

  #leafAt(location: TreeLocation, dict: PDFDict): PageLeaf {
    const { context } = this.#file;
    const { kids, position, ancestors } = location;
    const listed = this.#pages.get(dict);
    const ref = pageRefAt(kids, position, context);
    if (listed === undefined) this.#pages.set(dict, ref);
    if (listed === undefined || this.#mode === 'read') return { ref, dict, ancestors };
    // A page listed twice (contrary to 7.7.3.2) would be changed on both pages.
    const original = { ref: listed, dict };
    const copy = new PageCopy(context, location, original, this.#copied);
    this.copies.push(copy);
    return copy.leaf;
  }

  /** An unlisted object is null (7.3.10), not a loss. */
  #noteLoss(kids: PDFArray, position: number): void {
    const kid = kids.get(position);
    if (!(kid instanceof PDFRef) || kids.lookup(position) !== undefined) return;
    if (this.#file.isRebuilt || this.#file.isListed(kid)) this.lost += 1;
  }
}

/** At once: removing items one by one is quadratic. */
export function replaceItems(array: PDFArray, items: readonly PDFObject[]): void {
  for (const [position, item] of items.entries()) array.set(position, item);
  while (array.size() > items.length) array.remove(array.size() - 1);
}

/** Makes the page an indirect object, as 7.7.3.2 requires. */
export function pageRefAt(kids: PDFArray, position: number, context: PDFContext): PDFRef {
  const kid = kids.get(position);
  if (kid instanceof PDFRef) return kid;
  const ref = context.register(kid);
  kids.set(position, ref);
  return ref;
}
