import { decodeStream, decodeTextString, lookupDict, lookupName, PdfError } from '@countersign/pdf';
import { type PDFDict, PDFName, PDFNull, type PDFObject, PDFStream } from 'pdf-lib';
import type { FieldFacts } from './field-tree.ts';

/** Appearance of an empty field; usually some hundred bytes. */
const MAX_APPEARANCE_BYTES = 1 << 16;

/** Text, image, shading, form or curve: more than a field's background and border. */
const DRAWN = /\(\s*[^\s)]|(?<!<)<\s*[0-9A-Fa-f]|\b(?:Do|BI|sh)\b|\d\s+[cvy]\s/;

/**
 * Returns true if a field has no value and its appearance shows none. `widget` is the field or one of its
 * widgets.
 */
export function isBlank({ value, fieldType }: FieldFacts, widget: PDFDict): boolean {
  if (!isEmptyValue(value)) return false;
  if (fieldType === 'Btn') return (lookupName(widget, 'AS') ?? 'Off') === 'Off';
  const look = lookupDict(widget, 'AP')?.lookup(PDFName.of('N'));
  return !(look instanceof PDFStream) || !DRAWN.test(tryDecode(look) ?? '(unreadable)');
}

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
