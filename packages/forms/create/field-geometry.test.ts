import { openPdf } from '@countersign/pdf';
import { findRed } from '@countersign/pdf/testing';
import fc from 'fast-check';
import { degrees, PDFDocument, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { readFormFields } from '../fields/form-fields.ts';
import { reopen } from '../testing/readers.ts';
import { addFields } from './add-fields.ts';

interface Geometry {
  readonly rotate: number;
  readonly crop: readonly [x: number, y: number, width: number, height: number];
  readonly userUnit: number;
}

const geometries = fc.record({
  rotate: fc.constantFrom(0, 90, 180, 270, -90, 450),
  crop: fc.tuple(
    fc.integer({ min: -50, max: 90 }),
    fc.integer({ min: -50, max: 90 }),
    fc.constant(300),
    fc.constant(400),
  ),
  userUnit: fc.constantFrom(1, 2, 1.5),
});

async function buildPage({ rotate, crop, userUnit }: Geometry) {
  const document = await PDFDocument.create();
  const page = document.addPage([500, 600]);
  page.setRotation(degrees(rotate));
  page.setCropBox(...crop);
  page.node.set(PDFName.of('UserUnit'), document.context.obj(userUnit));
  return openPdf(await document.save());
}

test('a box is listed where it was asked for, on pages of any geometry', async () => {
  await fc.assert(
    fc.asyncProperty(
      geometries,
      fc.record({
        x: fc.double({ min: 0, max: 60, noNaN: true }),
        y: fc.double({ min: 0, max: 60, noNaN: true }),
      }),
      fc.constantFrom('textField' as const, 'checkbox' as const),
      async (geometry, at, type) => {
        const file = await buildPage(geometry);
        const box = { page: 0, ...at, width: 90.25, height: 21.5 };
        await addFields(file, [{ type, name: 'a', ...box }]);
        const [field] = readFormFields(reopen(file).file);
        for (const key of ['page', 'x', 'y', 'width', 'height'] as const)
          expect(field?.boundingBox?.[key]).toBeCloseTo(box[key], 5);
      },
    ),
    { numRuns: 60 },
  );
});

test('MuPDF draws it there, upright', async () => {
  await fc.assert(
    fc.asyncProperty(geometries, async (geometry) => {
      const file = await buildPage(geometry);
      const box = { page: 0, x: 40, y: 30, width: 100, height: 20 };
      await addFields(file, [{ name: 'a', ...box, background: [1, 0, 0] }]);
      const red = findRed(reopen(file).bytes, 0);
      // Where a crop box extends beyond its media box, readers show the part within.
      const [left = 0, top = 0, right = 0, bottom = 0] = red ?? [];
      for (const [seen, asked] of [
        [left, 40],
        [top, 30],
        [right, 140],
        [bottom, 50],
      ] as const)
        expect(Math.abs(seen - asked)).toBeLessThanOrEqual(1.5);
    }),
    { numRuns: 40 },
  );
});

test('sizes are in displayed points where the unit of a page is another', async () => {
  const file = await buildPage({ rotate: 0, crop: [0, 0, 300, 400], userUnit: 2 });
  await addFields(file, [
    {
      name: 'a',
      page: 0,
      x: 10,
      y: 10,
      width: 100,
      height: 20,
      fontSize: 12,
      borderColor: [0, 0, 0],
      borderWidth: 2,
    },
  ]);
  const [widget] = (await PDFDocument.load(reopen(file).bytes))
    .getForm()
    .getTextField('a')
    .acroField.getWidgets();
  expect(widget?.getRectangle()).toEqual({ x: 5, y: 385, width: 50, height: 10 });
  expect(widget?.getDefaultAppearance()).toContain('/Helv 6 Tf');
  expect(widget?.getBorderStyle()?.getWidth()).toBe(1);
});
