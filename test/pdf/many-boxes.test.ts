import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { openPdf } from '../../packages/pdf/open-pdf.ts';
import { buildPdf, pageBodies } from '../../packages/pdf/testing/build-pdf.ts';
import { complaintsOfQpdf, findRed, withMupdf } from '../../packages/pdf/testing/index.ts';
import { findBoxSize } from '../../packages/seal/layout.ts';
import type { BoxRequest, PlacedBox } from '../../packages/seal/placement/check-boxes.ts';
import { placeSignatureBoxes } from '../../packages/seal/placement/place-boxes.ts';
import type { InkStamp } from '../../packages/seal/stamp/stamp.ts';
import { stampBoxes } from '../../packages/seal/stamp/stamp-boxes.ts';

let red: Buffer;
let blue: Buffer;
beforeAll(async () => {
  const picture = (color: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="300"><ellipse cx="350" cy="150" rx="350" ry="150" fill="${color}"/></svg>`,
      ),
    )
      .png()
      .toBuffer();
  [red, blue] = [await picture('#f00'), await picture('#00f')];
});

const initialsOn = (page: number, changes: object = {}): PlacedBox => ({
  ...{ type: 'initials', page, x: 180, y: 300, width: 72, height: 36 },
  ...changes,
});

/** What MuPDF finds among the objects of the file. */
function listStreams(pdf: Uint8Array): readonly { readonly subtype: string; readonly width: number }[] {
  return withMupdf(pdf, (document) =>
    Array.from({ length: document.countObjects() - 1 }, (_, index) => document.newIndirect(index + 1))
      .filter((object) => object.isStream())
      .map((object) => ({
        subtype: object.get('Subtype').isName() ? object.get('Subtype').asName() : '',
        width: object.get('Width').isNumber() ? object.get('Width').asNumber() : 0,
      })),
  );
}

/** The streams that `count` pages get by their stamps, by kind, and the bytes that are written. */
async function write(count: number, stampsOf: (page: number) => readonly InkStamp[]) {
  const file = openPdf(buildPdf(pageBodies(count)));
  const stamps = Array.from({ length: count }, (_, page) => stampsOf(page)).flat();
  await stampBoxes(file, stamps);
  const pdf = file.save().toBytes();
  file.close();
  const streams = listStreams(pdf);
  const countOf = (wanted: string) => streams.filter(({ subtype }) => subtype === wanted).length;
  const written = Buffer.from(pdf).toString('latin1');
  const revisions = written.split('%%EOF').length - 1;
  const objects = written.match(/^\d+ 0 obj$/gm)?.length ?? 0;
  return { pdf, images: countOf('Image'), forms: countOf('Form'), revisions, objects };
}

describe('stamps of many boxes', () => {
  it('[D10-11] write the initials of 50 pages once, and one form for equal pages, in one revision', async () => {
    const signature: InkStamp = {
      ...{ box: { type: 'signature', page: 0, x: 60, y: 60, width: 219, height: 58 } },
      ...{ image: blue, lines: ['Ada'] },
    };
    const without = await write(50, (page) => (page === 0 ? [signature] : []));
    const withInitials = await write(50, (page) => [
      ...(page === 0 ? [signature] : []),
      { box: initialsOn(page), image: red, lines: [] },
    ]);
    // An image has a soft mask, which is an image too.
    expect([without.images, withInitials.images]).toEqual([2, 4]);
    // The first page has both.
    expect([without.forms, withInitials.forms]).toEqual([1, 2]);
    expect(withInitials.revisions).toBe(without.revisions);
    // The other 49 pages, the image with its mask, and the form; what draws a form is written once for all pages.
    expect(withInitials.objects - without.objects).toBe(49 + 2 + 1);
    expect(complaintsOfQpdf(withInitials.pdf)).toBe('');
    expect(findRed(withInitials.pdf, 49)).toBeDefined();
  });

  it('[D10-10] add one form and a few bytes to each of 2,000 pages', async () => {
    const without = await write(2000, () => []);
    const { pdf, images, forms } = await write(2000, (page) => [
      { box: initialsOn(page), image: red, lines: [] },
    ]);
    expect([images, forms]).toEqual([2, 1]);
    expect(pdf.length - without.pdf.length).toBeLessThan(2000 * 500);
    expect(findRed(pdf, 1999)).toBeDefined();
  });

  it('[D10-11] share one image in boxes of several sizes, as sharp as the largest needs', async () => {
    const sizes = [0.25, 1, 1.5].map((scale) => findBoxSize('initials', scale));
    const { pdf, images } = await write(3, (page) => [
      { box: initialsOn(page, sizes[page]), image: red, lines: [] },
    ]);
    expect(images).toBe(2);
    const width = Math.max(...listStreams(pdf).map((one) => one.width));
    // 54 points less the padding, 3:7 high, at 300 dots an inch.
    expect(width).toBeGreaterThan(430);
    expect(complaintsOfQpdf(pdf)).toBe('');
  });

  it.each([
    ['rotated.pdf', 6],
    ['cropped.pdf', 5],
    ['inherited.pdf', 2],
    ['user-unit.pdf', 1],
  ])('[D10-10] stand where they are shown on every page of %s', async (name, pages) => {
    for (const scale of [0.25, 1.5]) {
      const file = openPdf(readFileSync(fixturePath(`plain/${name}`)));
      expect(file.pageCount).toBe(pages);
      const requests = Array.from(
        { length: pages },
        (_, page): BoxRequest => ({
          ...{ type: 'initials', placement: 'existing', page, x: 150, y: 120, scale },
        }),
      );
      const placed = await placeSignatureBoxes(file, requests);
      await stampBoxes(
        file,
        placed.map((box) => ({ box, image: red, lines: [] })),
      );
      const pdf = file.save().toBytes();
      file.close();
      expect(complaintsOfQpdf(pdf)).toBe('');
      const { width } = findBoxSize('initials', scale);
      for (let page = 0; page < pages; page++) {
        const [left = 0, top = 0, right = 0, bottom = 0] = findRed(pdf, page) ?? [];
        expect(left).toBeGreaterThanOrEqual(150);
        expect(left).toBeLessThan(155);
        expect(top).toBeGreaterThanOrEqual(120);
        expect(bottom).toBeLessThanOrEqual(120 + width / 2);
        expect(right).toBeLessThanOrEqual(150 + width);
        expect((right - left) / (bottom - top)).toBeGreaterThan(1.9);
      }
    }
  });
});
