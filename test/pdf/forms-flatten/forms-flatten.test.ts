import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFormFields } from '@countersign/forms';
import { openPdf, PdfError } from '@countersign/pdf';
import { readText } from '@countersign/pdf/testing';
import { degrees, PDFDocument, PDFHexString, type PDFName, type PDFObject } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fixturePath } from '../../../fixtures/fixture-path.ts';
import { CORPUS, hasCorpus, listFormFiles } from '../forms-compare/compare-corpus.ts';
import { buildFilledSheet, SHEETS } from '../forms-look/look-sheet.ts';
import { hasPoppler, type Render, renderWithMupdf, renderWithPoppler } from '../forms-look/renderers.ts';
import { type FlattenPair, makeFlattenPair } from './flatten-pair.ts';
import { countDifferentPixels } from './pixel-difference.ts';

/** Share of a page's pixels that may differ because of glyph hinting. */
const TOLERANCE = 0.0005;

async function differentShare({ fields, flat }: FlattenPair, page: number, render: Render): Promise<number> {
  const [before, after] = [await render(fields, page), await render(flat, page)];
  return countDifferentPixels(before, after) / (before.width * before.height);
}

describe.each(SHEETS)('the filled sheet $name, flattened,', (sheet) => {
  it('looks as before', async () => {
    const pair = await makeFlattenPair(await buildFilledSheet(sheet));
    expect(pair.flattened).toBe(sheet.looks.length);
    expect(await differentShare(pair, 0, renderWithMupdf)).toBeLessThan(TOLERANCE);
    if (hasPoppler) expect(await differentShare(pair, 0, renderWithPoppler)).toBeLessThan(TOLERANCE);
  });
});

it('flattened values can be copied as text', async () => {
  const sheet = SHEETS.find(({ name }) => name === 'texts');
  const pair = sheet && (await makeFlattenPair(await buildFilledSheet(sheet)));
  if (!pair) throw new Error('no sheet of texts');
  const text = readText(pair.flat, 0);
  for (const value of ['Ågren jpq', 'second line', 'Łódź Ćčš ΑΩ Жя ư']) expect(text).toContain(value);
});

const FORMS = dirname(fixturePath('forms/contract.pdf'));

it.each(readdirSync(FORMS).filter((file) => file !== 'xfa-only.pdf'))(
  '%s, flattened, looks as before',
  async (file) => {
    const pair = await makeFlattenPair(new Uint8Array(readFileSync(join(FORMS, file))));
    for (let page = 0; page < pair.pages; page++) {
      expect(await differentShare(pair, page, renderWithMupdf)).toBeLessThan(TOLERANCE);
    }
  },
);

/** Annotation flags (ISO 32000-1 table 165). */
const FLAGS = { none: 0, hidden: 2, print: 4, noRotate: 16, noView: 32 };

describe.each([0, 90, 180, 270])('on a page turned by %i', (rotate) => {
  it('flags of widgets are honoured and annotations that are no widgets stay', async () => {
    const pair = await makeFlattenPair(await buildFlagged(rotate));
    expect(await differentShare(pair, 0, renderWithMupdf)).toBe(0);
    const subtypes = openPdf(pair.flat)
      .page(0)
      .annotations()
      .map(({ dict }) => String(dict.get(pdfName('Subtype'))));
    expect(subtypes).toEqual(['/Square']);
    const { rgb } = await renderWithMupdf(pair.flat, 0);
    // Three black boxes of 60 x 20 points and a red one are visible.
    const dark = rgb.filter((value, index) => index % 3 === 1 && value < 128).length;
    expect(dark).toBe(4 * 120 * 40);
  });
});

let pdfName: (name: string) => PDFName;

/** Black widgets with each flag, one on a layer, and a red square annotation. */
async function buildFlagged(rotate: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 520]);
  page.setRotation(degrees(rotate));
  const { context } = document;
  const literal = context.obj.bind(context) as (value: unknown) => PDFObject;
  pdfName = (name) => context.obj(name) as unknown as PDFName;
  const box = (colour: string) =>
    context.register(
      context.stream(`${colour} 0 0 60 20 re f`, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 60, 20] }),
    );
  const widgets = Object.entries(FLAGS).map(([name, F], index) => {
    const Rect = [120, 460 - 90 * index, 180, 480 - 90 * index];
    const T = PDFHexString.fromText(name);
    return context.register(literal({ Subtype: 'Widget', FT: 'Tx', T, F, Rect, AP: { N: box('0 g') } }));
  });
  const square = { Subtype: 'Square', Rect: [20, 20, 80, 40], F: 4, AP: { N: box('1 0 0 rg') } };
  page.node.set(pdfName('Annots'), literal([...widgets, context.register(literal(square))]));
  document.catalog.set(pdfName('AcroForm'), literal({ Fields: widgets }));
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}

/** One file in this many is drawn; the whole corpus takes minutes. */
const SAMPLE = 6;
const ALWAYS = ['forms/qpdf__manual-appearances.pdf', 'forms/itext-java__fieldThreeWidgets.pdf'];

describe.skipIf(!hasCorpus)('other people’s forms, flattened,', () => {
  it('look as before on the page that has most fields', async () => {
    const changed: Record<string, number> = {};
    let compared = 0;
    const files = listFormFiles().filter((file, index) => index % SAMPLE === 0 || ALWAYS.includes(file));
    for (const file of files) {
      const share = await compareFile(join(CORPUS, file));
      if (share === undefined) continue;
      compared += 1;
      if (share > TOLERANCE) changed[file] = share;
    }
    expect(changed).toEqual({});
    expect(compared).toBeGreaterThan(20);
  }, 120_000);
});

/** Returns undefined if the file is refused or no page shows a field. */
async function compareFile(path: string): Promise<number | undefined> {
  try {
    const bytes = new Uint8Array(readFileSync(path));
    const page = busiestPage(bytes);
    return page === undefined
      ? undefined
      : await differentShare(await makeFlattenPair(bytes), page, renderWithMupdf);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

function busiestPage(bytes: Uint8Array): number | undefined {
  const counts = new Map<number, number>();
  for (const { page } of readFormFields(openPdf(bytes)).flatMap(({ widgets }) => widgets)) {
    counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  const [busiest] = [...counts].sort((a, b) => b[1] - a[1]);
  return busiest?.[0];
}
