import { PDFName, PDFStream } from 'pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import { lookupArray, lookupDict } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { drawByMupdf, findRed, readText, readWords } from '../testing/draw-by-mupdf.ts';
import { buildTextPage, type TextPageParts } from '../testing/text-page.ts';
import { drawOnPages, type PageItem } from './draw-on-pages.ts';

const ROTATIONS = [0, 90, 180, 270];

async function drawn(
  items: readonly PageItem[],
  content = '',
  parts: TextPageParts = {},
  options = {},
): Promise<Uint8Array> {
  const file = openPdf(buildTextPage(content, parts));
  await drawOnPages(file, items, options);
  const bytes = file.save().toBytes();
  expect(await complaintsOfQpdf(bytes)).toBe('');
  return bytes;
}

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } });

function contentOf(file: PdfFile, at: number): string {
  const items = lookupArray(file.page(0).dict, 'Contents')?.asArray() ?? [];
  const stream = file.context.lookup(items.at(at), PDFStream);
  return Buffer.from(decodeStream(stream, 1e6)).toString('latin1');
}

describe('drawOnPages', () => {
  it.each(ROTATIONS)(
    '[D1-01] draws where a reader shows it on a cropped page rotated by %i',
    async (rotate) => {
      const page = `/Rotate ${rotate} /CropBox [50 80 250 380]`;
      const image = await red(20, 10).png().toBuffer();
      const items = [
        { page: 0, text: 'Corner', x: 20, y: 30, size: 10 },
        { page: 0, image, x: 100, y: 120, width: 40 },
      ];
      const pdf = await drawn(items, '', { page });
      const [word] = readWords(pdf, 0);
      expect(word?.text).toBe('Corner');
      expect(word?.left).toBeCloseTo(20, 0);
      expect(word?.top).toBeGreaterThanOrEqual(29.5);
      expect(word?.bottom).toBeLessThanOrEqual(45);
      expect(findRed(pdf, 0)).toEqual([100, 120, 140, 140]);
    },
  );

  it('takes points for points on a page in larger units', async () => {
    const image = await red(10, 10).png().toBuffer();
    const pdf = await drawn([{ page: 0, image, x: 60, y: 80 }], '', { page: '/UserUnit 2' });
    expect(findRed(pdf, 0)).toEqual([60, 80, 70, 90]);
  });

  it('draws over content that leaves its graphics state open, and keeps inherited resources', async () => {
    const content = 'q 0.5 0 0 0.5 50 50 cm 0 0 100 100 re W n BT /F1 12 Tf 10 10 Td (open) Tj';
    const pdf = await drawn([{ page: 0, text: 'Upright', x: 20, y: 30 }], content);
    expect(readText(pdf)).toContain('open');
    const { left, top } = readWords(pdf, 0).find(({ text }) => text === 'Upright') ?? { left: 0, top: 0 };
    expect(left).toBeCloseTo(20, 0);
    expect(top).toBeCloseTo(30, -1);
  });

  it('rotates clockwise around the top-left corner', async () => {
    const image = await red(40, 20).png().toBuffer();
    const pdf = await drawn([{ page: 0, image, x: 100, y: 100, rotation: 90 }]);
    expect(findRed(pdf, 0)).toEqual([80, 100, 100, 140]);
  });

  it('draws below the content if asked', async () => {
    const cover = '0 1 0 rg 0 0 300 400 re f';
    const image = await red(40, 20).png().toBuffer();
    const item = { page: 0, image, x: 100, y: 100 };
    expect(findRed(await drawn([item], cover), 0)).toBeDefined();
    expect(findRed(await drawn([item], cover, {}, { under: true }), 0)).toBeUndefined();
  });

  it('breaks lines at a width, and begins lines of right-to-left scripts at the right', async () => {
    const text = 'one two three four five\nשלום עולם';
    const pdf = await drawn([{ page: 0, text, x: 50, y: 50, width: 80 }]);
    const words = readWords(pdf, 0);
    expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(131);
    const hebrew = words.filter(({ text: word }) => /\p{Script=Hebrew}/u.test(word));
    expect(Math.max(...hebrew.map(({ right }) => right))).toBeGreaterThan(128);
    expect(new Set(words.map(({ top }) => Math.round(top))).size).toBeGreaterThanOrEqual(3);
  });

  it('marks what it draws as an artifact in a tagged file only', async () => {
    const catalog = '/StructTreeRoot << /Type /StructTreeRoot >> /MarkInfo << /Marked true >>';
    const items = [{ page: 0, text: 'x', x: 50, y: 50 }];
    expect(contentOf(openPdf(await drawn(items, '0 g', { catalog })), -1)).toMatch(
      /^\/Artifact <<.*>> BDC q .* EMC\n$/,
    );
    expect(contentOf(openPdf(await drawn(items, '0 g')), -1)).not.toContain('Artifact');
  });

  it('embeds a font and an image once, and pages with equal drawings share a form', async () => {
    const bytes = buildTextPage('', { page: '/Annots []' });
    const file = openPdf(bytes);
    const image = await red(20, 10).png().toBuffer();
    await drawOnPages(file, [{ page: 0, image, x: 10, y: 10 }]);
    await drawOnPages(file, [{ page: 0, image, x: 90, y: 10 }]);
    const written = Buffer.from(file.save().toBytes()).toString('latin1');
    expect(written.match(/\/Subtype ?\/Image/g)?.length).toBe(1);
  });

  it.each([
    ['page_out_of_range', { page: 1, text: 'x', x: 0, y: 0 }],
    ['box_outside_page', { page: 0, text: 'x', x: 300, y: 0 }],
    ['box_outside_page', { page: 0, text: 'x', x: 0, y: -20, rotation: 0 }],
    ['text_not_drawable', { page: 0, text: 'ok \u{13000}', x: 0, y: 0 }],
    ['image_not_readable', { page: 0, image: Buffer.from('GIF89a'), x: 0, y: 0 }],
    ['invalid_argument', { page: 0, text: ' ', x: 0, y: 0 }],
    ['invalid_argument', { page: 0, text: 'x', x: Number.NaN, y: 0 }],
    ['invalid_argument', { page: 0, text: 'x', x: 0, y: 0, colour: [0, 0, 0] }],
    ['invalid_argument', { page: 0, image: Buffer.from('GIF89a'), x: 0, y: 0, size: 9 }],
    ['invalid_argument', { page: 0, text: 'x', x: 0, y: 0, opacity: 1.5 }],
  ])('refuses with %s and draws nothing (%j)', async (code, item) => {
    const file = openPdf(buildTextPage('0 g'));
    const valid = { page: 0, text: 'valid', x: 10, y: 10 };
    await expect(drawOnPages(file, [valid, item as PageItem])).rejects.toMatchObject({ code });
    expect(file.page(0).dict.get(PDFName.of('Contents'))?.toString()).toBe('4 0 R');
  });

  it('warns of a signed file', async () => {
    const catalog = '/AcroForm << /SigFlags 3 /Fields [10 0 R] >>';
    const objects = { 10: '<< /FT /Sig /T (s) /V 11 0 R >>', 11: '<< /Type /Sig /Contents <00> >>' };
    const items = [{ page: 0, text: 'x', x: 50, y: 50 }];
    const signed = openPdf(buildTextPage('', { catalog, objects }));
    expect((await drawOnPages(signed, items)).warnings).toMatchObject([{ code: 'changed_after_signing' }]);
    expect((await drawOnPages(openPdf(buildTextPage('')), items)).warnings).toEqual([]);
  });
});

describe('images', () => {
  /** Left half red, right half blue, upper right quarter transparent. */
  const [width, height] = [8, 6];
  const raw = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const isRight = at % width >= width / 2;
    raw.set([isRight ? 0 : 255, 0, isRight ? 255 : 0, isRight && at < raw.length / 8 ? 0 : 255], at * 4);
  }
  const picture = () => sharp(raw, { raw: { width, height, channels: 4 } });

  async function pixelsOf(image: Uint8Array): Promise<number[][]> {
    const pdf = await drawn([{ page: 0, image, x: 20, y: 20, width: 80 }]);
    const { rgb, width: pageWidth } = drawByMupdf(pdf, 0);
    const at = (x: number, y: number) => [
      ...rgb.subarray((y * pageWidth + x) * 3, (y * pageWidth + x) * 3 + 3),
    ];
    return [at(30, 30), at(90, 30), at(30, 70), at(90, 70)];
  }

  const [RED, BLUE, WHITE, GREY] = [
    [255, 0, 0],
    [0, 0, 255],
    [255, 255, 255],
    [128, 128, 128],
  ];

  it.each([
    ['RGBA', () => picture().png()],
    ['a palette with transparency', () => picture().png({ palette: true, colours: 4, effort: 1 })],
    ['RGBA, interlaced', () => picture().png({ progressive: true })],
    ['sixteen bits', () => picture().toColourspace('rgb16').png()],
  ])('shows a PNG of %s', async (_, make) => {
    expect(await pixelsOf(await make().toBuffer())).toEqual([RED, WHITE, RED, BLUE]);
  });

  it('shows a PNG of grey', async () => {
    const grey = sharp({ create: { width, height, channels: 3, background: '#808080' } }).toColourspace(
      'b-w',
    );
    expect(await pixelsOf(await grey.png().toBuffer())).toEqual([GREY, GREY, GREY, GREY]);
  });

  it('shows a PNG of one bit', async () => {
    const pixels = Buffer.alloc(width * height, 255);
    const bits = sharp(pixels, { raw: { width, height, channels: 1 } });
    const png = await bits.toColourspace('b-w').png({ palette: true, colours: 2 }).toBuffer();
    expect(await pixelsOf(png)).toEqual([WHITE, WHITE, WHITE, WHITE]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'shows a JPEG of the orientation %i as viewers do',
    async (orientation) => {
      const upright = sharp(raw, { raw: { width, height, channels: 4 } }).flatten({ background: '#00ff00' });
      const large = await upright.resize(80, 60, { kernel: 'nearest' }).png().toBuffer();
      const stored = await sharp(large).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
      const shown = sharp(stored).autoOrient();
      const { data, info } = await shown.raw().toBuffer({ resolveWithObject: true });
      const pdf = await drawn([{ page: 0, image: stored, x: 0, y: 0 }]);
      const page = drawByMupdf(pdf, 0);
      for (const [x, y] of [
        [10, 10],
        [info.width - 10, 10],
        [10, info.height - 10],
      ] as const) {
        const [at, onPage] = [(y * info.width + x) * 3, (y * page.width + x) * 3];
        for (const channel of [0, 1, 2])
          expect(Math.abs((data[at + channel] ?? 0) - (page.rgb[onPage + channel] ?? 0))).toBeLessThan(12);
      }
    },
  );

  it('shows a JPEG in CMYK in its colors', async () => {
    const cmyk = await red(20, 20).toColourspace('cmyk').jpeg().toBuffer();
    const [color] = await pixelsOf(cmyk);
    expect((color?.[0] ?? 0) - (color?.[1] ?? 0)).toBeGreaterThan(100);
  });

  it.each([
    ['format', async () => red(9, 9).webp().toBuffer()],
    ['damaged', async () => (await red(90, 90).png().toBuffer()).subarray(0, 90)],
    ['damaged', async () => (await red(90, 90).jpeg().toBuffer()).subarray(0, 300)],
    ['damaged', async () => withByte(await red(90, 90).png().toBuffer(), 24, 3)],
    ['damaged', async () => withByte(await red(90, 90).png().toBuffer(), 60, 0xff)],
    ['damaged', async () => Buffer.from('ffd8ff', 'hex')],
    ['pixels', async () => withByte(await red(90, 90).png().toBuffer(), 16, 0x7f)],
  ])('refuses an image with the reason %s', async (reason, make) => {
    const file = openPdf(buildTextPage(''));
    await expect(drawOnPages(file, [{ page: 0, image: await make(), x: 0, y: 0 }])).rejects.toMatchObject({
      code: 'image_not_readable',
      params: { reason },
    });
  });

  function withByte(bytes: Buffer, at: number, value: number): Buffer {
    bytes[at] = value;
    return bytes;
  }

  it('removes the resources of nobody: a shared dictionary stays as it was', async () => {
    const file = openPdf(buildTextPage('', { page: '/Annots []' }));
    const before = lookupDict(file.page(0).dict, 'Resources')?.toString();
    const shared = lookupDict(file.page(0).dict, 'Resources');
    await drawOnPages(file, [{ page: 0, text: 'x', x: 9, y: 9 }]);
    expect(shared?.toString()).toBe(before);
  });
});
