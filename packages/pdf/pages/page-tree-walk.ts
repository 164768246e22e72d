import { type PDFArray, type PDFContext, type PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import { Budget, type PdfLimits, tooComplex } from '../limits.ts';
import type { DictKeys } from '../read/dict-keys.ts';
import type { RawDict } from '../read/dict-walker.ts';
import { lookupArray } from '../read/lookup.ts';
import { PageCopy, type TreeLocation } from './page-copy.ts';
import { alignParent, isNode, kidAt } from './page-tree-node.ts';

/** Ancestors, the root first, for inherited attributes (ISO 32000-1 7.7.3.4). */
export interface PageLeaf {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly ancestors: readonly PDFDict[];
}

export interface PageTreeFile {
  readonly context: PDFContext;
  readonly limits: PdfLimits;
  /** Pages may be lost, so the whole tree is verified. */
  readonly isRebuilt: boolean;
  readonly isListed: (ref: PDFRef) => boolean;
  readonly walkDict: (ref: PDFRef, keys: DictKeys) => RawDict | undefined;
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

  /** Dead kids lead nowhere, back up, or to a branch without pages. */
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

/** As 7.7.3.2 requires. */
export function pageRefAt(kids: PDFArray, position: number, context: PDFContext): PDFRef {
  const kid = kids.get(position);
  if (kid instanceof PDFRef) return kid;
  const ref = context.register(kid);
  kids.set(position, ref);
  return ref;
}
