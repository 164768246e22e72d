import { expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { createTextEmbedder } from './text-embedder.ts';

it('names the package that has to be installed for a script', () => {
  const embedder = createTextEmbedder(openPdf(buildPdf(pageBodies(1))));
  expect(() => embedder.measure('ភាសា', 1)).toThrowError(
    expect.objectContaining({
      code: 'text_not_drawable',
      message:
        'The font package @expo-google-fonts/noto-sans-khmer is not installed, and no other font has U+1797',
      params: expect.objectContaining({ package: '@expo-google-fonts/noto-sans-khmer' }),
    }),
  );
});
