import { statSync } from 'node:fs';
import { type MergeWarning, mergePdfsTo, openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import { stripSignatures } from '@countersign/seal';
import { ToolkitError } from '../errors.ts';
import { MAX_INPUT_BYTES } from '../limits.ts';
import type { MergeReport, PdfInput } from '../pdf-toolkit.ts';
import { MergedNames } from './merging/merged-names.ts';
import { renameFields } from './merging/rename-fields.ts';
import { unifyNeedAppearances } from './merging/unify-need-appearances.ts';

interface MergeOptions {
  readonly titles?: readonly string[] | undefined;
  readonly maxBytes?: number | undefined;
}

/** Without signatures. `params.input` is the index of a refused input. */
export async function merge(
  inputs: readonly PdfInput[],
  output: string,
  { titles, maxBytes = MAX_INPUT_BYTES }: MergeOptions = {},
): Promise<MergeReport> {
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

/** In memory: signatures are removed, fields renamed. */
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
    ...(titles === undefined ? {} : { titles }),
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

/** Of a refusal. */
function nameInput<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const message = `file ${index + 1}: ${error.message}`;
    throw new ToolkitError(error.code, message, { ...error.params, input: index }, { origin: error.name });
  }
}
