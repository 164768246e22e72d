import { createTextEmbedder, openPdf } from '@countersign/pdf';
import { expect, test } from 'vitest';
import { fitText } from './fit-text.ts';
import { createSamplePdf } from './testing/sample-pdf.ts';

/** Ten thousand letters were measured ten thousand times. */
test('a long text is shortened in a few measurements, to as much as fits', async () => {
  const embedder = createTextEmbedder(openPdf(await createSamplePdf()));
  const measured: string[] = [];
  const measure = (text: string, size: number) => {
    measured.push(text);
    return embedder.measure(text, size);
  };
  const counting = { measure } as typeof embedder;
  const { text, size } = fitText(counting, 'x'.repeat(10_000), { width: 100, size: 9, minSize: 6 });
  expect(measured.length).toBeLessThan(20);
  expect(text).toMatch(/^x+…$/);
  expect(embedder.measure(text, size)).toBeLessThanOrEqual(100);
  expect(embedder.measure(`x${text}`, size)).toBeGreaterThan(100);
});
