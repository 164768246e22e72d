import { createTextEmbedder, type PdfFile } from '@countersign/pdf';
import { PDFBool } from 'pdf-lib';
import { readDict, readEntry } from '../fields/dict-reading.ts';
import { readForm } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';
import { type FormWarning, refreshAppearances } from './refresh-appearances.ts';

/** Whether the form of a file asks every reader to make its appearances anew (ISO 32000-1 table 218). */
export function needsAppearances(file: PdfFile): boolean {
  const acroForm = readDict(file.catalog, Key.AcroForm);
  return acroForm !== undefined && readEntry(acroForm, Key.NeedAppearances) === PDFBool.True;
}

/**
 * Does what the form asks of readers: makes its appearances, after which it asks no more. A value that no font at hand has is
 * warned of, looks as before, and the form goes on asking. Changes nothing in a form that does not ask.
 */
export async function makeNeededAppearances(file: PdfFile): Promise<readonly FormWarning[]> {
  if (!needsAppearances(file)) return [];
  const embedder = createTextEmbedder(file);
  const warnings = refreshAppearances({ form: readForm(file), embedder }, new Set());
  await embedder.finish();
  return warnings;
}
