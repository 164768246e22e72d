import type { Input, Inputs } from '../inputs.ts';
import { describeFields } from '../peers/answers.ts';
import { type Case, pathOf } from './case.ts';

export function fieldCases({ scan, objects, objectsPacked, form, formPacked }: Inputs): Case[] {
  return [scan, objects, objectsPacked, form, formPacked].map(fieldCase);
}

function fieldCase(input: Input): Case {
  const path = pathOf(input);
  const last = input.fieldNames.at(-1) ?? '';
  return {
    id: `fields/${input.id}`,
    title: `List the form fields: ${input.title}`,
    job: 'fields',
    input,
    expected: describeFields(input.fieldNames),
    command: () => ['fields', path],
    natives: [
      { program: 'mutool', args: () => ['show', path, 'form'], prints: last },
      { program: 'qpdf', args: () => ['--json=2', '--json-key=acroform', path], prints: last },
      { program: 'pdftk', args: () => [path, 'dump_data_fields'], prints: last },
    ],
  };
}
