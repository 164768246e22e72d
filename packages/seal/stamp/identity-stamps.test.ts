import { openPdf } from '@countersign/pdf';
import { readWords } from '@countersign/pdf/testing';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BOX_SIZES, type BoxType } from '../layout.ts';
import type { PlacedBox } from '../placement/check-boxes.ts';
import { declareSize } from '../testing/declare-size.ts';
import { findMark, renderPage } from '../testing/render-page.ts';
import { createSamplePdf } from '../testing/sample-pdf.ts';
import { preparePhoto } from './images.ts';
import type { Stamp } from './stamp.ts';
import { stampBoxes } from './stamp-boxes.ts';

const LINES = [
  'Personnummer ********-1212',
  'Signerat 2026-11-21 14:00:00 UTC',
  'IP-adress 2001:db8::7334',
  'BankID',
];
const PAGE_TEXT = new Set(['A', 'page', 'of', 'the', 'sample']);
const ROTATIONS = [0, 90, 180, 270];

function boxOf(type: BoxType, scale: number): PlacedBox {
  const { width, height } = BOX_SIZES[type];
  return { type, page: 0, x: 20.5, y: 90.25, width: width * scale, height: height * scale };
}

async function stamped(stamps: readonly Stamp[], rotate = 0): Promise<Uint8Array> {
  const file = openPdf(await createSamplePdf([{ rotate, cropBox: [20, 20, 500, 700] }]));
  await stampBoxes(file, stamps);
  return file.save().toBytes();
}

/** Allows half a point for MuPDF's font metrics. */
function wordsIn(pdf: Uint8Array, box: PlacedBox) {
  const words = readWords(pdf, 0).filter(({ text }) => !PAGE_TEXT.has(text));
  const isInside = words.every(
    ({ left, top, right, bottom }) =>
      left >= box.x - 0.5 &&
      right <= box.x + box.width + 0.5 &&
      (top + bottom) / 2 >= box.y &&
      (top + bottom) / 2 <= box.y + box.height,
  );
  return { isInside, text: words.map(({ text }) => text).join(' ') };
}

const photoOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c02020' } });
const isRed = (red: number, green: number) => red - green > 60;

describe('the box of who was identified', () => {
  const names = [
    'Åsa Łukaszewicz',
    '田中 一郎',
    'Αλέξανδρος Παπαδόπουλος',
    'Wolfeschlegelsteinhausenbergerdorff '.repeat(7).trim(),
    'x',
  ];
  const cases = [0.25, 1, 1.5].flatMap((scale) => names.map((name) => [scale, name] as const));

  it.each(cases)('holds all of its text at scale %f: %s', async (scale, name) => {
    const box = boxOf('signature', scale);
    const { isInside, text } = wordsIn(await stamped([{ kind: 'identity', box, name, lines: LINES }]), box);
    expect(isInside).toBe(true);
    expect(text).toContain(name.slice(0, 12));
    for (const line of LINES) expect(text).toContain(line);
  });

  it.each(ROTATIONS)('is upright and at its position on a page rotated by %i', async (rotate) => {
    const box = boxOf('signature', 1);
    const pdf = await stamped([{ kind: 'identity', box, name: 'Åsa', lines: LINES }], rotate);
    const { isInside, text } = wordsIn(pdf, box);
    expect(isInside).toBe(true);
    expect(text.replaceAll(' · ', ' ')).toBe(['Åsa', ...LINES].join(' '));
  });

  it('escapes characters that no font has: the signee cannot choose another name', async () => {
    const box = boxOf('signature', 1);
    const pdf = await stamped([{ kind: 'identity', box, name: 'Bo\u{13000}', lines: ['\u{13000}'] }]);
    expect(wordsIn(pdf, box).text).toBe('Bo[U+13000] [U+13000]');
  });
});

describe('the box of a scanned identity document', () => {
  const shapes = [
    [1500, 1000],
    [900, 1200],
    [40, 10],
  ] as const;
  const cases = [0.25, 1, 1.5].flatMap((scale) => shapes.map((shape) => [scale, ...shape] as const));

  it.each(cases)(
    '[D3-14] at scale %f shows an image of %i x %i whole and centred',
    async (scale, width, height) => {
      const box = boxOf('id_scan', scale);
      const image = await photoOf(width, height).jpeg().toBuffer();
      const pdf = await stamped([{ kind: 'id_scan', box, image, lines: ['2026-11-21 14:00:00 UTC'] }]);
      expect(wordsIn(pdf, box)).toEqual({ isInside: true, text: '2026-11-21 14:00:00 UTC' });
      const { displayedWidth, displayedHeight } = openPdf(pdf).page(0).geometry;
      const mark = findMark(renderPage(pdf, 0), isRed);
      if (!mark) throw new Error('no image found');
      const [left, right] = [mark.left * displayedWidth, mark.right * displayedWidth];
      const [top, bottom] = [mark.top * displayedHeight, mark.bottom * displayedHeight];
      expect(Math.abs((left + right) / 2 - (box.x + box.width / 2))).toBeLessThan(0.5);
      expect(Math.abs((right - left) * height - (bottom - top) * width)).toBeLessThan(
        0.75 * (width + height),
      );
      expect(left).toBeGreaterThanOrEqual(box.x);
      expect(top).toBeGreaterThanOrEqual(box.y);
      expect(bottom).toBeLessThanOrEqual(box.y + box.height);
    },
  );

  it.each(ROTATIONS)('is at its position on a page rotated by %i', async (rotate) => {
    const box = boxOf('id_scan', 1);
    const image = await photoOf(300, 200).png().toBuffer();
    const pdf = await stamped([{ kind: 'id_scan', box, image, lines: [] }], rotate);
    const { displayedWidth, displayedHeight } = openPdf(pdf).page(0).geometry;
    const mark = findMark(renderPage(pdf, 0), isRed);
    if (!mark) throw new Error('no image found');
    expect(Math.abs(((mark.left + mark.right) / 2) * displayedWidth - (box.x + box.width / 2))).toBeLessThan(
      0.5,
    );
    expect(
      Math.abs(((mark.top + mark.bottom) / 2) * displayedHeight - (box.y + box.height / 2)),
    ).toBeLessThan(0.5);
  });

  it('draws text in place of an image that may not be stored', async () => {
    const box = boxOf('id_scan', 0.25);
    const pdf = await stamped([{ kind: 'id_scan', box, lines: LINES }]);
    const { isInside, text } = wordsIn(pdf, box);
    expect(isInside).toBe(true);
    expect(text.replaceAll(' · ', ' ')).toBe(LINES.join(' '));
  });
});

describe('preparePhoto', () => {
  it('removes the metadata of a camera and rotates the image upright', async () => {
    const exif = { IFD0: { Model: 'Telling Camera' }, IFD3: { GPSLatitude: '59/1 19/1 46/1' } };
    const turned = await photoOf(300, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height, jpeg } = await preparePhoto(turned, 1000, 1000);
    expect([width, height]).toEqual([200, 300]);
    expect((await sharp(jpeg).metadata()).exif).toBeUndefined();
    expect(Buffer.from(jpeg).includes('Telling Camera')).toBe(false);
  });

  it.each([
    ['grey', () => photoOf(30, 20).greyscale().png()],
    ['CMYK', () => photoOf(30, 20).toColourspace('cmyk').jpeg()],
    ['sixteen bits', () => photoOf(30, 20).toColourspace('rgb16').png()],
    ['transparent', () => photoOf(30, 20).ensureAlpha(0).png()],
  ])('makes three channels of eight bits of an image in %s', async (_, makeImage) => {
    const { jpeg } = await preparePhoto(await makeImage().toBuffer(), 100, 100);
    expect(await sharp(jpeg).metadata()).toMatchObject({ channels: 3, depth: 'uchar', space: 'srgb' });
  });

  it.each([
    ['format', () => photoOf(9, 9).webp().toBuffer()],
    ['format', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['pixels', async () => declareSize(await photoOf(90, 90).png().toBuffer(), 9000, 9000)],
    ['damaged', async () => (await photoOf(90, 90).png().toBuffer()).subarray(0, 90)],
  ])('answers image_not_readable (%s)', async (reason, makeImage) => {
    await expect(preparePhoto(await makeImage(), 100, 100)).rejects.toMatchObject({
      code: 'image_not_readable',
      params: { reason },
    });
  });
});
