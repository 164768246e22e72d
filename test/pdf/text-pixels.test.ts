import { appendPageContent, createTextEmbedder, openPdf } from '@countersign/pdf';
import { PDFDocument } from 'pdf-lib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { launchChromium, noBrowserReason } from '../browser/chromium.ts';
import { BrowserPage } from './browser-page.ts';
import { drawByPoppler, drawFirstPage, largestDifference } from './picture.ts';

const WIDTH = 620;
const HEIGHT = 90;
/** Left end of the baseline, from the top-left corner. */
const START = { x: 20, y: 60 };
const SIZE = 32;
/** Equal glyphs measured 18 to 77, a single missing dot 179. */
const SAME = 110;

interface Sample {
  readonly name: string;
  readonly text: string;
  /** Packages of the fonts, in fallback order. */
  readonly fonts: readonly string[];
}

const EVERY_FONT = ['NotoSansHebrew', 'NotoSansArabic', 'NotoSans'];

const SAMPLES: readonly Sample[] = [
  { name: 'Polish', text: 'Łukasz Żółć', fonts: ['NotoSans'] },
  { name: 'Spanish', text: 'Ñandú Ibáñez', fonts: ['NotoSans'] },
  { name: 'Vietnamese', text: 'Nguyễn Thị Hạnh', fonts: ['NotoSans'] },
  { name: 'decomposed Vietnamese', text: 'Nguyễn Thị Hạnh'.normalize('NFD'), fonts: ['NotoSans'] },
  { name: 'letters with marks', text: 'x\u0302 q\u0303\u0302 g\u0331 \u0439\u0301', fonts: ['NotoSans'] },
  { name: 'Greek', text: 'Ελληνικά ᾧ', fonts: ['NotoSans'] },
  { name: 'Cyrillic', text: 'Привет, Ђорђе', fonts: ['NotoSans'] },
  { name: 'Hebrew', text: 'שלום עולם', fonts: ['NotoSansHebrew', 'NotoSans'] },
  { name: 'Hebrew with points', text: 'שָׁלוֹם בְּרֵאשִׁית', fonts: ['NotoSansHebrew', 'NotoSans'] },
  { name: 'Arabic', text: 'محمد العربي', fonts: ['NotoSansArabic', 'NotoSans'] },
  { name: 'Arabic with vowels', text: 'مُحَمَّدٌ لا إله', fonts: ['NotoSansArabic', 'NotoSans'] },
  { name: 'Arabic among Latin', text: 'محمد العربي 123 (test)', fonts: ['NotoSans', 'NotoSansArabic'] },
  { name: 'Hebrew in a Latin line', text: 'Mm כהן (שלום) 12', fonts: ['NotoSans', 'NotoSansHebrew'] },
  { name: 'Persian with a joiner', text: 'می‌خواهم', fonts: ['NotoSansArabic', 'NotoSans'] },
  { name: 'Devanagari', text: 'राष्ट्रीय क्षत्रिय हिन्दी', fonts: ['NotoSansDevanagari', 'NotoSans'] },
  { name: 'Thai', text: 'ที่นี่ น้ำ กำลัง', fonts: ['NotoSansThai', 'NotoSans'] },
  { name: 'Japanese', text: '李小龍 こんにちは「テスト」', fonts: ['NotoSansJP', 'NotoSans'] },
];

async function drawWithEngine(text: string): Promise<Uint8Array> {
  const blank = await PDFDocument.create();
  blank.addPage([WIDTH, HEIGHT]);
  const file = openPdf(await blank.save());
  const embedder = createTextEmbedder(file);
  const operators = embedder.drawText(text, { x: START.x, y: HEIGHT - START.y, size: SIZE });
  appendPageContent(file, file.page(0), operators, { Font: embedder.resources });
  await embedder.finish();
  return file.save().toBytes();
}

describe.skipIf(noBrowserReason !== null)('text has the pixels of a browser with the whole fonts', () => {
  let browser: Browser;
  let page: BrowserPage;

  beforeAll(async () => {
    browser = await launchChromium('--font-render-hinting=none');
    page = await BrowserPage.open(browser, WIDTH, HEIGHT);
  });
  afterAll(() => browser.close());

  it.each(shareOf(SAMPLES))('$name: $text', async (sample) => {
    const yardstick = await page.drawText({ ...sample, ...START, size: SIZE });
    const pdf = await drawWithEngine(sample.text);
    expect(largestDifference(yardstick, await drawFirstPage(pdf)), 'MuPDF').toBeLessThan(SAME);
    const drawn = await drawByPoppler(pdf);
    if (drawn) expect(largestDifference(yardstick, drawn), 'Poppler').toBeLessThan(SAME);
    expect(largestDifference(yardstick, await page.drawPdf(pdf)), 'pdf.js').toBeLessThan(SAME);
  });

  it.each([
    ['a lost mark', 'Nguyễn Thị Hạnh', 'Nguyên Thi Hạnh'],
    ['letters that are not joined', 'محمد', 'م\u200cح\u200cم\u200cد'],
    ['letters in the order of the text', 'שלום', '\u202dשלום'],
    ['a lost point', 'שָׁלוֹם', 'שָלוֹם'],
  ])('%s would be noticed', async (_, text, broken) => {
    const yardstick = await page.drawText({ text, fonts: EVERY_FONT, ...START, size: SIZE });
    const drawn = await page.drawPdf(await drawWithEngine(broken));
    expect(largestDifference(yardstick, drawn)).toBeGreaterThan(SAME);
  });
});
