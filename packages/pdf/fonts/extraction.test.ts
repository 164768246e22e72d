import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { appendPageContent } from '../pages/page-content.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { hasPrograms, runProgram } from '../testing/outside-programs.ts';
import { createTextEmbedder } from './text-embedder.ts';

async function draw(text: string): Promise<Uint8Array> {
  const bodies = pageBodies(1);
  bodies[4] = '<< /Length 0 >>\nstream\n\nendstream';
  const file = openPdf(buildPdf(bodies));
  const embedder = createTextEmbedder(file);
  const operators = embedder.drawText(text, { x: 10, y: 100, size: 12 });
  appendPageContent(file, file.page(0), operators, { Font: embedder.resources });
  await embedder.finish();
  return file.save().toBytes();
}

/** The text that PDF.js extracts, from left to right. */
async function readWithPdfJs(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const { items } = await page.getTextContent();
  await task.destroy();
  return items.flatMap((item) => ('str' in item && item.str !== '' ? [item.str] : []));
}

/** The text that Poppler extracts, without directional marks; undefined if it is not installed. */
function readWithPoppler(pdf: Uint8Array): string | undefined {
  if (!hasPrograms('pdftotext')) return undefined;
  const { stdout } = runProgram('pdftotext', ['-', '-'], { input: pdf });
  return stdout.replace(/[\u202a-\u202e\f]/g, '').trim();
}

describe('drawn text is found again', () => {
  it.each([
    'Łukasz Żółć',
    'Nguyễn Thị Hạnh',
    'Ελληνικά Привет',
    'g\u0303 q\u0303',
    'שלום עולם',
    'לא 123',
    'محمد العربي',
    'ابجد هوز',
    'ที่นี่ กำลัง',
    '李小龍 こんにちは',
  ])('by poppler and pdf.js: %s', async (text) => {
    const pdf = await draw(text);
    expect(complaintsOfQpdf(pdf)).toBe('');
    expect(readWithPoppler(pdf) ?? text).toBe(text);
    const pieces = await readWithPdfJs(pdf);
    const found = [pieces.join(''), [...pieces].reverse().join('')].map((each) => each.normalize('NFKD'));
    expect(found).toContain(text.normalize('NFKD'));
  });

  it('as composed text, also when it was decomposed', async () => {
    expect(await readWithPdfJs(await draw('Nguyễn Thị Hạnh'.normalize('NFD')))).toEqual(['Nguyễn Thị Hạnh']);
  });

  it.each(['हिन्दी', 'क्षत्रिय', 'น้ำ'])('in text order where the glyphs have another: %s', async (text) => {
    expect(readWithPoppler(await draw(text)) ?? text).toBe(text);
  });

  it.each(['שָׁלוֹם', 'مُحَمَّد', 'عربي'])('in one piece, with its marks: %s', async (text) => {
    const [piece = '', ...others] = await readWithPdfJs(await draw(text));
    expect(others).toEqual([]);
    expect(piece.normalize('NFD')).toBe(text.normalize('NFD'));
  });
});
