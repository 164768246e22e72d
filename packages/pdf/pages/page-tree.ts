import { type PDFArray, PDFDict, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { lookupArray, lookupDict } from '../read/lookup.ts';
import type { PageCopy } from './page-copy.ts';
import { listTree } from './page-tree-listing.ts';
import {
  alignParent,
  countBefore,
  countOf,
  isComplete,
  isCountRight,
  isNode,
  kidAt,
  stepDown,
} from './page-tree-node.ts';
import { type PageLeaf, type PageTreeFile, PageTreeWalk, pageRefAt } from './page-tree-walk.ts';

const NO_COPIES: ReadonlyMap<number, PageCopy> = new Map();

/**
 * Finds pages through /Count without touching the rest of the tree. A tree whose counts do not lead to its last page
 * is walked once instead, and its leaves are counted.
 */
export class PageTree {
  readonly #file: PageTreeFile;
  readonly #root: PDFDict;
  readonly #rootRef: PDFRef | undefined;
  /** Pages and nodes that got another /Parent. */
  #alignedCount = 0;
  /** Set when the counts are wrong. */
  #leaves: PageLeaf[] | undefined;
  /** By index, the pages that were given an object of their own; undefined until one is to be changed. */
  #copies: ReadonlyMap<number, PageCopy> | undefined;

  /** Throws `too_complex` for more pages than the limit, `damaged` when pages are lost. */
  constructor(file: PageTreeFile, root: PDFDict, rootRef: PDFRef | undefined) {
    this.#file = file;
    this.#rootRef = rootRef;
    this.#root = root;
    if (!this.#areCountsRight()) this.#repairCounts();
  }

  /** True when the counts did not lead to the pages, or a page not to its node, and were corrected. */
  get repaired(): boolean {
    return this.#leaves !== undefined || this.#alignedCount > 0;
  }

  get count(): number {
    return this.#leaves?.length ?? countOf(this.#root);
  }

  /** The leaf at an index from 0; undefined when there is none. Throws `damaged` when it finds that pages are lost. */
  find(index: number): PageLeaf | undefined {
    if (index < 0 || index >= this.count || !Number.isInteger(index)) return undefined;
    if (this.#leaves !== undefined) return this.#leaves[index];
    return this.#locate(index) ?? this.#repairCounts()[index];
  }

  /** The index of a page, found from the page upwards; undefined when the nodes above it do not lead back to it. */
  indexOf(ref: PDFRef): number | undefined {
    const index = this.#leaves?.findIndex((leaf) => leaf.ref === ref) ?? this.#countBefore(ref);
    return index !== undefined && this.find(index)?.ref === ref ? index : undefined;
  }

  /**
   * All leaves in order. Every node is visited once, however the tree is knotted. A walk that meets another number of
   * leaves than the counts promise corrects the counts at its end.
   */
  *walk(): Generator<PageLeaf> {
    let count = 0;
    const walk = new PageTreeWalk(this.#file, 'look');
    for (const leaf of walk.leaves(this.#root, this.#rootRef)) {
      count += 1;
      yield leaf;
    }
    this.#alignedCount += walk.aligned;
    if (count !== this.count) this.#repairCounts();
  }

  /**
   * Looks at the whole tree, so that the counts are right and every page has an object of its own before all is written.
   * Throws as `find` does.
   */
  verify(): void {
    if (this.#leaves !== undefined) return;
    const { pages, repeated } = listTree(this.#file, this.#root, { trustsCounts: false });
    if (pages !== this.count) this.#repairCounts();
    else if (repeated.size > 0) this.#copies ??= this.#partPages();
  }

  /**
   * The copy that a page has in place of an object that the tree lists for an earlier page too (against ISO 32000-1
   * 7.7.3.2); undefined for a page that needs none. The first to ask lets all such pages have theirs.
   */
  copyAt(index: number): PageCopy | undefined {
    return this.#settle().get(index);
  }

  /** The same for those who only read: undefined as long as nobody has asked. */
  knownCopyAt(index: number): PageCopy | undefined {
    return this.#copies?.get(index);
  }

  /** Does something, a save, with the tree as it was where copies of pages did not turn out different. */
  withoutIdleCopies<T>(action: () => T): T {
    const idle = [...(this.#copies?.values() ?? [])].filter((copy) => copy.isIdle);
    for (const copy of idle) copy.withdraw();
    try {
      return action();
    } finally {
      for (const copy of idle) copy.restore();
    }
  }

  /** Adds a page after the last one. */
  append(ref: PDFRef, dict: PDFDict): void {
    // A change makes others look at the counts: what is wrong below them must not show only afterwards.
    this.#settle();
    const count = this.count;
    const kids = lookupArray(this.#root, 'Kids');
    if (kids === undefined) return;
    kids.push(ref);
    this.#root.set(PDFName.of('Count'), PDFNumber.of(count + 1));
    this.#leaves?.push({ ref, dict, ancestors: [this.#root] });
  }

  /**
   * Walks the tree, takes out what leads to no page, and writes the true number of leaves into every node on the way
   * to one, so that other readers do not run in circles.
   */
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

  /**
   * Ours: people sign what they are shown, so a file that has lost pages must not pass as a shorter one. Kids that
   * are not in the file count as lost pages while the tree promises more than there are (qpdf, Poppler and MuPDF
   * refuse such files too).
   */
  #refuseLoss(promised: number, found: number, lost: number): void {
    if (lost === 0 || found === 0 || found >= promised) return;
    throw new PdfError('damaged', `The page tree promises ${promised} pages, ${found} are in the file`, {
      promised,
      found,
    });
  }

  #partPages(): ReadonlyMap<number, PageCopy> {
    const copies = new Map<number, PageCopy>();
    const walk = new PageTreeWalk(this.#file, 'part');
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

  /** Before the first change: the copies, and the counts corrected where nodes do not lead to as many pages. */
  #settle(): ReadonlyMap<number, PageCopy> {
    this.#copies ??= this.#hasRepeatedKids() ? this.#partPages() : NO_COPIES;
    return this.#copies;
  }

  /** Not after a repair, which has parted them. */
  #hasRepeatedKids(): boolean {
    if (this.#leaves !== undefined) return false;
    const { pages, repeated } = listTree(this.#file, this.#root, { trustsCounts: true });
    if (pages !== this.count) this.#repairCounts();
    return this.#leaves === undefined && repeated.size > 0;
  }

  #areCountsRight(): boolean {
    const { isRebuilt, isListed, limits } = this.#file;
    const count = countOf(this.#root);
    // A count beyond the limit may be a lie: the walk counts up to the limit and refuses then.
    if (count === 0 || count > limits.pages || this.#locate(0) === undefined) return false;
    if (isRebuilt) return isComplete(this.#root, isListed, limits.pageTreeDepth);
    return this.#locate(count - 1)?.ancestors.every(isCountRight) === true;
  }

  /** Goes down by the counts. */
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

  /** Pages before one, by the nodes above it and the counts of those to the left of them. */
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

/** Pages under `parent` before its kid, which is looked for by its reference when that is known. */
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
