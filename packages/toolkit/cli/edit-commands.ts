import { parse } from 'node:path';
import type { SignatureStripReport } from '@countersign/seal';
import { ToolkitError } from '../errors.ts';
import type { MergeReport, StripReport } from '../reports.ts';
import { type FileResult, openArgument, printEachFile, printResult } from './files.ts';
import { type CommandCall, type CommandRun, printable } from './output.ts';

function listRemovals(report: SignatureStripReport): string[] {
  const { removedFields, signatures, removedOrphans, removedCertification, removedRemains } = report;
  const signed = new Map(signatures.map((signature) => [signature.fieldName, signature]));
  const fields = removedFields.map((name) => {
    const signature = signed.get(name);
    if (signature === undefined) return `${name}: not signed`;
    return `${name}: signed by ${signature.signerName ?? 'unknown'} at ${signature.signedAt ?? 'an unknown time'}`;
  });
  return [
    // Names of the file may contain line ends.
    ...fields.map(printable),
    ...(removedOrphans > 0 ? [`widgets of signatures without a field: ${removedOrphans}`] : []),
    ...(removedCertification ? ['certification or usage rights'] : []),
    ...(removedRemains ? ['what signatures leave: validation data, flags, a signed revision'] : []),
  ];
}

export const runMerge: CommandRun = (call) =>
  printResult(
    call,
    () => mergeFiles(call),
    (error) => fileAtFault(call, error),
  );

async function mergeFiles(call: CommandCall): Promise<FileResult> {
  const inputs = await Promise.all(call.files.map((file, input) => openArgument(file, { input })));
  const titles = call.files.map((file) => parse(file).name);
  const report = await call.toolkit.merge({ inputs, output: call.out, titles });
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

export const runRehearse: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const report = await call.toolkit.rehearse({ input });
    const { stampedPages, flattenedFields } = report;
    return {
      json: { file, accepted: true, code: null, message: null, ...report },
      text: `${file}: can be sealed (${stampedPages} pages stamped, ${flattenedFields} fields made page content)`,
    };
  });

export const runRewrite: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const report = await call.toolkit.rewrite({ input, output: call.out });
    return {
      json: { file, output: call.out, ...report },
      text: `${call.out}: ${report.pages} pages, ${report.size} bytes`,
    };
  });

export const runStrip: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const keepAttachments = call.values['keep-attachments'] === true;
    const report = await call.toolkit.strip({ input, output: call.out, keepAttachments });
    return {
      json: { file, output: call.out, ...report },
      text: [`${call.out}: ${summarise(report)}`, ...listLines(report).map((line) => `  ${line}`)].join('\n'),
    };
  });

function summarise({ removedFields, removedSignatures, removedContentCount }: StripReport): string {
  return (
    `${removedFields.length} signature fields and ${removedSignatures} signatures removed` +
    (removedContentCount > 0 ? `, ${removedContentCount} pieces of active content` : '')
  );
}

function listLines(report: StripReport): string[] {
  const content = report.removedContent.map(({ kind, place, page, name, count }) => {
    const where = [place, page === undefined ? '' : `on page ${page + 1}`, name ? `"${name}"` : ''];
    return `${kind}: ${where.filter((part) => part).join(' ')}${count > 1 ? ` (${count})` : ''}`;
  });
  const layers = report.hiddenLayers.map((name) => `hidden layer, kept: "${name}"`);
  const unprinted = report.unprintedLayers.map((name) => `layer not printed, kept: "${name}"`);
  const listed = report.listedFields.map((name) => `listed in the form: "${name}"`);
  const hidden =
    report.hiddenAnnotations > 0
      ? [`annotations hidden on screen or paper, kept: ${report.hiddenAnnotations}`]
      : [];
  const named = [...content, ...layers, ...unprinted, ...hidden, ...listed].map(printable);
  return [...listRemovals(report), ...named];
}
