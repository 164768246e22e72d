import type { Inputs } from '../inputs.ts';
import { readFormBack } from '../read-back.ts';
import { type Case, pathOf } from './case.ts';

export function stripCases({ signed }: Inputs): Case[] {
  return [
    {
      id: 'strip/signed',
      title: `Take out the signatures: ${signed.title}`,
      job: 'strip',
      input: signed,
      expected: `${signed.pages} pages, ${signed.fieldNames.length} fields, 0 filled, 0 read-only, 0 signatures`,
      readBack: readFormBack,
      command: (output) => ['strip', pathOf(signed), '-o', output],
      natives: [],
    },
  ];
}
