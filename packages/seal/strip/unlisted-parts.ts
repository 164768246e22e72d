import type { PdfFile } from '@countersign/pdf';
import { type PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { directDicts } from './direct-dicts.ts';
import { listDocumentParts } from './document-parts.ts';
import { SEARCHED_NAMES } from './searched-names.ts';

const TYPE = PDFName.of('Type');
const PAGE = PDFName.of('Page');
const BYTE_RANGE = PDFName.of('ByteRange');
const CONTENTS = PDFName.of('Contents');

/** Widgets, destinations and structure elements may refer to a deleted page, and a rewrite would keep it. */
export function dropUnlistedPages(file: PdfFile): void {
  const kept = listDocumentParts(file);
  for (const ref of file.findReachableNamed(SEARCHED_NAMES)) {
    const dict = pageAt(file, ref);
    if (dict !== undefined && !kept.has(dict)) file.context.delete(ref);
  }
}

/** Without a field and widget. Returns their number. */
export function dropUnlistedSignatures(file: PdfFile): number {
  const kept = listDocumentParts(file);
  let count = 0;
  for (const ref of file.findReachableNamed(SEARCHED_NAMES)) {
    for (const dict of directDicts(file.context.lookup(ref))) {
      if (!dict.has(BYTE_RANGE) || !dict.has(CONTENTS) || kept.has(dict)) continue;
      for (const key of dict.keys()) dict.delete(key);
      count += 1;
    }
  }
  return count;
}

function pageAt(file: PdfFile, ref: PDFRef): PDFDict | undefined {
  const [dict] = directDicts(file.context.lookup(ref));
  return dict?.get(TYPE) === PAGE ? dict : undefined;
}
