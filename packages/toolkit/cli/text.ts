import type { PageText } from '@countersign/pdf/text';
import { printEachFile } from './files.ts';
import { type CommandRun, printable } from './output.ts';

export const runText: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const { pages: ranges } = call.values;
    const pages = typeof ranges === 'string' ? ranges : undefined;
    const read = await call.toolkit.readText({ input, pages });
    return { json: { file, pages: read }, text: describeText(file, read) };
  });

/** A line for each line of text, an empty one between passages. Pages are counted from 1. */
export function describeText(file: string, pages: readonly PageText[]): string {
  return pages.map((page) => describePage(file, page)).join('\n\n');
}

function describePage(file: string, { page, passages, hidden }: PageText): string {
  const texts = passages.map(({ lines }) => lines.map(({ text }) => printable(text)).join('\n'));
  const reasons = new Set(hidden.map(({ reason }) => reason));
  const warnings = [...reasons].map((reason) => {
    const words = hidden.filter((passage) => passage.reason === reason).map(countWords);
    return `! ${words.reduce((sum, count) => sum + count, 0)} words are not seen: ${reason}`;
  });
  return [`${file}: page ${page + 1}`, ...texts, ...warnings].join('\n\n');
}

function countWords({ lines }: PageText['passages'][number]): number {
  return lines.reduce((sum, { words }) => sum + words.length, 0);
}
