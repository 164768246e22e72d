import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input, Inputs } from '../inputs.ts';
import { VALUES } from '../peers/work.ts';
import { readFormBack } from '../read-back.ts';
import { type Case, pathOf } from './case.ts';

/** Adds as many fields as the form has. */
export function addFieldsCases({ form }: Inputs): Case[] {
  const count = form.fieldNames.length;
  return [
    {
      id: `add-fields/${form.id}`,
      title: `Create ${count.toLocaleString('en')} text fields: ${form.title}`,
      job: 'add-fields',
      input: form,
      expected: `${form.pages} pages, ${2 * count} fields, 0 filled, 0 read-only, 0 signatures`,
      readBack: readFormBack,
      natives: [],
    },
  ];
}

export function prefillCases({ form, formPacked }: Inputs, folder: string): Case[] {
  const values = join(folder, 'values.json');
  writeFileSync(values, JSON.stringify(VALUES));
  return [form, formPacked].map((input) => prefillCase(input, values));
}

function prefillCase(input: Input, values: string): Case {
  const count = input.fieldNames.length;
  return {
    id: `prefill/${input.id}`,
    title: `Fill ${VALUES.length} fields, make all read-only: ${input.title}`,
    job: 'prefill',
    input,
    expected: `${input.pages} pages, ${count} fields, ${VALUES.length} filled, ${count} read-only, 0 signatures`,
    readBack: readFormBack,
    command: (output) => ['prefill', pathOf(input), '--values', values, '--readonly', 'all', '-o', output],
    natives: [],
  };
}
