import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';

export const runInspect: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const report = await call.toolkit.inspect(input);
    const { pages, signatureFields, signed, formFields, repaired } = report;
    const facts = [
      `${pages} ${pages === 1 ? 'page' : 'pages'}`,
      `${formFields} form fields`,
      `${signatureFields} signature fields (${signed} signed)`,
      ...(repaired ? ['repaired'] : []),
    ];
    return {
      json: {
        file,
        accepted: true,
        repaired,
        code: null,
        message: null,
        pages,
        signatureFields,
        signed,
        formFields,
      },
      text: `${file}: ${facts.join(', ')}`,
    };
  });
