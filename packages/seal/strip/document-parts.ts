import { DictKeys, lookupDict, type PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';

/** Returns the object's own dictionary, and the direct ones in it. */
export function* directDicts(object: PDFObject | undefined): Generator<PDFDict> {
  const waiting = object === undefined ? [] : [object];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const dict = value instanceof PDFStream ? value.dict : value;
    if (dict instanceof PDFDict) {
      yield dict;
      // This follows the `yield`, because the caller may have emptied it.
      for (const entry of dict.values()) waiting.push(entry);
    } else if (dict instanceof PDFArray) for (const item of dict.asArray()) waiting.push(item);
  }
}

/** The limit ends cyclic /Parent chains. */
const MAX_LEVELS = 64;

/** Lists what may not be removed: catalog, form, pages and page tree nodes. */
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

/**
 * Objects that may have to be removed have these names, and few others do. All searches use this object:
 * `findReachableNamed` then reads the file once.
 */
export const SEARCHED_NAMES = new DictKeys([
  'AF',
  'Alternates',
  'ByteRange',
  'EF',
  'EmbeddedFile',
  'FileAttachment',
  'GoTo3DView',
  'GoToE',
  'GoToR',
  'Hide',
  'ImportData',
  'JavaScript',
  'Launch',
  'Movie',
  'OCMD',
  'PS',
  'Page',
  'Ref',
  'Rendition',
  'RichMedia',
  'RichMediaExecute',
  'Screen',
  'SetOCGState',
  'Sound',
  'SubmitForm',
  '3D',
]);

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

/** Drops signatures without a field and widget. Returns their number. */
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
