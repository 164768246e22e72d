import { createTextEmbedder, type PdfFile } from '@countersign/pdf';
import { readForm } from '../fields/form.ts';
import { needsAppearances } from './needs-appearances.ts';
import { type FormWarning, refreshAppearances } from './refresh-appearances.ts';

/**
 * Makes the appearances of a form with NeedAppearances and removes the flag, or returns warnings if no font has a
 * value.
 */
export async function makeNeededAppearances(file: PdfFile): Promise<readonly FormWarning[]> {
  if (!needsAppearances(file)) return [];
  const embedder = createTextEmbedder(file);
  const warnings = refreshAppearances({ form: readForm(file), embedder }, new Set());
  await embedder.finish();
  return warnings;
}
