import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import { appendPageContent } from '../pages/page-content.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf, countInk } from '../testing/check-with-qpdf.ts';
import { createTextEmbedder } from './text-embedder.ts';

const SAMPLE = 'Čĺŕ Ωmega Привет åäö';

async function drawWithEmbedder(text: string): Promise<Uint8Array> {
  const file = openPdf(buildPdf(blankPage()));
  const embedder = createTextEmbedder(file);
  const operators = embedder.drawText(text, { x: 10, y: 100, size: 24 });
  appendPageContent(file, file.page(0), operators, { Font: embedder.resources });
  await embedder.finish();
  return file.save().toBytes();
}

/** The yardstick: pdf-lib with the whole font. */
async function drawWithWholeFont(text: string): Promise<Uint8Array> {
  const path = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  );
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit);
  const font = await document.embedFont(readFileSync(path), { subset: false });
  document.addPage([300, 400]).drawText(text, { x: 10, y: 100, size: 24, font });
  return document.save();
}

function blankPage() {
  const bodies = pageBodies(1);
  bodies[4] = '<< /Length 0 >>\nstream\n\nendstream';
  return bodies;
}

describe('createTextEmbedder', () => {
  it('draws with all the ink of the whole font', async () => {
    const drawn = await drawWithEmbedder(SAMPLE);
    expect(complaintsOfQpdf(drawn)).toBe('');
    const [ink, yardstick] = [countInk(drawn, 0), countInk(await drawWithWholeFont(SAMPLE), 0)];
    if (ink === undefined || yardstick === undefined) return;
    expect(yardstick).toBeGreaterThan(100);
    expect(ink / yardstick).toBeCloseTo(1, 1);
  });

  it('embeds a font once, however often it is asked for', async () => {
    const file = openPdf(buildPdf(pageBodies(2)));
    for (const index of [0, 1]) {
      const embedder = createTextEmbedder(file);
      const operators = embedder.drawText(`page ${index}`, { x: 10, y: 10, size: 9 });
      appendPageContent(file, file.page(index), operators, { Font: embedder.resources });
      await embedder.finish();
    }
    const saved = Buffer.from(file.save().toBytes()).toString('latin1');
    expect(saved.split('/FontFile2')).toHaveLength(2);
    expect(saved.length).toBeLessThan(20_000);
  });

  it('names the character that no font has', () => {
    const embedder = createTextEmbedder(openPdf(buildPdf(pageBodies(1))));
    expect(() => embedder.ensureDrawable('ok \u{10FFFD}')).toThrow(PdfError);
    try {
      embedder.measure('ok \u{10FFFD}', 10);
    } catch (error) {
      expect(error).toMatchObject({ code: 'text_not_drawable', params: { codePoint: 'U+10FFFD' } });
    }
  });

  it('takes decomposed text for the same as composed', () => {
    const embedder = createTextEmbedder(openPdf(buildPdf(pageBodies(1))));
    expect(embedder.measure('e\u0301', 10)).toBe(embedder.measure('\u00e9', 10));
    expect(embedder.encode('e\u0301')).toEqual(embedder.encode('\u00e9'));
  });
});
