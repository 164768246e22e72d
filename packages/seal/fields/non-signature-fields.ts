import {
  DictKeys,
  FORM_LIMITS,
  type PdfFile,
  type RawValue,
  rawItems,
  rawName,
  rawRef,
} from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';

const FIELD_KEYS = new DictKeys(['Type', 'FT', 'Kids']);
const SIGNATURE = 'Sig';

/** Recognises most fields from their bytes. Unusual fields are left to the caller. */
export class NonSignatureFields {
  readonly #file: PdfFile;
  /** False during the examination, which ends cycles. */
  readonly #known = new Map<PDFRef, boolean>();
  readonly #typed = new Set<PDFRef>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Neither field nor descendants are signatures; `inherited` is the /FT from above. */
  has(ref: PDFRef, inherited: string | undefined, level: number): boolean {
    const known = this.#known.get(ref);
    if (known !== undefined) return known;
    this.#known.set(ref, false);
    const isOther = this.#examine(ref, inherited, level);
    this.#known.set(ref, isOther);
    return isOther;
  }

  /** Its own /FT is not /Sig. */
  hasTyped(ref: PDFRef): boolean {
    return this.#typed.has(ref);
  }

  #examine(ref: PDFRef, inherited: string | undefined, level: number): boolean {
    const raw = level > FORM_LIMITS.fieldDepth ? undefined : this.#file.walkDict(ref, FIELD_KEYS);
    if (raw === undefined || !isNameOrMissing(raw.get('Type')) || !isNameOrMissing(raw.get('FT')))
      return false;
    const own = rawName(raw.get('FT'));
    const type = own ?? inherited;
    if (type === SIGNATURE) return false;
    if (own !== undefined) this.#typed.add(ref);
    const kids = raw.get('Kids');
    return kids === undefined || this.#hasAll(kids, type, level + 1);
  }

  #hasAll(kids: RawValue, type: string | undefined, level: number): boolean {
    const items = rawItems(kids);
    return items?.every((item) => this.#hasItem(item, type, level)) === true;
  }

  #hasItem(item: RawValue, type: string | undefined, level: number): boolean {
    const ref = rawRef(item);
    return ref !== undefined && this.has(ref, type, level);
  }
}

function isNameOrMissing(value: RawValue | undefined): boolean {
  return value === undefined || value.kind === 'name';
}
