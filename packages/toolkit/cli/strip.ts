import type { StripReport } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { listRemovals } from './list-removals.ts';
import { printable } from './printable.ts';

export const runStrip: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const keepAttachments = call.values['keep-attachments'] === true;
    const report = await call.toolkit.strip(input, call.out, { keepAttachments });
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
