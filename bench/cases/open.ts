import type { Input, Inputs } from '../inputs.ts';
import { describeFile } from '../peers/answers.ts';
import { type Case, pathOf } from './case.ts';

export function openCases({ scan, objects, objectsPacked, signed, manyPages }: Inputs): Case[] {
  return [scan, objects, objectsPacked, signed, manyPages].map(openCase);
}

function openCase(input: Input): Case {
  const path = pathOf(input);
  return {
    id: `open/${input.id}`,
    title: `Open, count pages, is it signed: ${input.title}`,
    job: 'open',
    input,
    expected: describeFile(input.pages, input.signatures > 0),
    command: () => ['inspect', path],
    natives: [
      {
        program: 'mutool',
        args: () => ['show', path, 'trailer/Root/Pages/Count'],
        prints: `${input.pages}`,
      },
      { program: 'pdfinfo', args: () => [path], prints: `${input.pages}` },
      { program: 'qpdf', args: () => ['--show-npages', path], prints: `${input.pages}` },
    ],
  };
}
