import { parse } from 'node:path';
import type { CommandRun } from './command-run.ts';
import { checkReadable, printEachFile } from './each-file.ts';

export const runMerge: CommandRun = (call) => {
  const [first = '', ...others] = call.files;
  return printEachFile({ ...call, files: [first] }, async () => {
    for (const file of others) checkReadable(file);
    const { pages, size, renamedFields, droppedStructures } = await call.toolkit.merge(call.files, call.out, {
      titles: call.files.map((file) => parse(file).name),
    });
    const renamed = renamedFields.map(
      ({ input, from, to }) => `  ${call.files[input]}: ${from} is now ${to}`,
    );
    const dropped = droppedStructures.map(
      (input) => `  ${call.files[input]}: its structure tree is left out`,
    );
    return {
      json: { files: call.files, output: call.out, pages, size, renamedFields, droppedStructures },
      text: [`${call.out}: ${pages} pages of ${call.files.length} files`, ...renamed, ...dropped].join('\n'),
    };
  });
};
