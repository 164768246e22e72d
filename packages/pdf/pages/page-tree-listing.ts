import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import { type PdfLimits, tooComplex } from '../limits.ts';
import { DictKeys } from '../read/dict-keys.ts';
import type { RawDict } from '../read/dict-walker.ts';
import { lookupArray } from '../read/lookup.ts';
import { type RawValue, rawItems, rawName, rawNumber, rawRef } from '../read/raw-value.ts';
import { countOf, isNode, type PageTreeFile } from './page-tree-walk.ts';

export interface TreeListing {
  readonly pages: number;
  /** Kids listed more than once (contrary to ISO 32000-1 7.7.3.2). */
  readonly repeated: ReadonlySet<number>;
}

export interface ListingOptions {
  /** A node with as many kids as pages then has pages only. */
  readonly trustsCounts: boolean;
}

interface TreeKid {
  readonly identity: PDFRef | PDFDict;
  readonly kids: readonly PDFObject[] | undefined;
  readonly count: number;
}

const KEYS = new DictKeys(['Type', 'Kids', 'Count']);
const [TYPE, KIDS, COUNT] = [0, 1, 2];
const NO_KIDS: readonly PDFObject[] = [];

/** Lists pages as `PageTreeWalk` does, from the bytes. Throws `too_complex`. */
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
    const raw = object instanceof PDFRef ? this.#walk(object) : undefined;
    const walked = raw === undefined ? undefined : kidOfBytes(object as PDFRef, raw);
    if (walked !== undefined) return walked;
    const dict = this.#file.context.lookup(object);
    if (!(dict instanceof PDFDict)) return undefined;
    return isNode(dict) ? nodeOf(dict) : { identity: dict, kids: undefined, count: 1 };
  }

  #walk({ objectNumber, generationNumber }: PDFRef): RawDict | undefined {
    return this.#file.walkDict(objectNumber, generationNumber, KEYS);
  }
}

function nodeOf(dict: PDFDict): TreeKid {
  return { identity: dict, kids: lookupArray(dict, 'Kids')?.asArray() ?? NO_KIDS, count: countOf(dict) };
}

/** Returns undefined if a value is indirect or unusual. */
function kidOfBytes(identity: PDFRef, raw: RawDict): TreeKid | undefined {
  if (raw.at(TYPE)?.kind === 'ref') return undefined;
  if (isPageOfBytes(raw)) return { identity, kids: undefined, count: 1 };
  const refs = refsOf(raw.at(KIDS));
  const count = rawNumber(raw.at(COUNT));
  return refs === undefined || count === undefined ? undefined : { identity, kids: refs, count };
}

function isPageOfBytes(raw: RawDict): boolean {
  const name = rawName(raw.at(TYPE));
  return name === 'Page' || (name !== 'Pages' && raw.count(KIDS) === 0);
}

function refsOf(value: RawValue | undefined): readonly PDFRef[] | undefined {
  const refs = rawItems(value)?.map(rawRef);
  return refs?.every((ref) => ref !== undefined) ? refs : undefined;
}
