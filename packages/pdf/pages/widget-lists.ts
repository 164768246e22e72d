import { PDFArray, type PDFDict, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';
import { FormStructure } from './form-structure.ts';
import type { PdfPage } from './pdf-page.ts';

const ANNOTS = PDFName.of('Annots');
const TABS = PDFName.of('Tabs');
/** By the structure, as PDF/UA requires (ISO 14289-1 7.18.3). */
const BY_STRUCTURE = PDFName.of('S');
/** In the order of /Annots (ISO 32000-2 table 31), which older readers use anyway. */
const BY_LIST = PDFName.of('A');

interface WidgetList {
  readonly page: PdfPage;
  readonly added: PDFObject[];
}

/** Widgets that are added to the pages of a file, in tab order. */
export class WidgetLists {
  readonly #file: PdfFile;
  readonly #lists = new Map<number, WidgetList>();
  readonly #structure: FormStructure | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
    this.#structure = FormStructure.open(file);
  }

  /** In a tagged file, `description` is the alternative text of its structure element. */
  add(page: PdfPage, widget: PDFDict, description?: string): PDFRef {
    const ref = this.#file.context.register(widget);
    const list = this.#lists.get(page.index) ?? { page, added: [] };
    this.#lists.set(page.index, list);
    list.added.push(ref);
    this.#structure?.add(page, widget, ref, description);
    return ref;
  }

  /** Each list is replaced once, as it may be shared with other pages. */
  finish(): void {
    for (const { page, added } of this.#lists.values()) {
      const list = PDFArray.withContext(this.#file.context);
      for (const item of [...page.annotationItems(), ...added]) list.push(item);
      page.dict.set(ANNOTS, list);
      if (page.dict.lookup(TABS) === undefined) page.dict.set(TABS, this.#structure ? BY_STRUCTURE : BY_LIST);
    }
    this.#structure?.finish();
  }
}
