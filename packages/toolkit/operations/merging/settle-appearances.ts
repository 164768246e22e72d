import { needsAppearances } from '@countersign/forms';
import { lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';

/**
 * /NeedAppearances is said of a form as a whole: taken over from one input, it would have readers draw the fields of all others
 * anew, each in its own way. Where the inputs disagree, those that ask get their appearances here. Changes the files.
 */
export async function settleAppearances(files: readonly PdfFile[]): Promise<void> {
  const asking = files.filter(needsAppearances);
  const areOthersQuiet = files.some((file) => hasFields(file) && !asking.includes(file));
  if (!areOthersQuiet || asking.length === 0) return;
  // Fonts and what draws with them: few merges need them, and a command would wait for them to be loaded.
  const { makeAppearances } = await import('./make-appearances.ts');
  for (const file of asking) await makeAppearances(file);
}

function hasFields(file: PdfFile): boolean {
  const form = lookupDict(file.catalog, 'AcroForm');
  return form !== undefined && (lookupArray(form, 'Fields')?.size() ?? 0) > 0;
}
