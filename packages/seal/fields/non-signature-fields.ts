import {
  DictKeys,
  FIELD_INDEX,
  FORM_LIMITS,
  type PdfFile,
  type RawDict,
  type RawKind,
  type RawValue,
  rawItems,
  rawRef,
} from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';

const SIGNATURE = 'Sig';
const SIGNATURE_TYPE = new DictKeys([SIGNATURE]);

/** Recognises most fields from their bytes. Unusual fields are left to the caller. */
export class NonSignatureFields {
  readonly #file: PdfFile;
  /** Fields with kids. The value is false during the examination, which ends cycles. */
  readonly #known = new Map<PDFRef, boolean>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Whether neither the field nor a descendant is a signature; `inherited` is the /FT from above. */
  has(ref: PDFRef, inherited: string | undefined, level: number): boolean {
    return this.#has(ref, inherited === SIGNATURE, level);
  }

  #has(ref: PDFRef, isInSignature: boolean, level: number): boolean {
    const raw = level > FORM_LIMITS.fieldDepth ? undefined : this.#file.walkField(ref);
    if (raw === undefined || !isNameOrMissing(raw.kindAt(FIELD_INDEX.Type))) return false;
    const type = raw.kindAt(FIELD_INDEX.FT);
    if (!isNameOrMissing(type)) return false;
    const isSignature = type === 'name' ? hasSignatureType(raw) : isInSignature;
    if (isSignature) return false;
    const kids = raw.at(FIELD_INDEX.Kids);
    return kids === undefined || this.#hasNoSignatureBelow(ref, kids, level + 1);
  }

  #hasNoSignatureBelow(ref: PDFRef, kids: RawValue, level: number): boolean {
    const known = this.#known.get(ref);
    if (known !== undefined) return known;
    this.#known.set(ref, false);
    const isOther = this.#hasAll(kids, level);
    this.#known.set(ref, isOther);
    return isOther;
  }

  /** Kids of a field that is not a signature. */
  #hasAll(kids: RawValue, level: number): boolean {
    const items = rawItems(kids);
    return items?.every((item) => this.#hasItem(item, level)) === true;
  }

  #hasItem(item: RawValue, level: number): boolean {
    const ref = rawRef(item);
    return ref !== undefined && this.#has(ref, false, level);
  }
}

function isNameOrMissing(kind: RawKind): boolean {
  return kind === 'null' || kind === 'name';
}

/** Takes a field that has a type of its own, which is a name. */
export function hasSignatureType(raw: RawDict): boolean {
  return SIGNATURE_TYPE.find(raw.bytes, raw.startAt(FIELD_INDEX.FT) + 1, raw.endAt(FIELD_INDEX.FT)) >= 0;
}
