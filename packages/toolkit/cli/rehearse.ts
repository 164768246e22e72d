import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';

export const runRehearse: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const report = await call.toolkit.rehearse(input);
    const { stampedPages, flattenedFields } = report;
    return {
      json: { file, accepted: true, code: null, message: null, ...report },
      text: `${file}: can be sealed (${stampedPages} pages stamped, ${flattenedFields} fields made page content)`,
    };
  });
