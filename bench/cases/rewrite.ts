import type { Input, Inputs } from '../inputs.ts';
import { readFormBack } from '../read-back.ts';
import { type Case, pathOf } from './case.ts';

export function rewriteCases({ scan, objects, objectsPacked }: Inputs): Case[] {
  return [scan, objects, objectsPacked].map(rewriteCase);
}

function rewriteCase(input: Input): Case {
  const path = pathOf(input);
  return {
    id: `rewrite/${input.id}`,
    title: `Write anew: ${input.title}`,
    job: 'rewrite',
    input,
    expected: `${input.pages} pages, ${input.fieldNames.length} fields, 0 filled, 0 read-only, 0 signatures`,
    readBack: readFormBack,
    command: (output) => ['rewrite', path, '-o', output],
    natives: [
      { program: 'mutool', args: (output) => ['clean', '-g', path, output] },
      { program: 'qpdf', args: (output) => [path, output] },
      { program: 'pdftk', args: (output) => [path, 'cat', 'output', output] },
    ],
  };
}
