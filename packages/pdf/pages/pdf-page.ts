import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { lookupArray } from '../read/lookup.ts';
import { type PageGeometry, readPageGeometry } from './page-box.ts';
import type { PageLeaf } from './page-tree.ts';

/** An annotation as the page's /Annots lists it. */
export interface PageAnnotation {
  /** Undefined for a dictionary that lies directly in the array. */
  readonly ref?: PDFRef;
  readonly dict: PDFDict;
}

/** One page of an open file. Its dictionary is the file's: changes to it are saved. */
export class PdfPage {
  /** Position in the file, from 0. */
  readonly index: number;
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly #ancestors: readonly PDFDict[];

  constructor(index: number, leaf: PageLeaf) {
    this.index = index;
    this.ref = leaf.ref;
    this.dict = leaf.dict;
    this.#ancestors = leaf.ancestors;
  }

  get geometry(): PageGeometry {
    return readPageGeometry(this.dict, (key) => this.inherited(key));
  }

  /** The value of an inheritable attribute: the page's own, else the nearest ancestor's (ISO 32000-1 7.7.3.4). */
  inherited(key: string): PDFObject | undefined {
    const name = PDFName.of(key);
    const own = this.dict.lookup(name);
    if (own !== undefined) return own;
    for (let level = this.#ancestors.length - 1; level >= 0; level -= 1) {
      const value = this.#ancestors[level]?.lookup(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The page's annotations in the order of /Annots; entries that are no dictionaries are left out. */
  annotations(): PageAnnotation[] {
    const array = lookupArray(this.dict, 'Annots');
    if (array === undefined) return [];
    return array.asArray().flatMap((entry): PageAnnotation[] => {
      const dict = this.dict.context.lookup(entry);
      if (!(dict instanceof PDFDict)) return [];
      return [entry instanceof PDFRef ? { ref: entry, dict } : { dict }];
    });
  }
}
