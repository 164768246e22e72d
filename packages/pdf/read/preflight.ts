import { type PDFArray, PDFDict, PDFName } from 'pdf-lib';
import { type OpenOptions, openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { ByteSource } from './byte-source.ts';
import { lookupArray, lookupDict, lookupName } from './lookup.ts';

/** What an upload has to know of a file that was accepted. */
export interface PreflightReport {
  readonly pages: number;
  /** Signature fields, signed or not. */
  readonly signatureFields: number;
  /** Signature fields with a value. */
  readonly signed: number;
  /** Terminal fields of all other types but push buttons. */
  readonly formFields: number;
  readonly repaired: boolean;
}

/** Field nodes that are visited: the largest real form seen has some 20,000. */
const MOST_FIELD_NODES = 500_000;
/** Levels of the field tree; real ones stay under ten. */
const FIELD_DEPTH = 64;
/** Field flag: push button (ISO 32000-1 table 226, bit 17). */
const PUSH_BUTTON = 1 << 16;

/** Opens a file, counts, closes. Throws as `openPdf` does. */
export function preflight(
  input: ByteSource | Uint8Array | string,
  options: OpenOptions = {},
): PreflightReport {
  const file = openPdf(input, options);
  try {
    return inspect(file);
  } finally {
    if (typeof input === 'string') file.close();
  }
}

/** The report on a file that is open already. */
export function inspect(file: PdfFile): PreflightReport {
  const counts = new FieldCounter();
  const form = lookupDict(file.catalog, 'AcroForm');
  if (form !== undefined) counts.countKids(lookupArray(form, 'Fields'), {});
  const { signatureFields, signed, formFields } = counts;
  return { pages: file.pageCount, signatureFields, signed, formFields, repaired: file.repaired };
}

interface InheritedField {
  readonly type?: string | undefined;
  readonly flags?: number | undefined;
  readonly hasValue?: boolean;
}

class FieldCounter {
  signatureFields = 0;
  signed = 0;
  formFields = 0;
  readonly #visited = new Set<PDFDict>();
  /** A list that many fields share is walked once: walked for each, few bytes would cost minutes. */
  readonly #walked = new Set<PDFArray>();

  countKids(kids: PDFArray | undefined, inherited: InheritedField, depth = 0): void {
    if (kids === undefined || depth > FIELD_DEPTH) return;
    this.#walked.add(kids);
    for (let index = 0; index < kids.size(); index += 1) {
      const dict = kids.lookup(index);
      if (dict instanceof PDFDict) this.#countNode(dict, inherited, depth);
    }
  }

  #countNode(dict: PDFDict, inherited: InheritedField, depth: number): void {
    if (this.#visited.has(dict) || this.#visited.size >= MOST_FIELD_NODES) return;
    this.#visited.add(dict);
    const field = inherit(dict, inherited);
    const kids = lookupArray(dict, 'Kids');
    if (kids !== undefined && !this.#walked.has(kids) && this.#hasFieldKids(kids))
      this.countKids(kids, field, depth + 1);
    else this.#countTerminal(field);
  }

  /** Kids with a partial name are fields, kids without one are widgets (ISO 32000-1 12.7.3.1). */
  #hasFieldKids(kids: PDFArray): boolean {
    this.#walked.add(kids);
    for (let index = 0; index < kids.size(); index += 1) {
      const kid = kids.lookup(index);
      if (kid instanceof PDFDict && kid.has(PDFName.of('T')) && !this.#visited.has(kid)) return true;
    }
    return false;
  }

  #countTerminal({ type, flags = 0, hasValue = false }: InheritedField): void {
    if (type === 'Sig') {
      this.signatureFields += 1;
      if (hasValue) this.signed += 1;
    } else if (type !== undefined && !(type === 'Btn' && flags & PUSH_BUTTON)) {
      this.formFields += 1;
    }
  }
}

function inherit(dict: PDFDict, above: InheritedField): InheritedField {
  const flags = dict.lookup(PDFName.of('Ff'));
  return {
    type: lookupName(dict, 'FT') ?? above.type,
    flags: flags === undefined ? above.flags : Number(flags.toString()),
    hasValue: lookupDict(dict, 'V') !== undefined || above.hasValue === true,
  };
}
