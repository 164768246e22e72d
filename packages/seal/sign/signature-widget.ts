import {
  encodeTextString,
  lookupArray,
  lookupDict,
  lookupNumber,
  type PdfFile,
  type PdfPage,
  WidgetLists,
} from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFRef } from 'pdf-lib';
import type { Spot } from './find-field.ts';

/** Flags of annotations (ISO 32000-1 table 165). PDF/A requires Print for invisible widgets too. */
const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const LOCKED = 128;
/** The flags are SignaturesExist and AppendOnly (table 219). */
const SIGNATURE_FLAGS = 1 | 2;

const AP = PDFName.of('AP');
const TU = PDFName.of('TU');
const ANNOTS = PDFName.of('Annots');

/** A widget that people see. */
export interface ShownWidget extends Spot {
  /** The form XObject. */
  readonly look: PDFRef;
  /** It is undefined if the file is signed: its structure is not extended then. */
  readonly description: string | undefined;
}

/** Adds a field whose name no other has. Without `shown` it is invisible and on the first page. */
export function addSignatureField(file: PdfFile, signature: PDFRef, name: string, shown?: ShownWidget): void {
  const page = shown?.page ?? file.page(0);
  const widget = file.context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [...(shown?.rect ?? [0, 0, 0, 0])],
    F: PRINT | LOCKED,
    P: page.ref,
    V: signature,
  });
  widget.set(PDFName.of('T'), encodeTextString(name));
  if (shown) setLook(widget, shown.look, shown.description);
  const ref = listWidget(file, page, widget, shown);
  ensureArray(announceSignatures(file), 'Fields').push(ref);
}

function listWidget(file: PdfFile, page: PdfPage, widget: PDFDict, shown: ShownWidget | undefined): PDFRef {
  if (shown?.description !== undefined) {
    const lists = new WidgetLists(file);
    const ref = lists.add(page, widget, shown.description);
    lists.finish();
    return ref;
  }
  const ref = file.context.register(widget);
  // Other pages may share the list, and would show the widget too.
  if (shown) page.dict.set(ANNOTS, file.context.obj([...page.annotationItems(), ref]));
  else ensureArray(page.dict, 'Annots').push(ref);
  return ref;
}

/** Signs an empty field. Its widget is shown even if it was hidden so far. */
export function signField(
  file: PdfFile,
  field: PDFDict,
  signature: PDFRef,
  shown: ShownWidget | undefined,
): void {
  field.set(PDFName.of('V'), signature);
  announceSignatures(file);
  if (shown?.widget === undefined) return;
  const flags = lookupNumber(shown.widget, 'F') ?? 0;
  const visible = (flags & ~(HIDDEN | NO_VIEW)) | PRINT;
  if (visible !== flags) shown.widget.set(PDFName.of('F'), PDFNumber.of(visible));
  setLook(shown.widget, shown.look, field.has(TU) ? undefined : shown.description);
}

function setLook(widget: PDFDict, look: PDFRef, description: string | undefined): void {
  widget.set(AP, widget.context.obj({ N: look }));
  if (description !== undefined) widget.set(TU, encodeTextString(description));
}

/** Sets the form's flags, and returns the form, which is created if there is none. */
function announceSignatures(file: PdfFile): PDFDict {
  const form = ensureForm(file);
  const flags = lookupNumber(form, 'SigFlags') ?? 0;
  if ((flags & SIGNATURE_FLAGS) !== SIGNATURE_FLAGS)
    form.set(PDFName.of('SigFlags'), PDFNumber.of(flags | SIGNATURE_FLAGS));
  return form;
}

function ensureForm(file: PdfFile): PDFDict {
  const existing = lookupDict(file.catalog, 'AcroForm');
  if (existing) return existing;
  const form = PDFDict.withContext(file.context);
  file.catalog.set(PDFName.of('AcroForm'), file.context.register(form));
  return form;
}

function ensureArray(dict: PDFDict, key: string): PDFArray {
  const existing = lookupArray(dict, key);
  if (existing) return existing;
  const array = PDFArray.withContext(dict.context);
  dict.set(PDFName.of(key), array);
  return array;
}
