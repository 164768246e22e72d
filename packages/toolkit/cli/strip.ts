import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';

export const runStrip: CommandRun = (call) =>
  printEachFile(call, async (file) => {
    const report = await call.toolkit.stripSignatures(file, call.out);
    const names = report.removedFields.map((name) => `  ${name}`);
    const { removedFields, removedSignatures } = report;
    return {
      json: { file, output: call.out, ...report },
      text: [
        `${call.out}: ${removedFields.length} signature fields and ${removedSignatures} signatures removed`,
        ...names,
      ].join('\n'),
    };
  });
