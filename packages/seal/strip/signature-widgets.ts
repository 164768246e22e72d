import { DictKeys, lookupDict, lookupName, type PdfFile, rawName, rawRef } from '@countersign/pdf';
import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import type { NonSignatureFields } from '../fields/non-signature-fields.ts';

/** Against cyclic /Parent chains. */
const MAX_PARENTS = 32;
const WIDGET_KEYS = new DictKeys(['Subtype', 'FT', 'Parent']);
const WIDGET = 'Widget';
const SIGNATURE = 'Sig';

/** Mostly by their bytes, without creating objects. */
export class SignatureWidgets {
  readonly #file: PdfFile;
  readonly #fields: NonSignatureFields;
  readonly #parents = new Set<PDFRef>();

  constructor(file: PdfFile, fields: NonSignatureFields) {
    this.#file = file;
    this.#fields = fields;
  }

  /** Of an /Annots item. */
  find(item: PDFObject): PDFDict | undefined {
    if (item instanceof PDFRef && this.#isPlainlyOther(item)) return undefined;
    const dict = this.#file.context.lookup(item);
    return dict instanceof PDFDict && isSignatureWidget(dict) ? dict : undefined;
  }

  #isPlainlyOther(ref: PDFRef): boolean {
    if (this.#fields.hasTyped(ref) && !this.#file.isTouched(ref)) return true;
    const raw = this.#file.walkDict(ref, WIDGET_KEYS);
    if (raw === undefined || raw.get('Subtype')?.kind !== 'name') return false;
    if (rawName(raw.get('Subtype')) !== WIDGET) return true;
    const type = raw.get('FT');
    if (type !== undefined) return type.kind === 'name' && rawName(type) !== SIGNATURE;
    if (raw.get('Parent') === undefined) return true;
    return this.#isUnderOther(rawRef(raw.get('Parent')));
  }

  #isUnderOther(parent: PDFRef | undefined): boolean {
    if (parent === undefined || this.#parents.has(parent)) return parent !== undefined;
    const type = this.#file.walkDict(parent, WIDGET_KEYS)?.get('FT');
    if (type?.kind !== 'name' || rawName(type) === SIGNATURE) return false;
    this.#parents.add(parent);
    return true;
  }
}

/** Own or inherited /FT (ISO 32000-1 12.7.3.1). */
function isSignatureWidget(widget: PDFDict): boolean {
  if (lookupName(widget, 'Subtype') !== WIDGET) return false;
  let dict: PDFDict | undefined = widget;
  for (let level = 0; dict && level < MAX_PARENTS; level++) {
    const type = lookupName(dict, 'FT');
    if (type !== undefined) return type === SIGNATURE;
    dict = lookupDict(dict, 'Parent');
  }
  return false;
}
