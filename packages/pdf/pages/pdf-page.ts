import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import { Budget, type PdfLimits } from '../limits.ts';
import { lookupArray, nameOf } from '../read/lookup.ts';
import { type PageGeometry, readPageGeometry } from './page-box.ts';
import type { PageLeaf } from './page-copy.ts';
import type { PageTree } from './page-tree.ts';

export class AnnotationBudget {
  readonly #pages = new Set<number>();
  readonly #budget: Budget;

  constructor(limits: PdfLimits) {
    this.#budget = new Budget('annotations', limits.annotations);
  }

  /** Throws `too_complex` beyond the limit of the file. */
  spend(page: number, count: number): void {
    if (count === 0 || this.#pages.has(page)) return;
    this.#budget.spend(count);
    this.#pages.add(page);
  }
}

export interface PageAnnotation {
  readonly ref?: PDFRef;
  readonly dict: PDFDict;
}

export class PdfPage {
  /** The index in the file counts from 0. */
  readonly index: number;
  readonly #leaf: PageLeaf;
  readonly #tree: PageTree;
  readonly #annotationBudget: AnnotationBudget;

  constructor(index: number, leaf: PageLeaf, tree: PageTree, annotationBudget: AnnotationBudget) {
    this.index = index;
    this.#leaf = leaf;
    this.#tree = tree;
    this.#annotationBudget = annotationBudget;
  }

  /**
   * The page's dictionary. Changes affect this page only: a page that the tree lists again has a copy, written if
   * it was changed.
   */
  get dict(): PDFDict {
    return (this.#tree.copyAt(this.index)?.leaf ?? this.#leaf).dict;
  }

  get ref(): PDFRef {
    const copy = this.#tree.copyAt(this.index);
    if (copy === undefined) return this.#leaf.ref;
    copy.isNamed = true;
    return copy.leaf.ref;
  }

  get geometry(): PageGeometry {
    return readPageGeometry(this.#current.dict, (key) => this.inherited(key));
  }

  get #current(): PageLeaf {
    return this.#tree.knownCopyAt(this.index)?.leaf ?? this.#leaf;
  }

  /** Returns an inheritable attribute of the page or its nearest ancestor (ISO 32000-1 7.7.3.4). */
  inherited(key: string): PDFObject | undefined {
    return this.#holderOf(key)?.lookup(nameOf(key));
  }

  /** Returns the entry as `inherited` does, without following a reference. */
  inheritedEntry(key: string): PDFObject | undefined {
    return this.#holderOf(key)?.get(nameOf(key));
  }

  #holderOf(key: string): PDFDict | undefined {
    const name = nameOf(key);
    const { dict, ancestors } = this.#current;
    if (dict.lookup(name) !== undefined) return dict;
    return ancestors.findLast((ancestor) => ancestor.lookup(name) !== undefined);
  }

  /** Returns the items of /Annots, usually references. Throws `too_complex`. */
  annotationItems(): readonly PDFObject[] {
    const array = lookupArray(this.#current.dict, 'Annots');
    if (array === undefined) return [];
    this.#annotationBudget.spend(this.index, array.size());
    return array.asArray();
  }

  /** Entries that are not dictionaries are left out. Throws `too_complex`. */
  annotations(): PageAnnotation[] {
    return this.annotationItems().flatMap((entry): PageAnnotation[] => {
      const dict = this.#leaf.dict.context.lookup(entry);
      if (!(dict instanceof PDFDict)) return [];
      return [entry instanceof PDFRef ? { ref: entry, dict } : { dict }];
    });
  }
}
