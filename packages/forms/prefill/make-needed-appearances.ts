import { createTextEmbedder, type PdfFile } from '@countersign/pdf';
import { readForm } from '../fields/form.ts';
import { needsAppearances } from './needs-appearances.ts';
import { type FormWarning, refreshAppearances } from './refresh-appearances.ts';

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
