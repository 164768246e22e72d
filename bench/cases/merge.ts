import type { Inputs } from '../inputs.ts';
import { readPagesBack } from '../read-back.ts';
import type { Case } from './case.ts';

/** All pages in one file. Ours keeps the forms too and renames equal fields, which no peer's call does. */
export function mergeCases({ brochures }: Inputs): Case[] {
  const { paths, pages } = brochures;
  return [
    {
      id: 'merge/brochures',
      title: `Merge ${brochures.title}`,
      job: 'merge',
      input: brochures,
      expected: `${pages} pages with Brochure 1, page 1`,
      readBack: (output) => readPagesBack(output, ['Brochure 1, page 1']),
      floor: 'read and write',
      command: (output) => ['merge', ...paths, '-o', output],
      natives: [
        { program: 'mutool', args: (output) => ['merge', '-o', output, ...paths] },
        { program: 'qpdf', args: (output) => ['--empty', '--pages', ...paths, '--', output] },
        { program: 'pdfunite', args: (output) => [...paths, output] },
        { program: 'pdftk', args: (output) => [...paths, 'cat', 'output', output] },
      ],
    },
  ];
}
