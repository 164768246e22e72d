import type { PdfFile, PdfPage } from '@countersign/pdf';
import { PDFArray, type PDFDict, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import { Key, readEntry } from '../fields/dict-reading.ts';
import { FormStructure } from './structure.ts';

const TABS = PDFName.of('Tabs');
/** By the structure, as PDF/UA requires (ISO 14289-1 7.18.3). */
const BY_STRUCTURE = Key.S;
/** In the order of /Annots (ISO 32000-2 table 31), which older readers use anyway. */
const BY_LIST = PDFName.of('A');

interface PageList {
  readonly page: PdfPage;
  readonly added: PDFObject[];
}

/** Widgets that are added to the pages of a file, in tab order. */
export class PageLists {
  readonly #file: PdfFile;
  readonly #lists = new Map<number, PageList>();
  readonly #structure: FormStructure | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
    this.#structure = FormStructure.open(file);
  }

  add(page: PdfPage, widget: PDFDict): PDFRef {
    const ref = this.#file.context.register(widget);
    const list = this.#lists.get(page.index) ?? { page, added: [] };
    this.#lists.set(page.index, list);
    list.added.push(ref);
    this.#structure?.add(page, widget, ref);
    return ref;
  }

  /** Each list is replaced once, as it may be shared with other pages. */
  finish(): void {
    for (const { page, added } of this.#lists.values()) {
      const list = PDFArray.withContext(this.#file.context);
      for (const item of [...page.annotationItems(), ...added]) list.push(item);
      page.dict.set(Key.Annots, list);
      if (readEntry(page.dict, TABS) === undefined)
        page.dict.set(TABS, this.#structure ? BY_STRUCTURE : BY_LIST);
    }
    this.#structure?.finish();
  }
}
