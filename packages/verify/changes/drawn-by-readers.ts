import {
  FORM_LIMITS,
  lookupArray,
  lookupDict,
  lookupName,
  lookupNumber,
  type PdfFile,
} from '@countersign/pdf';
import { walkFields } from '@countersign/seal/checks';
import { PDFDict, PDFName, PDFStream } from 'pdf-lib';

/** Readers draw them with lines and symbols, without the fonts of the form. */
const TEXTLESS: ReadonlySet<string> = new Set([
  ...['Link', 'Popup', 'Text', 'FileAttachment', 'Caret', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
  ...['Square', 'Circle', 'Polygon', 'PolyLine', 'Ink'],
]);
const PUSH_BUTTON = 1 << 16;

/**
 * Returns true if readers write text themselves for a field or an annotation that has no appearance. Poppler takes the
 * fonts of the form for it, also outside of the form: a price of 111 became 999 by a font added to /DR.
 */
export function hasTextOfReaders(file: PdfFile): boolean {
  for (const { dict } of walkFields(file))
    if (!dict.has(PDFName.of('Kids')) && isWrittenByReaders(dict)) return true;
  for (let index = 0; index < file.pageCount; index += 1) {
    const annotations = lookupArray(file.page(index).dict, 'Annots')?.asArray() ?? [];
    for (const item of annotations) {
      const dict = file.context.lookup(item);
      if (dict instanceof PDFDict && isWrittenByReaders(dict)) return true;
    }
  }
  return false;
}

function isWrittenByReaders(annotation: PDFDict): boolean {
  if (TEXTLESS.has(lookupName(annotation, 'Subtype') ?? '') || hasLook(annotation)) return false;
  const line = withParents(annotation);
  const types = new Set(line.map((dict) => lookupName(dict, 'FT')).filter((type) => type !== undefined));
  const [type] = types;
  if (types.size !== 1) return true;
  return type !== 'Sig' && !(type === 'Btn' && isOff(annotation, line));
}

/** A stream, or the one of the state. */
function hasLook(annotation: PDFDict): boolean {
  const looks = lookupDict(annotation, 'AP');
  const normal = looks?.lookup(PDFName.of('N'));
  const state = annotation.lookup(PDFName.of('AS'));
  const isChosen = normal instanceof PDFDict && state instanceof PDFName;
  return (isChosen ? normal.lookup(state) : normal) instanceof PDFStream;
}

/** Check boxes and radio buttons usually have no appearance for this state. Readers draw their frame. */
function isOff(annotation: PDFDict, line: readonly PDFDict[]): boolean {
  const isPushButton = line.some((dict) => ((lookupNumber(dict, 'Ff') ?? 0) & PUSH_BUTTON) !== 0);
  const states = lookupDict(annotation, 'AP')?.lookup(PDFName.of('N'));
  const hasStates = states instanceof PDFDict && states.keys().length > 0;
  return !isPushButton && hasStates && lookupName(annotation, 'AS') === 'Off';
}

function withParents(annotation: PDFDict): readonly PDFDict[] {
  const line = new Set<PDFDict>();
  let dict: PDFDict | undefined = annotation;
  while (dict !== undefined && !line.has(dict) && line.size <= FORM_LIMITS.fieldDepth) {
    line.add(dict);
    dict = lookupDict(dict, 'Parent');
  }
  return [...line];
}
