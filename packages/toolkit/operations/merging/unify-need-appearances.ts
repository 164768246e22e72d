import { needsAppearances } from '@countersign/forms';
import { lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';

/**
 * /NeedAppearances applies to the whole form: if the inputs disagree, makes the appearances of those that
 * have it.
 */
export async function unifyNeedAppearances(files: readonly PdfFile[]): Promise<void> {
  const asking = files.filter(needsAppearances);
  const areOthersQuiet = files.some((file) => hasFields(file) && !asking.includes(file));
  if (!areOthersQuiet || asking.length === 0) return;
  // Fonts and drawing.
  const { makeAppearances } = await import('./make-appearances.ts');
  for (const file of asking) await makeAppearances(file);
}

function hasFields(file: PdfFile): boolean {
  const form = lookupDict(file.catalog, 'AcroForm');
  return form !== undefined && (lookupArray(form, 'Fields')?.size() ?? 0) > 0;
}
