import { lookupDict, type PdfFile } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';

/** Against cyclic /Parent chains. */
const MAX_LEVELS = 64;

/** Not to be removed: catalog, form, pages and page tree nodes. */
export function listDocumentParts(file: PdfFile): ReadonlySet<PDFDict> {
  const parts = new Set<PDFDict>([file.catalog]);
  const form = lookupDict(file.catalog, 'AcroForm');
  if (form) parts.add(form);
  for (const { dict } of file.pages()) addWithParents(dict, parts);
  const root = lookupDict(file.catalog, 'Pages');
  if (root) parts.add(root);
  return parts;
}

function addWithParents(page: PDFDict, parts: Set<PDFDict>): void {
  let dict: PDFDict | undefined = page;
  for (let level = 0; dict && !parts.has(dict) && level < MAX_LEVELS; level++) {
    parts.add(dict);
    dict = lookupDict(dict, 'Parent');
  }
}
