import type { Inputs } from '../inputs.ts';
import { describeText } from '../peers/answers.ts';
import { type Case, pathOf } from './case.ts';

export function textCases({ text }: Inputs): Case[] {
  const path = pathOf(text);
  return [
    {
      id: `text/${text.id}`,
      title: `Read the text: ${text.title}`,
      job: 'text',
      input: text,
      expected: describeText(text.pages, text.characters),
      natives: [
        { program: 'mutool', args: (output) => ['draw', '-F', 'stext', '-o', output, path] },
        { program: 'pdftotext', args: (output) => ['-bbox', path, output] },
      ],
    },
  ];
}
