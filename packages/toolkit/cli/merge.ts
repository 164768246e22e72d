import { parse } from 'node:path';
import type { CommandRun } from './command-run.ts';
import { checkReadable, printEachFile } from './each-file.ts';

export const runMerge: CommandRun = (call) => {
  const [first = '', ...others] = call.files;
  return printEachFile({ ...call, files: [first] }, async () => {
    for (const file of others) checkReadable(file);
    const titles = call.files.map((file) => parse(file).name);
    const report = await call.toolkit.merge(call.files, call.out, { titles });
    const { pages, renamedFields, droppedStructures, differingOutputIntents } = report;
    const renamed = renamedFields.map(
      ({ input, from, to }) => `  ${call.files[input]}: ${from} is now ${to}`,
    );
    const dropped = droppedStructures.map(
      (input) => `  ${call.files[input]}: its structure tree is left out`,
    );
    const differing = differingOutputIntents.map(
      (input) => `  ${call.files[input]}: the output intents of another file hold for its pages now`,
    );
    return {
      json: { files: call.files, output: call.out, ...report },
      text: [
        `${call.out}: ${pages} pages of ${call.files.length} files`,
        ...renamed,
        ...dropped,
        ...differing,
      ].join('\n'),
    };
  });
};
