import { crc32 } from 'node:zlib';
import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf, readText, readWords, withMupdf } from '@countersign/pdf/testing';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { layOutStamp, SIGNATURE_FONTS } from '../layout.ts';
import type { PlacedBox } from '../placement/check-boxes.ts';
import { findMark, renderPage } from '../testing/render-page.ts';
import { createSamplePdf } from '../testing/sample-pdf.ts';
import { prepareInk } from './ink.ts';
import { stampBoxes } from './stamp-boxes.ts';

const LINES = ['Łukasz Żółć', '2026-11-21 14:00:00 UTC+01:00', 'IP 2001:db8::7334', 'Digital ink, e-mail'];
const RED_BAR =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><rect x="300" y="200" width="200" height="100" fill="#f00"/></svg>';
let png: Buffer;

function fontsOn(pdf: Uint8Array): string {
  const names = new Set<string>();
  withMupdf(pdf, (document) =>
    document
      .loadPage(0)
      .toStructuredText('')
      .walk({ onChar: (_text, _origin, font) => names.add(font.getName()) }),
  );
  return [...names].join(' ');
}

beforeAll(async () => {
  png = await sharp(Buffer.from(RED_BAR)).png().toBuffer();
});

const boxOf = (scale: number): PlacedBox => ({
  type: 'signature',
  page: 0,
  x: 20.5,
  y: 30.25,
  width: 219 * scale,
  height: 58 * scale,
});

/** Replaces the size in the header of `png`. */
function headerOf(width: number, height: number): Uint8Array {
  const changed = new Uint8Array(png);
  const view = new DataView(changed.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, crc32(changed.subarray(12, 29)));
  return changed;
}

describe('prepareInk', () => {
  it('trims to what was drawn and keeps the opacity', async () => {
    const ink = await prepareInk(png, 1000, 1000);
    expect([ink.width, ink.height]).toEqual([200, 100]);
    expect(ink.alpha).toBeUndefined();
    const soft = await sharp(Buffer.from(RED_BAR.replace('#f00"', '#f00" fill-opacity="0.5"')))
      .png()
      .toBuffer();
    expect((await prepareInk(soft, 1000, 1000)).alpha?.[0]).toBeGreaterThan(120);
  });

  it('trims the paper of a JPEG', async () => {
    const jpeg = await sharp(png).flatten({ background: '#fff' }).jpeg({ quality: 95 }).toBuffer();
    const ink = await prepareInk(jpeg, 1000, 1000);
    expect(ink.width).toBeGreaterThanOrEqual(200);
    expect(ink.width).toBeLessThan(225);
  });

  it('shrinks to the requested size, keeping the aspect ratio', async () => {
    const ink = await prepareInk(png, 50, 50);
    expect([ink.width, ink.height]).toEqual([50, 25]);
  });

  it.each([
    ['format', () => Buffer.from(RED_BAR)],
    ['format', () => Buffer.from('no image at all')],
    ['format', () => Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aa">]>${RED_BAR}`)],
    ['pixels', () => headerOf(30_000, 30_000)],
    ['pixels', () => headerOf(1, 16_385)],
    ['damaged', () => headerOf(16_384, 100)],
    ['damaged', () => png.subarray(0, png.length / 2)],
    [
      'empty',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
    ],
    [
      'empty',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
    ],
    ['format', () => sharp(png).webp().toBuffer()],
    [
      'pixels',
      () =>
        sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
  ])('answers image_not_readable (%s)', async (reason, makeImage) => {
    await expect(prepareInk(await makeImage(), 100, 100)).rejects.toMatchObject({
      code: 'image_not_readable',
      params: { reason },
    });
  });
});

describe('layOutStamp', () => {
  it.each([0.25, 1, 1.5])('keeps ink and facts inside the box and apart at scale %f', (scale) => {
    const box = boxOf(scale);
    const { ink, facts } = layOutStamp(box);
    expect(ink.y).toBeGreaterThanOrEqual(facts.y + facts.height);
    expect(ink.y + ink.height).toBeLessThanOrEqual(box.height);
    expect(ink.height).toBeGreaterThan(box.height * 0.5);
    expect(facts.y).toBeGreaterThan(0);
  });
});

describe('stampBoxes', () => {
  const isRed = (red: number, green: number) => red - green > 60;

  it.each([
    [0, 1],
    [90, 0.25],
    [180, 1.5],
    [270, 1],
  ])('draws ink inside its box with its aspect on a page turned by %i at scale %f', async (rotate, scale) => {
    const file = openPdf(await createSamplePdf([{ rotate, cropBox: [20, 20, 500, 700] }]));
    const box = boxOf(scale);
    await stampBoxes(file, [{ box, image: png, lines: LINES }]);
    const { displayedWidth, displayedHeight } = file.page(0).geometry;
    const mark = findMark(renderPage(file.save().toBytes(), 0), isRed);
    if (!mark) throw new Error('no ink found');
    const [left, right] = [mark.left * displayedWidth, mark.right * displayedWidth];
    const [top, bottom] = [mark.top * displayedHeight, mark.bottom * displayedHeight];
    const { ink } = layOutStamp(box);
    expect(Math.abs(left - (box.x + ink.x))).toBeLessThan(0.5);
    expect(Math.abs(top - (box.y + box.height - ink.y - ink.height))).toBeLessThan(0.5);
    expect(Math.abs(bottom - top - ink.height)).toBeLessThan(0.75);
    expect(Math.abs(right - left - 2 * ink.height)).toBeLessThan(1);
  });

  it('draws a typed name and the print as text', async () => {
    const file = openPdf(await createSamplePdf());
    await stampBoxes(file, [{ box: boxOf(1), typedName: 'Łukasz Żółć', lines: LINES }]);
    const saved = file.save().toBytes();
    const text = readText(saved, 0);
    for (const line of LINES) expect(text).toContain(line);
    expect(text.match(/Łukasz Żółć/g)).toHaveLength(2);
    expect(complaintsOfQpdf(saved)).toBe('');
  });

  it.each(SIGNATURE_FONTS)(
    'writes a typed name in %s, and what that font has not in another',
    async (font) => {
      const file = openPdf(await createSamplePdf());
      const names = ['Łukasz Åsa Ñuñez', 'محمد بن سلمان', '田中 一郎'];
      const stamps = names.map((typedName, index) => ({
        ...{ box: { ...boxOf(1), y: 30 + index * 70 }, typedName, font, lines: [] },
      }));
      await stampBoxes(file, stamps);
      const saved = file.save().toBytes();
      const text = readText(saved, 0);
      const fonts = fontsOn(saved).replaceAll('-', '');
      expect(fonts.toLowerCase()).toContain(font.replaceAll('-', ''));
      expect(fonts).toContain('NotoSansArabic');
      expect(text).toContain('Łukasz Åsa Ñuñez');
      expect(text).toContain('田中 一郎');
    },
  );

  it('draws facts of a size that can be read, with no one in two pieces', async () => {
    const facts = [
      'Ada Łovelace',
      'Signed 2026-11-21 14:00:03 UTC',
      'IP address 192.0.2.17',
      'Drawn by hand',
    ];
    const file = openPdf(await createSamplePdf());
    await stampBoxes(file, [{ box: boxOf(1), image: png, lines: facts }]);
    const words = readWords(file.save().toBytes(), 0).filter(({ top }) => top < 200);
    const text = words.map(({ text: word }) => word).join(' ');
    for (const fact of facts) expect(text).toContain(fact);
    const heights = words.map(({ top, bottom }) => bottom - top);
    // MuPDF's boxes have the height of the font: 10.9 points for text of 8.
    expect(Math.min(...heights)).toBeGreaterThan(9);
  });

  it('refuses a name no font can draw', async () => {
    const file = openPdf(await createSamplePdf());
    await expect(
      stampBoxes(file, [{ box: boxOf(1), typedName: '\u{13000}', lines: [] }]),
    ).rejects.toMatchObject({
      code: 'text_not_drawable',
    });
  });
});
