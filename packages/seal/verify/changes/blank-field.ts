import { decodeStream, decodeTextString, lookupDict, lookupName, PdfError } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFNull, type PDFObject, PDFStream } from 'pdf-lib';
import type { FieldFacts } from './field-tree.ts';

/** Bytes of the appearance of an empty field; real ones have some hundred. */
const MAX_APPEARANCE_BYTES = 1 << 16;

/** A text that is not blank, an image, a shading, another form, or a curve: more than the background and border of a field. */
const DRAWN = /\(\s*[^\s)]|(?<!<)<\s*[0-9A-Fa-f]|\b(?:Do|BI|sh)\b|\d\s+[cvy]\s/;

/**
 * Whether a field has no value and shows none, so that filling it in takes nothing away. `widget` is the field or one of its
 * widgets: a look may say something that the value does not.
 */
export function isBlank({ value, fieldType }: FieldFacts, widget: PDFDict): boolean {
  if (!isEmptyValue(value)) return false;
  if (fieldType === 'Btn') return (lookupName(widget, 'AS') ?? 'Off') === 'Off';
  const look = lookupDict(widget, 'AP')?.lookup(PDFName.of('N'));
  return !(look instanceof PDFStream) || !DRAWN.test(tryDecode(look) ?? '(unreadable)');
}

/** No value, an empty text, or a button that is off. */
function isEmptyValue(value: PDFObject | undefined): boolean {
  if (value === undefined || value === PDFNull) return true;
  if (value instanceof PDFName) return value === PDFName.of('Off');
  return decodeTextString(value) === '';
}

function tryDecode(stream: PDFStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, MAX_APPEARANCE_BYTES)).toString('latin1');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
