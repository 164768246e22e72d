import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import { lookupArray, nameOf } from '../read/lookup.ts';
import type { ListedAnnotations } from './listed-annotations.ts';
import { type PageGeometry, readPageGeometry } from './page-box.ts';
import type { PageTree } from './page-tree.ts';
import type { PageLeaf } from './page-tree-walk.ts';

/** An annotation as the page's /Annots lists it. */
export interface PageAnnotation {
  /** Undefined for a dictionary that lies directly in the array. */
  readonly ref?: PDFRef;
  readonly dict: PDFDict;
}

/** One page of an open file. */
export class PdfPage {
  /** Position in the file, from 0. */
  readonly index: number;
  readonly #leaf: PageLeaf;
  readonly #tree: PageTree;
  readonly #listed: ListedAnnotations;

  constructor(index: number, leaf: PageLeaf, tree: PageTree, listed: ListedAnnotations) {
    this.index = index;
    this.#leaf = leaf;
    this.#tree = tree;
    this.#listed = listed;
  }

  /**
   * The page's dictionary: changes to it are saved, and are changes of this page only. Where the page tree lists one object
   * for several pages, the later ones get a copy of their own, which a save writes if it was changed.
   */
  get dict(): PDFDict {
    return (this.#tree.copyAt(this.index)?.leaf ?? this.#leaf).dict;
  }

  /** The reference of `dict`. */
  get ref(): PDFRef {
    const copy = this.#tree.copyAt(this.index);
    if (copy === undefined) return this.#leaf.ref;
    copy.isNamed = true;
    return copy.leaf.ref;
  }

  get geometry(): PageGeometry {
    return readPageGeometry(this.#current.dict, (key) => this.inherited(key));
  }

  /** The page as it is, to read from. */
  get #current(): PageLeaf {
    return this.#tree.knownCopyAt(this.index)?.leaf ?? this.#leaf;
  }

  /** The value of an inheritable attribute: the page's own, else the nearest ancestor's (ISO 32000-1 7.7.3.4). */
  inherited(key: string): PDFObject | undefined {
    return this.#holderOf(key)?.lookup(nameOf(key));
  }

  /** The same as it stands in its dictionary: a reference is not followed. For copies of a page: a stream must stay one. */
  inheritedEntry(key: string): PDFObject | undefined {
    return this.#holderOf(key)?.get(nameOf(key));
  }

  /** The page's dictionary or the nearest ancestor's in which the attribute leads to something. */
  #holderOf(key: string): PDFDict | undefined {
    const name = nameOf(key);
    const { dict, ancestors } = this.#current;
    if (dict.lookup(name) !== undefined) return dict;
    return ancestors.findLast((ancestor) => ancestor.lookup(name) !== undefined);
  }

  /** The items of /Annots as they stand: references, mostly, that are not followed. Throws `too_complex`. */
  annotationItems(): readonly PDFObject[] {
    const array = lookupArray(this.#current.dict, 'Annots');
    if (array === undefined) return [];
    this.#listed.note(this.index, array.size());
    return array.asArray();
  }

  /** The page's annotations in the order of /Annots; entries that are no dictionaries are left out. Throws `too_complex`. */
  annotations(): PageAnnotation[] {
    return this.annotationItems().flatMap((entry): PageAnnotation[] => {
      const dict = this.#leaf.dict.context.lookup(entry);
      if (!(dict instanceof PDFDict)) return [];
      return [entry instanceof PDFRef ? { ref: entry, dict } : { dict }];
    });
  }
}
