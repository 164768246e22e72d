import { mergePdfs, openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import { stripSignatures } from '@countersign/seal';
import { ToolkitError } from '../errors.ts';
import type { MergeReport, PdfInput } from '../pdf-toolkit.ts';
import { MergedNames } from './merging/merged-names.ts';
import { renameFields, writeFormDefaults } from './merging/rename-fields.ts';
import { writeWhole } from './output-file.ts';

/**
 * One document with the pages and forms of all inputs, in order. Signatures would be broken and are taken out, as at
 * upload. A refused input is named by `params.input`, from 0.
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

/** The inputs are changed in memory only: what is signed goes, fields get the names they have in the merged document. */
async function mergeFiles(files: readonly PdfFile[], output: string): Promise<MergeReport> {
  for (const file of files) {
    stripSignatures(file);
    writeFormDefaults(file);
  }
  const names = new MergedNames();
  const renamedFields = files.flatMap((file, input) => renameFields(file, input, names));
  const merged = mergePdfs(files);
  await writeWhole(output, (path) => merged.writeTo(path));
  const pages = files.reduce((sum, { pageCount }) => sum + pageCount, 0);
  return { pages, size: merged.size, renamedFields };
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
