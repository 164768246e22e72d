import {
  DictKeys,
  FORM_LIMITS,
  type PdfFile,
  type RawDict,
  type RawKind,
  type RawValue,
  rawItems,
  rawRef,
  rawText,
} from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';

const FIELD_KEYS = new DictKeys(['Type', 'FT', 'Kids', 'T']);
const [TYPE, FIELD_TYPE, KIDS, NAME] = [0, 1, 2, 3] as const;
const SIGNATURE = 'Sig';
const SIGNATURE_TYPE = new DictKeys([SIGNATURE]);

/** Recognises most fields from their bytes. Unusual fields are left to the caller. */
export class NonSignatureFields {
  readonly #file: PdfFile;
  /** The value is false during the examination, which ends cycles. */
  readonly #known = new Map<PDFRef, boolean>();
  readonly #typed = new Set<PDFRef>();
  readonly #topNames = new Map<PDFRef, string>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Whether neither the field nor a descendant is a signature; `inherited` is the /FT from above. */
  has(ref: PDFRef, inherited: string | undefined, level: number): boolean {
    return this.#has(ref, inherited === SIGNATURE, level);
  }

  #has(ref: PDFRef, isInSignature: boolean, level: number): boolean {
    const known = this.#known.get(ref);
    if (known !== undefined) return known;
    this.#known.set(ref, false);
    const isOther = this.#examine(ref, isInSignature, level);
    this.#known.set(ref, isOther);
    return isOther;
  }

  /** Whether the field has an /FT of its own that is not /Sig. */
  hasTyped(ref: PDFRef): boolean {
    return this.#typed.has(ref);
  }

  /**
   * Returns the partial name of a top-level field, as it was examined, or undefined if it was not examined or
   * has no usual name.
   */
  topName(ref: PDFRef): string | undefined {
    return this.#topNames.get(ref);
  }

  #examine(ref: PDFRef, isInSignature: boolean, level: number): boolean {
    const raw = level > FORM_LIMITS.fieldDepth ? undefined : this.#file.walkDict(ref, FIELD_KEYS);
    if (raw === undefined) return false;
    if (level === 0) this.#noteName(ref, raw);
    if (!isNameOrMissing(raw.kindAt(TYPE)) || !isNameOrMissing(raw.kindAt(FIELD_TYPE))) return false;
    const isTyped = raw.kindAt(FIELD_TYPE) === 'name';
    const isSignature = isTyped ? hasSignatureType(raw) : isInSignature;
    if (isSignature) return false;
    if (isTyped) this.#typed.add(ref);
    const kids = raw.at(KIDS);
    return kids === undefined || this.#hasAll(kids, level + 1);
  }

  #noteName(ref: PDFRef, raw: RawDict): void {
    const name = rawText(raw.at(NAME));
    if (name !== undefined) this.#topNames.set(ref, name);
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

function hasSignatureType(raw: RawDict): boolean {
  return SIGNATURE_TYPE.find(raw.bytes, raw.startAt(FIELD_TYPE) + 1, raw.endAt(FIELD_TYPE)) >= 0;
}
