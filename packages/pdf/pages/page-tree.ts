import { type PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { type PdfLimits, tooComplex } from '../limits.ts';
import { lookupArray, lookupName, lookupNumber } from '../read/lookup.ts';

/** A page with the nodes above it, the root first: attributes are inherited from them (ISO 32000-1 7.7.3.4). */
export interface PageLeaf {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly ancestors: readonly PDFDict[];
}

/**
 * Finds pages through /Count without touching the rest of the tree. A tree whose counts do not lead to its last page
 * is walked once instead, and its leaves are counted.
 */
export class PageTree {
  readonly #context: PDFContext;
  readonly #root: PDFDict;
  readonly #limits: PdfLimits;
  /** Set when the counts are wrong. */
  #leaves: PageLeaf[] | undefined;

  constructor(context: PDFContext, root: PDFDict, limits: PdfLimits) {
    this.#context = context;
    this.#root = root;
    this.#limits = limits;
    if (!this.#areCountsRight()) this.#repairCounts();
  }

  /** True when the counts did not lead to the pages and were corrected. */
  get repaired(): boolean {
    return this.#leaves !== undefined;
  }

  get count(): number {
    return this.#leaves?.length ?? countOf(this.#root);
  }

  /** The leaf at an index from 0; undefined when there is none. */
  find(index: number): PageLeaf | undefined {
    if (index < 0 || index >= this.count || !Number.isInteger(index)) return undefined;
    if (this.#leaves !== undefined) return this.#leaves[index];
    const found = this.#locate(index);
    if (found !== undefined) return found;
    return this.#repairCounts()[index];
  }

  /** All leaves in order. Every node is visited once, however the tree is knotted. */
  walk(): Generator<PageLeaf> {
    return this.#walkTree(false);
  }

  *#walkTree(dropsDeadKids: boolean): Generator<PageLeaf> {
    let count = 0;
    for (const leaf of this.#walkNode(this.#root, [], { visited: new Set(), dropsDeadKids })) {
      count += 1;
      if (count > this.#limits.pages) throw tooComplex('pages', this.#limits.pages);
      yield leaf;
    }
  }

  /** Adds a page after the last one. */
  append(ref: PDFRef, dict: PDFDict): void {
    const count = this.count;
    const kids = lookupArray(this.#root, 'Kids');
    if (kids === undefined) return;
    kids.push(ref);
    this.#root.set(PDFName.of('Count'), PDFNumber.of(count + 1));
    this.#leaves?.push({ ref, dict, ancestors: [this.#root] });
  }

  /**
   * Walks the tree and writes the true number of leaves into every node on the way to one. Kids that lead
   * nowhere, back up or to no page are taken out, so that other readers do not run in circles.
   */
  #repairCounts(): readonly PageLeaf[] {
    const leaves = [...this.#walkTree(true)];
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

  #areCountsRight(): boolean {
    const count = countOf(this.#root);
    if (count > this.#limits.pages) throw tooComplex('pages', this.#limits.pages);
    if (count === 0) return false;
    return this.#locate(count - 1, true) !== undefined && this.#locate(0) !== undefined;
  }

  /** Goes down by the counts. `asLast`: every step has to lead through the last kid. */
  #locate(index: number, asLast = false): PageLeaf | undefined {
    const ancestors: PDFDict[] = [];
    let node = this.#root;
    let remaining = index;
    while (ancestors.length < this.#limits.pageTreeDepth) {
      const kids = lookupArray(node, 'Kids');
      const step = kids === undefined ? undefined : this.#choose(node, kids, remaining);
      if (kids === undefined || step === undefined) return undefined;
      if (asLast && step.position !== kids.size() - 1) return undefined;
      ancestors.push(node);
      if (!isNode(step.dict)) return { ref: this.#refOf(kids, step.position), dict: step.dict, ancestors };
      node = step.dict;
      remaining = step.remaining;
    }
    return undefined;
  }

  /** The kid that holds the page, and the page's index within it. */
  #choose(node: PDFDict, kids: PDFArray, index: number): TreeStep | undefined {
    if (countOf(node) === kids.size()) {
      const direct = kidAt(kids, index);
      if (direct !== undefined && !isNode(direct)) return { dict: direct, position: index, remaining: 0 };
    }
    let remaining = index;
    for (let position = 0; position < kids.size(); position += 1) {
      const dict = kidAt(kids, position);
      if (dict === undefined) return undefined;
      const size = isNode(dict) ? countOf(dict) : 1;
      if (remaining < size) return { dict, position, remaining };
      remaining -= size;
    }
    return undefined;
  }

  /** Returns whether a page was found below the node. */
  *#walkNode(node: PDFDict, above: readonly PDFDict[], walk: TreeWalk): Generator<PageLeaf, boolean> {
    walk.visited.add(node);
    const kids = lookupArray(node, 'Kids');
    if (kids === undefined || above.length >= this.#limits.pageTreeDepth) return false;
    const ancestors = [...above, node];
    let hasPage = false;
    for (let position = 0; position < kids.size(); position += 1) {
      const isAlive = yield* this.#walkKid(kids, position, ancestors, walk);
      if (!isAlive && walk.dropsDeadKids) kids.remove(position--);
      hasPage ||= isAlive;
    }
    return hasPage;
  }

  /** A kid is dead when it leads nowhere, back up, or to a branch without pages. */
  *#walkKid(
    kids: PDFArray,
    position: number,
    ancestors: readonly PDFDict[],
    walk: TreeWalk,
  ): Generator<PageLeaf, boolean> {
    const dict = kidAt(kids, position);
    if (dict === undefined || walk.visited.has(dict)) return false;
    if (isNode(dict)) return yield* this.#walkNode(dict, ancestors, walk);
    yield { ref: this.#refOf(kids, position), dict, ancestors };
    return true;
  }

  /** A page has to be an indirect object (7.7.3.2); one that is not becomes one. */
  #refOf(kids: PDFArray, position: number): PDFRef {
    const kid = kids.get(position);
    if (kid instanceof PDFRef) return kid;
    const ref = this.#context.register(kid);
    kids.set(position, ref);
    return ref;
  }
}

interface TreeWalk {
  readonly visited: Set<PDFDict>;
  readonly dropsDeadKids: boolean;
}

interface TreeStep {
  readonly dict: PDFDict;
  readonly position: number;
  readonly remaining: number;
}

function kidAt(kids: PDFArray, position: number): PDFDict | undefined {
  const kid: PDFObject | undefined = position < kids.size() ? kids.lookup(position) : undefined;
  return kid instanceof PDFDict ? kid : undefined;
}

/** A node has kids; what calls itself a page is one even if it has a stray /Kids. */
function isNode(dict: PDFDict): boolean {
  const type = lookupName(dict, 'Type');
  if (type === 'Page') return false;
  return type === 'Pages' || dict.has(PDFName.of('Kids'));
}

function countOf(node: PDFDict): number {
  const count = lookupNumber(node, 'Count') ?? 0;
  return Number.isInteger(count) && count > 0 ? count : 0;
}
