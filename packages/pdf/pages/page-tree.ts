import { type PDFArray, PDFDict, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { lookupArray, lookupDict } from '../read/lookup.ts';
import { hasBarePages } from './bare-pages.ts';
import type { PageCopy, PageLeaf } from './page-copy.ts';
import { listTree } from './page-tree-listing.ts';
import {
  alignParent,
  countBefore,
  countOf,
  isComplete,
  isCountRight,
  isNode,
  kidAt,
  type PageTreeFile,
  PageTreeWalk,
  pageRefAt,
  replaceItems,
  stepDown,
} from './page-tree-walk.ts';

const NO_COPIES: ReadonlyMap<number, PageCopy> = new Map();

/** Finds the page by /Count; walks the tree once if the counts are wrong. */
export class PageTree {
  readonly #file: PageTreeFile;
  readonly #root: PDFDict;
  readonly #rootRef: PDFRef | undefined;
  #alignedCount = 0;
  #leaves: PageLeaf[] | undefined;
  #copies: ReadonlyMap<number, PageCopy> | undefined;
  #isArranged = false;

  /** Throws `too_complex` for too many pages, `damaged` if pages are lost. */
  constructor(file: PageTreeFile, root: PDFDict, rootRef: PDFRef | undefined) {
    this.#file = file;
    this.#rootRef = rootRef;
    this.#root = root;
    if (!this.#areCountsRight()) this.#repairCounts();
  }

  get repaired(): boolean {
    return (this.#leaves !== undefined && !this.#isArranged) || this.#alignedCount > 0;
  }

  /** Whether pages were moved or removed, so that the file is written as a whole. */
  get isArranged(): boolean {
    return this.#isArranged;
  }

  get count(): number {
    return this.#leaves?.length ?? countOf(this.#root);
  }

  /** Finds a page by its index from 0. Throws `damaged` if pages are lost. */
  find(index: number): PageLeaf | undefined {
    if (index < 0 || index >= this.count || !Number.isInteger(index)) return undefined;
    if (this.#leaves !== undefined) return this.#leaves[index];
    return this.#locate(index) ?? this.#repairCounts()[index];
  }

  /** Returns undefined unless the page's ancestors lead back to it. */
  indexOf(ref: PDFRef): number | undefined {
    const index = this.#leaves?.findIndex((leaf) => leaf.ref === ref) ?? this.#countBefore(ref);
    return index !== undefined && this.find(index)?.ref === ref ? index : undefined;
  }

  /** Visits the pages in order; corrects wrong counts at the end. */
  *walk(): Generator<PageLeaf> {
    let count = 0;
    const walk = new PageTreeWalk(this.#file, 'read');
    for (const leaf of walk.leaves(this.#root, this.#rootRef)) {
      count += 1;
      yield leaf;
    }
    this.#alignedCount += walk.aligned;
    if (count !== this.count) this.#repairCounts();
  }

  /** Whether the bytes show that `walk` would find neither annotations nor anything to repair. */
  get isBare(): boolean {
    if (this.#leaves !== undefined || this.#rootRef === undefined) return false;
    return hasBarePages(this.#file, this.#rootRef, this.count);
  }

  /** Prepares a rewrite: corrects counts and copies pages listed more than once. */
  verify(): void {
    if (this.#leaves !== undefined) return;
    const { pages, repeated } = listTree(this.#file, this.#root, { trustsCounts: false });
    if (pages !== this.count) this.#repairCounts();
    else if (repeated.size > 0) this.#copies ??= this.#partPages();
  }

  /**
   * Returns the copy of a page that is listed again (contrary to ISO 32000-1 7.7.3.2). The first call copies
   * all such pages.
   */
  copyAt(index: number): PageCopy | undefined {
    return this.#settle().get(index);
  }

  /** Returns a copy for reading, and undefined before the first `copyAt`. */
  knownCopyAt(index: number): PageCopy | undefined {
    return this.#copies?.get(index);
  }

  /** `action` saves; unchanged copies of pages are withdrawn meanwhile. */
  withoutIdleCopies<T>(action: () => T): T {
    const idle = [...(this.#copies?.values() ?? [])].filter((copy) => copy.isIdle);
    for (const copy of idle) copy.withdraw();
    try {
      return action();
    } finally {
      for (const copy of idle) copy.restore();
    }
  }

  /** Lists these pages in this order, directly under the root. Attributes that they inherited must be their own. */
  arrange(leaves: readonly Pick<PageLeaf, 'ref' | 'dict'>[]): void {
    // A tree that was repaired remains so.
    if (this.repaired) this.#alignedCount += 1;
    const kids = lookupArray(this.#root, 'Kids');
    if (kids === undefined || this.#rootRef === undefined) return;
    replaceItems(
      kids,
      leaves.map(({ ref }) => ref),
    );
    for (const { dict } of leaves) dict.set(PDFName.of('Parent'), this.#rootRef);
    this.#root.set(PDFName.of('Count'), PDFNumber.of(leaves.length));
    this.#leaves = leaves.map(({ ref, dict }) => ({ ref, dict, ancestors: [this.#root] }));
    this.#copies = NO_COPIES;
    this.#isArranged = true;
  }

  append(ref: PDFRef, dict: PDFDict): void {
    // The tree is settled before it changes.
    this.#settle();
    const count = this.count;
    const kids = lookupArray(this.#root, 'Kids');
    if (kids === undefined) return;
    kids.push(ref);
    this.#root.set(PDFName.of('Count'), PDFNumber.of(count + 1));
    this.#leaves?.push({ ref, dict, ancestors: [this.#root] });
  }

  /** Removes dead kids, too. */
  #repairCounts(): readonly PageLeaf[] {
    const promised = countOf(this.#root);
    const walk = new PageTreeWalk(this.#file, 'repair');
    const leaves = [...walk.leaves(this.#root, this.#rootRef)];
    this.#refuseLoss(promised, leaves.length, walk.lost);
    const counts = new Map<PDFDict, number>([[this.#root, 0]]);
    for (const { ancestors } of leaves) {
      for (const node of ancestors) counts.set(node, (counts.get(node) ?? 0) + 1);
    }
    for (const [node, count] of counts) {
      if (countOf(node) !== count) node.set(PDFName.of('Count'), PDFNumber.of(count));
    }
    this.#leaves = leaves;
    return leaves;
  }

  /** As qpdf, Poppler and MuPDF do: signees must see the whole document. */
  #refuseLoss(promised: number, found: number, lost: number): void {
    if (lost === 0 || found === 0 || found >= promised) return;
    throw new PdfError('damaged', `The page tree promises ${promised} pages, ${found} are in the file`, {
      promised,
      found,
    });
  }

  #partPages(): ReadonlyMap<number, PageCopy> {
    const copies = new Map<number, PageCopy>();
    const walk = new PageTreeWalk(this.#file, 'copy');
    let index = 0;
    for (const leaf of walk.leaves(this.#root, this.#rootRef)) {
      const copy = walk.copies.at(-1);
      if (copy?.leaf === leaf) copies.set(index, copy);
      index += 1;
    }
    this.#alignedCount += walk.aligned;
    if (index !== this.count) this.#repairCounts();
    return copies;
  }

  /** Prepares the first change: creates the copies and corrects wrong counts. */
  #settle(): ReadonlyMap<number, PageCopy> {
    this.#copies ??= this.#hasRepeatedKids() ? this.#partPages() : NO_COPIES;
    return this.#copies;
  }

  /** A repair has copied them. */
  #hasRepeatedKids(): boolean {
    if (this.#leaves !== undefined) return false;
    const { pages, repeated } = listTree(this.#file, this.#root, { trustsCounts: true });
    if (pages !== this.count) this.#repairCounts();
    return this.#leaves === undefined && repeated.size > 0;
  }

  #areCountsRight(): boolean {
    const { isRebuilt, isListed, limits } = this.#file;
    const count = countOf(this.#root);
    // The walk decides about a count beyond the limit.
    if (count === 0 || count > limits.pages || this.#locate(0) === undefined) return false;
    if (isRebuilt) return isComplete(this.#root, isListed, limits.pageTreeDepth);
    return this.#locate(count - 1)?.ancestors.every(isCountRight) === true;
  }

  #locate(index: number): PageLeaf | undefined {
    const ancestors: PDFDict[] = [];
    let node = this.#root;
    let nodeRef = this.#rootRef;
    let remaining = index;
    while (ancestors.length < this.#file.limits.pageTreeDepth) {
      const step = stepDown(node, remaining);
      const kids = lookupArray(node, 'Kids');
      if (kids === undefined || step === undefined) return undefined;
      ancestors.push(node);
      const isAbove = ancestors.includes(step.dict);
      if (!isAbove && alignParent(kids, step.position, nodeRef)) this.#alignedCount += 1;
      if (!isNode(step.dict))
        return { ref: pageRefAt(kids, step.position, this.#file.context), dict: step.dict, ancestors };
      node = step.dict;
      const ref = kids.get(step.position);
      nodeRef = ref instanceof PDFRef ? ref : undefined;
      remaining = step.remaining;
    }
    return undefined;
  }

  #countBefore(ref: PDFRef): number | undefined {
    let count = 0;
    let kid: PDFDict | undefined = this.#dictAt(ref);
    for (let level = 0; kid !== undefined && level < this.#file.limits.pageTreeDepth; level += 1) {
      if (kid === this.#root) return count;
      const parent = lookupDict(kid, 'Parent');
      const before =
        parent === undefined ? undefined : countBeforeKid(parent, kid, level === 0 ? ref : undefined);
      if (before === undefined) return undefined;
      count += before;
      kid = parent;
    }
    return undefined;
  }

  #dictAt(ref: PDFRef): PDFDict | undefined {
    const object = this.#file.context.lookup(ref);
    return object instanceof PDFDict ? object : undefined;
  }
}

function countBeforeKid(parent: PDFDict, kid: PDFDict, ref: PDFRef | undefined): number | undefined {
  const kids = lookupArray(parent, 'Kids');
  if (kids === undefined) return undefined;
  const position = ref === undefined ? findKid(kids, kid) : kids.indexOf(ref);
  return position === undefined || position < 0 ? undefined : countBefore(parent, kids, position);
}

function findKid(kids: PDFArray, kid: PDFDict): number | undefined {
  for (let position = 0; position < kids.size(); position += 1) {
    if (kidAt(kids, position) === kid) return position;
  }
  return undefined;
}
