import { DictKeys, lookupDict, lookupName, type PdfFile, rawName } from '@countersign/pdf';
import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib';

/** Longest chain of /Parent that is followed; longer ones are cyclic. */
const MAX_PARENTS = 32;
const KEYS = new DictKeys(['Subtype']);
const WIDGET = 'Widget';

/** The topmost fields above widgets on the pages, each once, but for the form's `listed` fields: a form may list a widget in place of its field. */
export function strayFields(file: PdfFile, listed: readonly PDFDict[]): PDFDict[] {
  const known = new Set(listed);
  const met = new Set<PDFObject>();
  const strays: PDFDict[] = [];
  for (const page of file.pages()) {
    for (const item of page.annotationItems()) {
      if (met.has(item) || isOther(file, item)) continue;
      met.add(item);
      const top = topOf(file.context.lookup(item));
      if (top === undefined || known.has(top)) continue;
      known.add(top);
      strays.push(top);
    }
  }
  return strays;
}

/** An annotation that is no widget, by its bytes: no object is made of it. */
function isOther(file: PdfFile, item: PDFObject): boolean {
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
