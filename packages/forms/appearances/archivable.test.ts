import { openPdf } from '@countersign/pdf';
import { PDFDict, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { addFields } from '../create/add-fields.ts';
import { buildFile } from '../fields/testing.ts';
import { buildPlain } from '../testing/readers.ts';
import { hasArchivableAppearances } from './archivable.ts';

const box = { page: 0, x: 50, y: 50, width: 200, height: 20 };

async function withAppearance(content: string, resources: object = {}) {
  const file = await buildPlain();
  await addFields(file, [{ ...box, name: 'a' }]);
  const [widget] = file.page(0).annotations();
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 20], Resources: resources as never };
  const stream = file.context.register(file.context.stream(content, form));
  widget?.dict.lookup(PDFName.of('AP'), PDFDict).set(PDFName.of('N'), stream);
  return hasArchivableAppearances(openPdf(file.save().toBytes()));
}

test('files without a form, and fields that we create, are archivable', async () => {
  const file = await buildPlain();
  expect(hasArchivableAppearances(file)).toBe(true);
  await addFields(file, [
    { ...box, name: 'a', value: 'k (K) gs', borderColor: [1, 0, 0], background: [0, 1, 0] },
    { ...box, type: 'checkbox', name: 'b', value: true },
  ]);
  expect(hasArchivableAppearances(openPdf(file.save().toBytes()))).toBe(true);
});

test('fonts that are not embedded are not archivable', async () => {
  const file = await buildFile((document, page) => {
    document.getForm().createTextField('a').addToPage(page, { x: 0, y: 0, width: 50, height: 20 });
  });
  expect(hasArchivableAppearances(file)).toBe(false);
});

test.each<[string, string, object, boolean]>([
  ['grey and RGB', '0 g 0 0 1 rg 0 0 10 10 re f', {}, true],
  ['CMYK', '0 0 0 1 k 0 0 10 10 re f', {}, false],
  ['a color space', '/Cs1 cs 1 scn', {}, false],
  ['a picture', '/Im0 Do', {}, false],
  ['resources of another category', 'q Q', { XObject: {} }, false],
  ['a font of the form', 'BT /Helv 12 Tf (k) Tj ET', {}, false],
  ['words that look like operators in a string', '0 g % \n(0 0 0 1 k) pop', {}, true],
])('%s', async (_, content, resources, expected) => {
  expect(await withAppearance(content, resources)).toBe(expected);
});
