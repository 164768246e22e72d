import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import { appendPageContent } from '../pages/page-content.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { countInk } from '../testing/draw-by-mupdf.ts';
import { createTextEmbedder } from './text-embedder.ts';

const BOLD = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
);
const SAMPLE = 'Čĺŕ Ωmega Привет åäö';

async function drawWithEmbedder(text: string): Promise<Uint8Array> {
  const file = openPdf(buildPdf(blankPage()));
  const embedder = createTextEmbedder(file);
  const operators = embedder.drawText(text, { x: 10, y: 100, size: 24 });
  appendPageContent(file, file.page(0), operators, { Font: embedder.resources });
  await embedder.finish();
  return file.save().toBytes();
}

/** Reference: pdf-lib with the whole font. */
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

  it('gives different subsets different names, and equal ones the same', async () => {
    const names = async (text: string) =>
      Buffer.from(await drawWithEmbedder(text))
        .toString('latin1')
        .match(/[A-Z]{6}\+NotoSans-Regular/)?.[0];
    const drawn = await Promise.all(['abc', 'abd', 'acb', 'ab'].map(names));
    expect(new Set(drawn).size).toBe(3);
    expect(drawn[0]).toBe(drawn[2] ?? 'none');
    expect(drawn).not.toContain(undefined);
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
    expect(embedder.show('e\u0301', 9)).toEqual(embedder.show('\u00e9', 9));
  });

  it('embeds in a few kilobytes and always the same bytes', async () => {
    const draw = async () => (await drawWithEmbedder(SAMPLE)).length - buildPdf(blankPage()).length;
    expect(await draw()).toBeLessThan(6_000);
    const [one, other] = [await drawWithEmbedder('李小龍'), await drawWithEmbedder('李小龍')];
    expect(one.length).toBeLessThan(6_000);
    expect(streamsOf(other)).toEqual(streamsOf(one));
  });

  it('takes what is drawn after finish into the same font', async () => {
    const file = openPdf(buildPdf(blankPage()));
    const embedder = createTextEmbedder(file);
    const first = embedder.drawText('one', { x: 10, y: 100, size: 24 });
    await embedder.finish();
    const second = embedder.drawText('two Ω', { x: 10, y: 200, size: 24 });
    appendPageContent(file, file.page(0), first + second, { Font: embedder.resources });
    await embedder.finish();
    await embedder.finish();
    const saved = file.save().toBytes();
    expect(Buffer.from(saved).toString('latin1').split('/FontFile2')).toHaveLength(2);
    const [ink, yardstick] = [countInk(saved, 0), countInk(await drawWithEmbedder('onetwo Ω'), 0)];
    expect(ink / yardstick).toBeCloseTo(1, 1);
  });

  it('draws plain text with a single operator', () => {
    const embedder = createTextEmbedder(openPdf(buildPdf(pageBodies(1))));
    expect(embedder.show(SAMPLE, 9).operators).toMatch(/^\/CsF0 9 Tf <[0-9a-f]+> Tj$/);
  });

  it('says from which side a line is read', () => {
    const embedder = createTextEmbedder(openPdf(buildPdf(pageBodies(1))));
    expect(embedder.show('12 abc אבג', 9).direction).toBe('ltr');
    expect(embedder.show('12 אבג abc', 9).direction).toBe('rtl');
  });

  it('asks the fonts of a document before all others', () => {
    const file = openPdf(buildPdf(pageBodies(1)));
    const plain = createTextEmbedder(openPdf(buildPdf(pageBodies(1))));
    const embedder = createTextEmbedder(file, { fonts: [BOLD] });
    expect(createTextEmbedder(file)).toBe(embedder);
    expect(embedder.measure('width', 10)).toBeGreaterThan(plain.measure('width', 10));
    expect(embedder.measure('木', 10)).toBe(plain.measure('木', 10));
  });

  // In a process of its own: the thread keeps a registered font, and other tests measured their texts in it.
  it('has registered fonts in every document from then on', () => {
    const code = `
      import { createTextEmbedder, openPdf, registerFont } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
      const measure = (embedder) => embedder.measure('width', 10);
      const create = () => createTextEmbedder(openPdf(Buffer.from(process.argv[1], 'base64')));
      const before = create();
      const widths = [measure(before)];
      registerFont(process.argv[2]);
      console.log(JSON.stringify([...widths, measure(before), measure(create())]));`;
    const pdf = Buffer.from(buildPdf(pageBodies(1))).toString('base64');
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', code, pdf, BOLD], {
      encoding: 'utf8',
    });
    const [width, same, wider] = JSON.parse(output) as number[];
    expect(same).toBe(width);
    expect(wider).toBeGreaterThan(width ?? 0);
  });

  it.each([
    ['an emoji', '\u{1f469}\u200d\u{1f52c}', 'U+1F469'],
    ['a control character', 'a\u0007', 'U+0007'],
    ['a line break', 'a\nb', 'U+000A'],
    ['half a surrogate pair', 'a\ud800', 'U+D800'],
    ['an unassigned character among Hebrew', '\u05d0\u0590', 'U+0590'],
    ['a mark that the font of its letter lacks', '\u05d0\u0951', 'U+0951'],
  ])('refuses %s', (_, text, codePoint) => {
    const embedder = createTextEmbedder(openPdf(buildPdf(pageBodies(1))));
    expect(() => embedder.ensureDrawable(text)).toThrow(
      expect.objectContaining({ code: 'text_not_drawable', params: expect.objectContaining({ codePoint }) }),
    );
  });
});

function streamsOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1');
  return Array.from(text.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs), ([, body = '']) => body);
}
