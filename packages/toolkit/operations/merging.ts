import { statSync } from 'node:fs';
import { needsAppearances } from '@countersign/forms';
import {
  lookupArray,
  lookupDict,
  type MergeWarning,
  mergePdfsTo,
  openPdf,
  type PdfFile,
} from '@countersign/pdf';
import { stripSignatures } from '@countersign/seal';
import { MAX_INPUT_BYTES, ToolkitError } from '../errors.ts';
import type { MergeReport } from '../reports.ts';
import type { MergeArgs, PdfInput } from '../requests.ts';
import { MergedNames } from './merged-names.ts';
import { nameInput } from './reading.ts';
import { renameFields } from './rename-fields.ts';

/**
 * /NeedAppearances applies to the whole form: if the inputs disagree, makes the appearances of those that
 * have it.
 */
async function unifyNeedAppearances(files: readonly PdfFile[]): Promise<void> {
  const asking = files.filter(needsAppearances);
  const areOthersQuiet = files.some((file) => hasFields(file) && !asking.includes(file));
  if (!areOthersQuiet || asking.length === 0) return;
  // The module loads fonts and drawing.
  const { makeAppearances } = await import('./make-appearances.ts');
  for (const file of asking) await makeAppearances(file);
}

function hasFields(file: PdfFile): boolean {
  const form = lookupDict(file.catalog, 'AcroForm');
  return form !== undefined && (lookupArray(form, 'Fields')?.size() ?? 0) > 0;
}

/** Merges without signatures. `params.input` is the index of a refused input. */
export async function merge({
  inputs,
  output,
  titles,
  maxBytes = MAX_INPUT_BYTES,
}: MergeArgs): Promise<MergeReport> {
  checkSizes(inputs, maxBytes);
  const files: PdfFile[] = [];
  try {
    for (const [index, input] of inputs.entries()) files.push(nameInput(index, () => openPdf(input)));
    return await mergeFiles(files, output, titles);
  } finally {
    for (const file of files) file.close();
  }
}

function checkSizes(inputs: readonly PdfInput[], limit: number): void {
  const bytes = inputs.reduce((sum, input) => sum + sizeOf(input), 0);
  if (bytes <= limit) return;
  const message = `the files have ${bytes} bytes together, ${limit} may be merged`;
  throw new ToolkitError('inputs_too_large', message, { bytes, limit });
}

/** Refused when it is opened. */
function sizeOf(input: PdfInput): number {
  if (typeof input !== 'string') return input.byteLength;
  return statSync(input, { throwIfNoEntry: false })?.size ?? 0;
}

/** Merges in memory: signatures are removed, fields renamed. */
async function mergeFiles(
  files: readonly PdfFile[],
  output: string,
  titles: readonly string[] | undefined,
): Promise<MergeReport> {
  const names = new MergedNames();
  const removed: MergeReport['removedSignatures'][number][] = [];
  const renamedFields = files.flatMap((file, index) =>
    nameInput(index, () => {
      const report = stripSignatures(file);
      if (report.changed) removed.push({ input: index, ...report });
      return renameFields(file, index, names);
    }),
  );
  await unifyNeedAppearances(files);
  const warnings: MergeWarning[] = [];
  const size = mergePdfsTo(output, files, {
    titles,
    renameField: 'distinct',
    onWarning: (warning) => warnings.push(warning),
  });
  const pages = files.reduce((sum, { pageCount }) => sum + pageCount, 0);
  return {
    pages,
    size,
    removedSignatures: removed,
    renamedFields,
    droppedStructures: inputsOf(warnings, 'structure_dropped'),
    differingOutputIntents: inputsOf(warnings, 'output_intents_differ'),
  };
}

function inputsOf(warnings: readonly MergeWarning[], code: MergeWarning['code']): number[] {
  return warnings.filter((warning) => warning.code === code).map(({ input }) => input);
}
