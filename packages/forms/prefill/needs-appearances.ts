import type { PdfFile } from '@countersign/pdf';
import { PDFBool, type PDFDict } from 'pdf-lib';
import { readDict, readEntry } from '../fields/dict-reading.ts';
import { Key } from '../fields/keys.ts';

export function needsAppearances(file: PdfFile): boolean {
  return asksForAppearances(readDict(file.catalog, Key.AcroForm));
}

export function asksForAppearances(acroForm: PDFDict | undefined): boolean {
  return acroForm !== undefined && readEntry(acroForm, Key.NeedAppearances) === PDFBool.True;
}
