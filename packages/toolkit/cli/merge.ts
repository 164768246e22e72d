import type { CommandRun } from './command-run.ts';
import { checkReadable, printEachFile } from './each-file.ts';

export const runMerge: CommandRun = (call) => {
  const [first = '', ...others] = call.files;
  return printEachFile({ ...call, files: [first] }, async () => {
    for (const file of others) checkReadable(file);
    const { pages, size, renamedFields } = await call.toolkit.merge(call.files, call.out);
    const renamed = renamedFields.map(
      ({ input, from, to }) => `  ${call.files[input]}: ${from} is now ${to}`,
    );
    return {
      json: { files: call.files, output: call.out, pages, size, renamedFields },
      text: [`${call.out}: ${pages} pages of ${call.files.length} files`, ...renamed].join('\n'),
    };
  });
};
