import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { SLASH } from '../read/characters.ts';
import { DictKeys } from '../read/dict-keys.ts';
import type { RawDict } from '../read/dict-walker.ts';
import { lookupArray } from '../read/lookup.ts';
import { rawRefNumbers } from '../read/raw-value.ts';
import { NumberColumn } from '../read/xref-index.ts';
import { isNode, type PageTreeFile } from './page-tree-walk.ts';

const KEYS = new DictKeys(['Type', 'Kids', 'Parent', 'Annots']);
const [TYPE, KIDS, PARENT, ANNOTS] = [0, 1, 2, 3] as const;
const TYPES = new DictKeys(['Page', 'Pages']);
const [PAGE_TYPE, PAGES_TYPE] = [0, 1] as const;

const PAGE = 'page';
/** The numbers of the kids of a node. */
type BareKids = readonly number[] | typeof PAGE;
/** No object has this number: the root names no parent. */
const NO_PARENT = -1;

/**
 * Whether a walk over the pages would find neither annotations nor anything to repair: there are `count` of them, each
 * is listed once, by the node that it names. It is read from the bytes; false if they do not show it. References are
 * kept as numbers, because a cold start spends its time on every call and object of 20,000 pages.
 */
export function hasBarePages(file: PageTreeFile, root: PDFRef, count: number): boolean {
  const tree = new BareTree(file);
  return root.generationNumber === 0 && tree.isBare(root.objectNumber, NO_PARENT, 0) && tree.pages === count;
}

class BareTree {
  pages = 0;
  readonly #file: PageTreeFile;
  readonly #listed = NumberColumn.ofBytes();

  constructor(file: PageTreeFile) {
    this.#file = file;
  }

  /** Whether that holds for a page or for all pages of a node. */
  isBare(number: number, parent: number, level: number): boolean {
    if (number > this.#file.limits.objects || this.#listed.get(number) === 1) return false;
    this.#listed.set(number, 1);
    const raw = this.#file.walkDict(number, 0, KEYS);
    const kids = raw === undefined ? this.#parsedKids(number, parent) : bareKids(raw, parent);
    if (kids === undefined) return false;
    if (kids === PAGE) {
      this.pages += 1;
      return true;
    }
    if (level >= this.#file.limits.pageTreeDepth) return false;
    for (let index = 0; index < kids.length; index += 1) {
      if (!this.isBare(kids[index] as number, number, level + 1)) return false;
    }
    return true;
  }

  /** Reads what was parsed before, and what has unusual syntax. */
  #parsedKids(number: number, parent: number): BareKids | undefined {
    const dict = this.#file.context.lookup(PDFRef.of(number));
    if (!(dict instanceof PDFDict) || dict.has(PDFName.of('Annots'))) return undefined;
    if (parent !== NO_PARENT && numberOf(dict.get(PDFName.of('Parent'))) !== parent) return undefined;
    if (!isNode(dict)) return PAGE;
    const kids = lookupArray(dict, 'Kids')?.asArray().map(numberOf);
    return kids?.every((kid) => kid !== undefined) ? kids : undefined;
  }
}

function numberOf(object: unknown): number | undefined {
  return object instanceof PDFRef && object.generationNumber === 0 ? object.objectNumber : undefined;
}

/** Returns undefined for annotations, another parent, and a value that is indirect or unusual. */
function bareKids(raw: RawDict, parent: number): BareKids | undefined {
  if (raw.startAt(ANNOTS) > 0 || raw.count(PARENT) > 1) return undefined;
  if (parent !== NO_PARENT && raw.refNumberAt(PARENT) !== parent) return undefined;
  const start = raw.startAt(TYPE);
  if (start > 0 && raw.bytes[start] !== SLASH) return undefined;
  const type = start > 0 ? TYPES.find(raw.bytes, start + 1, raw.endAt(TYPE)) : -1;
  if (type === PAGE_TYPE || (type !== PAGES_TYPE && raw.startAt(KIDS) === 0)) return PAGE;
  return rawRefNumbers(raw.at(KIDS));
}
