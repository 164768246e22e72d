import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import { type PdfLimits, tooComplex } from '../limits.ts';
import { DictKeys } from '../read/dict-keys.ts';
import type { RawDict } from '../read/dict-walker.ts';
import { lookupArray } from '../read/lookup.ts';
import { type RawValue, rawItems, rawName, rawNumber, rawRef } from '../read/raw-value.ts';
import { countOf, isNode } from './page-tree-node.ts';
import type { PageTreeFile } from './page-tree-walk.ts';

/** What a page tree lists. */
export interface TreeListing {
  /** Pages, one for each place in the tree that leads to one. */
  readonly pages: number;
  /** Object numbers of the kids that are listed more than once (against ISO 32000-1 7.7.3.2). */
  readonly repeated: ReadonlySet<number>;
}

/** How much of the tree is read. */
export interface ListingOptions {
  /**
   * The kids of a node with as many kids as pages stay unread when the first is a page: then all are, unless a branch
   * of one page hides among them.
   */
  readonly trustsCounts: boolean;
}

/** A kid of the tree that was looked at. */
interface TreeKid {
  /** What tells a node from the others. */
  readonly identity: PDFRef | PDFDict;
  /** Undefined for a page. */
  readonly kids: readonly PDFObject[] | undefined;
  readonly count: number;
}

const KEYS = new DictKeys(['Type', 'Kids', 'Count']);
const [TYPE, KIDS, COUNT] = [0, 1, 2];
const NO_KIDS: readonly PDFObject[] = [];

/**
 * Goes through a page tree as `PageTreeWalk` does, by the bytes of its nodes and pages: none of them becomes an object,
 * except where only the parser can tell what it is. Throws `too_complex` beyond the limits of pages and levels.
 */
export function listTree(file: PageTreeFile, root: PDFDict, options: ListingOptions): TreeListing {
  const lister = new TreeLister(file, options);
  lister.listNode(nodeOf(root), 0);
  return lister;
}

class TreeLister implements TreeListing {
  pages = 0;
  readonly repeated = new Set<number>();
  readonly #file: PageTreeFile;
  readonly #options: ListingOptions;
  readonly #limits: PdfLimits;
  readonly #listed = new Set<number>();
  readonly #nodes = new Set<PDFRef | PDFDict>();

  constructor(file: PageTreeFile, options: ListingOptions) {
    this.#file = file;
    this.#options = options;
    this.#limits = file.limits;
  }

  listNode({ identity, kids = NO_KIDS, count }: TreeKid, level: number): void {
    this.#nodes.add(identity);
    if (level >= this.#limits.pageTreeDepth) throw tooComplex('pageTreeDepth', this.#limits.pageTreeDepth);
    for (const kid of kids) this.#note(kid);
    if (this.#options.trustsCounts && count === kids.length && this.#isPage(kids[0])) {
      this.#addPages(count);
      return;
    }
    for (const kid of kids) this.#listKid(kid, level);
  }

  #listKid(object: PDFObject, level: number): void {
    const kid = this.#read(object);
    if (kid === undefined || this.#nodes.has(kid.identity)) return;
    if (kid.kids === undefined) this.#addPages(1);
    else this.listNode(kid, level + 1);
  }

  #isPage(object: PDFObject | undefined): boolean {
    const kid = object === undefined ? undefined : this.#read(object);
    return kid !== undefined && kid.kids === undefined;
  }

  #addPages(count: number): void {
    this.pages += count;
    if (this.pages > this.#limits.pages) throw tooComplex('pages', this.#limits.pages);
  }

  #note(kid: PDFObject): void {
    if (!(kid instanceof PDFRef)) return;
    const { objectNumber } = kid;
    if (this.#listed.has(objectNumber)) this.repeated.add(objectNumber);
    this.#listed.add(objectNumber);
  }

  #read(object: PDFObject): TreeKid | undefined {
    const raw = object instanceof PDFRef ? this.#file.walkDict(object, KEYS) : undefined;
    const walked = raw === undefined ? undefined : kidOfBytes(object as PDFRef, raw);
    if (walked !== undefined) return walked;
    const dict = this.#file.context.lookup(object);
    if (!(dict instanceof PDFDict)) return undefined;
    return isNode(dict) ? nodeOf(dict) : { identity: dict, kids: undefined, count: 1 };
  }
}

function nodeOf(dict: PDFDict): TreeKid {
  return { identity: dict, kids: lookupArray(dict, 'Kids')?.asArray() ?? NO_KIDS, count: countOf(dict) };
}

/** Undefined when a value is elsewhere or unusual, so that only the object can tell. */
function kidOfBytes(identity: PDFRef, raw: RawDict): TreeKid | undefined {
  const type = raw.at(TYPE);
  const kids = raw.at(KIDS);
  if (type?.kind === 'ref') return undefined;
  const name = rawName(type);
  if (name === 'Page' || (name !== 'Pages' && raw.count(KIDS) === 0)) {
    return { identity, kids: undefined, count: 1 };
  }
  const refs = refsOf(kids);
  const count = rawNumber(raw.at(COUNT));
  return refs === undefined || count === undefined ? undefined : { identity, kids: refs, count };
}

/** The items of an array of references; undefined for any other. */
function refsOf(value: RawValue | undefined): readonly PDFRef[] | undefined {
  const refs = rawItems(value)?.map(rawRef);
  return refs?.every((ref) => ref !== undefined) ? refs : undefined;
}
