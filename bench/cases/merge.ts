import type { Input, Inputs } from '../inputs.ts';
import { readPagesBack } from '../read-back.ts';
import type { Case } from './case.ts';

/** Merges all pages. Only our call also keeps forms and renames equal fields. */
export function mergeCases({ brochures, slides, forms }: Inputs): Case[] {
  return [mergeCase(brochures, 'Brochure 1, page 1'), mergeCase(slides, 'Deck 1, slide 1'), mergeCase(forms)];
}

/** `texts` are expected on the first or last page. */
function mergeCase(input: Input, ...texts: readonly string[]): Case {
  const { id, title, paths, pages } = input;
  return {
    id: `merge/${id}`,
    title: `Merge ${title}`,
    job: 'merge',
    input,
    expected: `${pages} pages with ${texts.join(', ')}`,
    readBack: (output) => readPagesBack(output, texts),
    floor: 'read and write',
    command: (output) => ['merge', ...paths, '-o', output],
    natives: [
      { program: 'mutool', args: (output) => ['merge', '-o', output, ...paths] },
      { program: 'qpdf', args: (output) => ['--empty', '--pages', ...paths, '--', output] },
      { program: 'pdfunite', args: (output) => [...paths, output] },
      { program: 'pdftk', args: (output) => [...paths, 'cat', 'output', output] },
    ],
  };
}
