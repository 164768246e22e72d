import { DictKeys, lookupDict, lookupName, type PdfFile, rawName } from '@countersign/pdf';
import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib';

/** Longer chains are cyclic. */
const MAX_PARENTS = 32;
const KEYS = new DictKeys(['Subtype']);
const WIDGET = 'Widget';

/** The topmost ones of widgets on the pages, each once, without `listed`. */
export function findUnlistedFields(file: PdfFile, listed: readonly PDFDict[]): PDFDict[] {
  const known = new Set(listed);
  const visited = new Set<PDFObject>();
  const unlisted: PDFDict[] = [];
  for (const page of file.pages()) {
    for (const item of page.annotationItems()) {
      if (visited.has(item) || isNotWidget(file, item)) continue;
      visited.add(item);
      const top = topOf(file.context.lookup(item));
      if (top === undefined || known.has(top)) continue;
      known.add(top);
      unlisted.push(top);
    }
  }
  return unlisted;
}

/** By its bytes, so that no object is made. */
function isNotWidget(file: PdfFile, item: PDFObject): boolean {
  const type = item instanceof PDFRef ? file.walkDict(item, KEYS)?.get('Subtype') : undefined;
  return type?.kind === 'name' && rawName(type) !== WIDGET;
}

function topOf(annotation: PDFObject | undefined): PDFDict | undefined {
  if (!(annotation instanceof PDFDict) || lookupName(annotation, 'Subtype') !== WIDGET) return undefined;
  let top = annotation;
  for (let level = 0; level < MAX_PARENTS; level++) {
    const parent = lookupDict(top, 'Parent');
    if (parent === undefined) return top;
    top = parent;
  }
  return undefined;
}
