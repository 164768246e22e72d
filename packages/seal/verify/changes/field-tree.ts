import { decodeTextString, FORM_LIMITS, lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';
import { PDFDict, PDFName, PDFNull, type PDFObject, PDFRef } from 'pdf-lib';
import { readText } from '../../fields/text.ts';

/** A field or widget with what it has from its ancestors. */
export interface FieldFacts {
  /** Fully qualified. */
  readonly name: string;
  readonly fieldType: string | undefined;
  readonly value: PDFObject | undefined;
}

/** Fields of one revision, found from below: through /Parent up to what the form lists. */
export class FieldTree {
  readonly #file: PdfFile;
  #roots: ReadonlySet<string> | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Undefined for what hangs on no field of the form. */
  find(ref: PDFRef): FieldFacts | undefined {
    const line = this.#lineOf(ref);
    const dicts = line?.map(({ dict }) => dict);
    if (!dicts) return undefined;
    const names = dicts.flatMap((dict) => readText(dict, 'T') ?? []);
    const inherited = (key: string) =>
      dicts
        .map((dict) => dict.lookup(PDFName.of(key)))
        .find((value) => value !== undefined && value !== PDFNull);
    const type = inherited('FT');
    return {
      name: names.reverse().join('.'),
      fieldType: type instanceof PDFName ? type.decodeText() : undefined,
      value: inherited('V'),
    };
  }

  /** References that the form lists. */
  get roots(): ReadonlySet<string> {
    this.#roots ??= this.#listRoots();
    return this.#roots;
  }

  #listRoots(): ReadonlySet<string> {
    const form = lookupDict(this.#file.catalog, 'AcroForm');
    const fields = form && lookupArray(form, 'Fields');
    return new Set(fields?.asArray().map(String));
  }

  /** The dictionary and its ancestors; undefined if they do not end in the form. */
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

/** Whether a field was not filled in: no value, an empty text, or a button that is off. */
export function isEmptyValue(value: PDFObject | undefined): boolean {
  if (value === undefined || value === PDFNull) return true;
  if (value instanceof PDFName) return value === PDFName.of('Off');
  return decodeTextString(value) === '';
}
