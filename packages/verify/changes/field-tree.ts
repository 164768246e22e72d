import { FORM_LIMITS, lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';
import { readText } from '@countersign/seal/checks';
import { PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';

/** The facts include inherited entries. */
export interface FieldFacts {
  readonly name: string;
  readonly fieldType: string | undefined;
  readonly value: PDFObject | undefined;
  readonly canBeFilled: boolean;
}

/** A push button has no value (ISO 32000-2 12.7.5.2.2). */
const PUSH_BUTTON = 1 << 16;

/** The tree of one revision, read through /Parent up to the form. */
export class FieldTree {
  readonly #file: PdfFile;
  #roots: ReadonlySet<string> | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Returns undefined outside the form. */
  find(ref: PDFRef): FieldFacts | undefined {
    const line = this.#lineOf(ref);
    const dicts = line?.map(({ dict }) => dict);
    if (!dicts) return undefined;
    const names = dicts.flatMap((dict) => readText(dict, 'T') ?? []);
    const inherited = (key: string) =>
      dicts
        .map((dict) => dict.lookup(PDFName.of(key)))
        .find((value) => value !== undefined && value !== PDFNull);
    const [type, flags] = [inherited('FT'), inherited('Ff')];
    const fieldType = type instanceof PDFName ? type.decodeText() : undefined;
    const isPushButton = flags instanceof PDFNumber && (flags.asNumber() & PUSH_BUTTON) !== 0;
    return {
      name: names.reverse().join('.'),
      fieldType,
      value: inherited('V'),
      canBeFilled: fieldType === 'Tx' || fieldType === 'Ch' || (fieldType === 'Btn' && !isPushButton),
    };
  }

  get roots(): ReadonlySet<string> {
    this.#roots ??= this.#listRoots();
    return this.#roots;
  }

  #listRoots(): ReadonlySet<string> {
    const form = lookupDict(this.#file.catalog, 'AcroForm');
    const fields = form && lookupArray(form, 'Fields');
    return new Set(fields?.asArray().map(String));
  }

  /** Returns undefined unless the ancestors end in the form. */
  #lineOf(start: PDFRef): { readonly dict: PDFDict }[] | undefined {
    const line: { readonly dict: PDFDict }[] = [];
    let ref: PDFObject | undefined = start;
    while (ref instanceof PDFRef && line.length <= FORM_LIMITS.fieldDepth) {
      const dict: PDFObject | undefined = this.#file.context.lookup(ref);
      if (!(dict instanceof PDFDict)) return undefined;
      line.push({ dict });
      if (this.roots.has(String(ref))) return line;
      ref = dict.get(PDFName.of('Parent'));
    }
    return undefined;
  }
}
