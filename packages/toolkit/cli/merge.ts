import { parse } from 'node:path';
import { ToolkitError } from '../errors.ts';
import type { MergeReport } from '../pdf-toolkit.ts';
import type { CommandCall, CommandRun } from './command-run.ts';
import { type FileResult, printResult } from './each-file.ts';
import { openArgument } from './input.ts';
import { listRemovals } from './list-removals.ts';

export const runMerge: CommandRun = (call) =>
  printResult(
    call,
    () => mergeFiles(call),
    (error) => fileAtFault(call, error),
  );

async function mergeFiles(call: CommandCall): Promise<FileResult> {
  const inputs = call.files.map((file, input) => openArgument(file, { input }));
  const titles = call.files.map((file) => parse(file).name);
  const report = await call.toolkit.merge(inputs, call.out, { titles });
  return { json: { files: call.files, output: call.out, ...report }, text: describe(call, report) };
}

/** All files if they are too large together. */
function fileAtFault({ files }: CommandCall, error: unknown): string {
  const input = error instanceof ToolkitError ? error.params.input : undefined;
  return files[Number(input)] ?? files.join(', ');
}

function describe({ files, out }: CommandCall, report: MergeReport): string {
  const removed = report.removedSignatures.flatMap(({ input, ...removal }) =>
    listRemovals(removal).map((line) => `  ${files[input]}: removed: ${line}`),
  );
  const renamed = report.renamedFields.map(
    ({ input, from, to }) => `  ${files[input]}: ${from} is now ${to}`,
  );
  const dropped = report.droppedStructures.map(
    (input) => `  ${files[input]}: its structure tree is left out`,
  );
  const differing = report.differingOutputIntents.map(
    (input) => `  ${files[input]}: the output intents of another file hold for its pages now`,
  );
  const heading = `${out}: ${report.pages} pages of ${files.length} files`;
  return [heading, ...removed, ...renamed, ...dropped, ...differing].join('\n');
}
