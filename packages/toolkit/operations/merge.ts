import { openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import { stripSignatures } from '@countersign/seal';
import { ToolkitError } from '../errors.ts';
import type { MergeReport, PdfInput } from '../pdf-toolkit.ts';
import { digestFile } from './digest-file.ts';
import { copyPages } from './merging/copy-pages.ts';
import { appendForm, renameFields } from './merging/merge-forms.ts';
import { MergedNames } from './merging/merged-names.ts';
import { ObjectCopier } from './merging/object-copier.ts';
import { writeWhole } from './output-file.ts';

/**
 * One document with the pages and forms of all inputs, in order: the first input takes in the others. Signatures would be
 * broken and are taken out, as at upload. A refused input is named by `params.input`, from 0.
 */
export async function merge(inputs: readonly PdfInput[], output: string): Promise<MergeReport> {
  const files: PdfFile[] = [];
  try {
    for (const [index, input] of inputs.entries()) files.push(openNamed(input, index));
    return await mergeFiles(files, output);
  } finally {
    for (const file of files) file.close();
  }
}

async function mergeFiles(files: readonly PdfFile[], output: string): Promise<MergeReport> {
  const [target, ...others] = files;
  if (target === undefined) throw new Error('nothing to merge');
  for (const file of files) stripSignatures(file);
  const names = new MergedNames();
  const renamedFields = files.flatMap((file, input) => renameFields(file, input, names));
  for (const source of others) append(source, target);
  const pages = target.pageCount;
  await writeWhole(output, (path) => target.writeRewritten(path));
  return { pages, size: digestFile(output).size, renamedFields };
}

function append(source: PdfFile, target: PdfFile): void {
  const copier = new ObjectCopier(source.context, target.context);
  copyPages(source, target, copier);
  appendForm(source, target, copier);
  copier.finish();
}

function openNamed(input: PdfInput, index: number): PdfFile {
  try {
    return openPdf(input);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const message = `file ${index + 1}: ${error.message}`;
    throw new ToolkitError(error.code, message, { ...error.params, input: index }, { origin: error.name });
  }
}
