import { PDFName, PDFNumber, PDFRef, PDFString } from 'pdf-lib';
import { expect, test } from 'vitest';
import { FieldDicts } from './field-dict.ts';
import { buildRaw } from './testing.ts';

test('a dictionary that was changed in the meantime is read as it is now', async () => {
  const file = await buildRaw([{ FT: 'Tx', T: PDFString.of('a'), Subtype: 'Widget', Rect: [0, 0, 9, 9] }]);
  const dicts = new FieldDicts(file);
  const [ref] = file.page(0).annotationItems();
  if (!(ref instanceof PDFRef)) throw new Error('the widget is a direct object');
  const before = file.parsedObjectCount;
  const field = dicts.at(ref);
  expect(field?.get(PDFName.of('FT'))).toBe(PDFName.of('Tx'));
  expect(file.parsedObjectCount).toBe(before);
  expect(dicts.at(ref)).toBe(field);
  field?.set(PDFName.of('Ff'), PDFNumber.of(1));
  expect(field?.get(PDFName.of('Ff'))).toEqual(PDFNumber.of(1));
  field?.dict.set(PDFName.of('Ff'), PDFNumber.of(2));
  expect(field?.get(PDFName.of('Ff'))).toEqual(PDFNumber.of(2));
  file.context.assign(ref, file.context.obj({ FT: 'Btn' }));
  expect(new FieldDicts(file).at(ref)?.get(PDFName.of('FT'))).toBe(PDFName.of('Btn'));
});
