import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf, withMupdf } from '@countersign/pdf/testing';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { createDevelopmentSigner, type DevelopmentSigner } from '../signers/development-signer.ts';
import { declareSize } from '../testing/declare-size.ts';
import { findMark, renderPage } from '../testing/render-page.ts';
import { createSamplePdf, type SamplePage } from '../testing/sample-pdf.ts';
import type { SealAppearance } from './seal-field.ts';
import { sealPdf } from './seal-pdf.ts';

const OPTIONS = { reason: 'Agreed', name: 'Ada', signedAt: new Date('2026-11-28T12:00:00Z') };
const BOX = { page: 0, x: 60, y: 90, width: 180, height: 60 };
const isRed = (red: number, green: number, blue: number) => red > 200 && green < 90 && blue < 90;
const isDark = (red: number, green: number, blue: number) => red + green + blue < 200;
let signer: DevelopmentSigner;
let red: Buffer;
let jpeg: Buffer;

beforeAll(async () => {
  signer = await createDevelopmentSigner({ key: 'ec-p256' });
  const picture = sharp({ create: { width: 90, height: 30, channels: 4, background: '#ff0000' } });
  [red, jpeg] = await Promise.all([picture.clone().png().toBuffer(), picture.clone().jpeg().toBuffer()]);
});

async function show(pdf: Uint8Array, appearance: SealAppearance, field?: string): Promise<Uint8Array> {
  const bytes = (await sealPdf(openPdf(pdf), signer, { ...OPTIONS, appearance, field })).toBytes();
  expect(complaintsOfQpdf(bytes)).toBe('');
  return bytes;
}

function textOf(pdf: Uint8Array): string {
  return withMupdf(pdf, (document) => document.loadPage(0).toDisplayList(true).toStructuredText('').asText());
}

const GEOMETRIES: readonly SamplePage[] = [
  {},
  { rotate: 90 },
  { rotate: 180 },
  { rotate: 270 },
  { rotate: 90, cropBox: [100, 50, 400, 500] },
  { rotate: 270, cropBox: [30, 70, 320, 400], userUnit: 2 },
];

describe('a new field shows its image', () => {
  it.each(GEOMETRIES)('upright and where it was asked for on a page with %j', async (geometry) => {
    const pdf = await createSamplePdf([geometry]);
    const { displayedWidth, displayedHeight } = openPdf(pdf).page(0).geometry;
    const mark = findMark(renderPage(await show(pdf, { image: red, box: BOX }), 0), isRed);
    // Three times as wide as high, within two points of padding.
    expect((mark?.left ?? 0) * displayedWidth).toBeCloseTo(BOX.x + 6, 0);
    expect((mark?.right ?? 0) * displayedWidth).toBeCloseTo(BOX.x + BOX.width - 6, 0);
    expect((mark?.top ?? 0) * displayedHeight).toBeCloseTo(BOX.y + 2, 0);
    expect((mark?.bottom ?? 0) * displayedHeight).toBeCloseTo(BOX.y + BOX.height - 2, 0);
  });

  it('as a JPEG, and beside text in a wide box', async () => {
    const pdf = await show(await createSamplePdf(), { image: jpeg, lines: ['Ada', 'Göteborg'], box: BOX });
    const page = renderPage(pdf, 0);
    const mark = findMark(page, isRed);
    expect((mark?.right ?? 1) * 595).toBeLessThan(BOX.x + BOX.width * 0.45);
    expect(textOf(pdf)).toContain('Göteborg');
  });

  it('above text in a high box', async () => {
    const box = { ...BOX, width: 70, height: 90 };
    const pdf = await show(await createSamplePdf(), { image: red, lines: ['Ada'], box });
    const mark = findMark(renderPage(pdf, 0), isRed);
    expect((mark?.bottom ?? 1) * 842).toBeLessThan(BOX.y + 45);
    expect(textOf(pdf)).toContain('Ada');
  });

  it('with its transparency', async () => {
    const half = sharp({
      create: { width: 90, height: 30, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.2 } },
    });
    const pdf = await show(await createSamplePdf(), { image: await half.png().toBuffer(), box: BOX });
    const pixel = renderPage(pdf, 0).pixel(4 * (BOX.x + 90), 4 * (BOX.y + 30));
    expect(pixel[1]).toBeGreaterThan(180);
  });
});

describe('text', () => {
  const area = { page: 0, x: 60, y: 90, width: 180, height: 60 };
  const within = (pdf: Uint8Array) => findMark(renderPage(pdf, 0), isDark);

  it.each([
    ['short lines', ['Signed by Ada', '2026-11-28 12:00 UTC']],
    ['line breaks', ['Signed by Ada\nof the board\r\nin Göteborg\u2028today']],
    [
      'a long line',
      ['A reason that is much too long for one line of this small box, and is wrapped '.repeat(4)],
    ],
    [
      'a word that is wider than the box',
      ['Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2)],
    ],
    ['right-to-left text', ['חתום על ידי עדה', 'موقع من عادة']],
    ['Thai, Greek and Devanagari', ['ลงนามโดย เอดา', 'Υπογραφή της Άντα', 'हस्ताक्षरकर्ता आदा']],
  ])('with %s stays in the box', async (_, lines) => {
    const pdf = await show(await createSamplePdf([{ cropBox: [0, 300, 400, 500] }]), { lines, box: area });
    const mark = within(pdf);
    const { displayedWidth, displayedHeight } = openPdf(pdf).page(0).geometry;
    expect((mark?.left ?? 0) * displayedWidth).toBeGreaterThan(area.x);
    expect((mark?.right ?? 1) * displayedWidth).toBeLessThan(area.x + area.width);
    expect((mark?.top ?? 0) * displayedHeight).toBeGreaterThan(area.y);
    expect((mark?.bottom ?? 1) * displayedHeight).toBeLessThan(area.y + area.height);
  });

  it('of right-to-left letters is at the right edge', async () => {
    const pdf = await show(await createSamplePdf([{ cropBox: [0, 300, 400, 500] }]), {
      lines: ['עדה'],
      box: area,
    });
    expect((within(pdf)?.left ?? 0) * 400).toBeGreaterThan(area.x + area.width / 2);
  });

  it.each([
    ['10,000 characters', ['x'.repeat(10_000)]],
    ['10,000 lines', Array.from({ length: 10_000 }, () => 'x')],
    ['a million characters', ['long '.repeat(200_000)]],
    ['more lines than fit in small print', Array.from({ length: 13 }, () => 'line')],
  ])('of %s is refused', async (_, lines) => {
    const file = openPdf(await createSamplePdf());
    await expect(
      sealPdf(file, signer, { ...OPTIONS, appearance: { lines, box: area } }),
    ).rejects.toMatchObject({ code: 'text_does_not_fit', params: { smallest: 4 } });
    expect(file.saveIncremental().increment).toHaveLength(0);
  });

  it('that no font has is refused', async () => {
    const sealing = show(await createSamplePdf(), { lines: ['\u{10FFFD}'], box: area });
    await expect(sealing).rejects.toMatchObject({ code: 'text_not_drawable' });
  });
});

describe('an image that is hostile', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['is an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'format'],
    ['is empty', () => new Uint8Array(0), 'format'],
    ['is cut off', () => red.subarray(0, 60), 'damaged'],
    ['is said to have two billion pixels', () => declareSize(red, 50_000, 40_000), 'pixels'],
  ])('%s is refused', async (_, image, reason) => {
    const file = openPdf(await createSamplePdf());
    const sealing = sealPdf(file, signer, { ...OPTIONS, appearance: { image: image(), box: BOX } });
    await expect(sealing).rejects.toMatchObject({ code: 'image_not_readable', params: { reason } });
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});

test.each([[{ box: BOX }], [{ lines: [' '], box: BOX }], [{ lines: ['a'], box: BOX, size: 4 }]])(
  'an appearance of nothing, or with other members (%j), is an invalid argument',
  async (appearance) => {
    const sealing = sealPdf(openPdf(await createSamplePdf()), signer, {
      ...OPTIONS,
      appearance: appearance as never,
    });
    await expect(sealing).rejects.toMatchObject({ code: 'invalid_argument' });
  },
);

test('a tagged file gets a structure element with the text, unless it is signed already', async () => {
  const document = await PDFDocument.create();
  document.addPage([300, 300]);
  const root = document.context.obj({ Type: 'StructTreeRoot' });
  document.catalog.set(PDFName.of('StructTreeRoot'), document.context.register(root));
  document.catalog.set(PDFName.of('MarkInfo'), document.context.obj({ Marked: true }));
  const box = { ...BOX, y: 20 };
  const once = await show(await document.save(), { lines: ['Signed by', 'Ada'], box });
  const element = () =>
    Buffer.from(once)
      .toString('latin1')
      .match(/\/S\/Form.*/)?.[0] ?? '';
  expect(element()).toContain('/Alt(Signed by\\nAda)');
  const twice = await show(once, { image: red, description: 'The seal of Ada', box: { ...box, y: 100 } });
  const added = Buffer.from(twice.subarray(once.length)).toString('latin1');
  expect(added).not.toContain('/StructTreeRoot<<');
  expect(added).not.toContain('/Alt');
  expect(openPdf(twice).catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)).toBeDefined();
});
