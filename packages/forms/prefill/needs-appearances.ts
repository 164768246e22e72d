import type { PdfFile } from '@countersign/pdf';
import { PDFBool } from 'pdf-lib';
import { readDict, readEntry } from '../fields/dict-reading.ts';
import { Key } from '../fields/keys.ts';

export function needsAppearances(file: PdfFile): boolean {
  const acroForm = readDict(file.catalog, Key.AcroForm);
  return acroForm !== undefined && readEntry(acroForm, Key.NeedAppearances) === PDFBool.True;
}
