import { openPdf } from '@countersign/pdf';
import { expect, it } from 'vitest';
import { buildFile, twoPages } from '../testing/build-file.ts';
import { chooseFieldName, findSignatureFields } from './signature-fields.ts';

function openForm(fields: readonly string[], kids: Readonly<Record<number, string>> = {}) {
  const numbered = Object.fromEntries(fields.map((body, index) => [10 + index, body]));
  const refs = fields.map((_, index) => `${10 + index} 0 R`).join(' ');
  const catalog = `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${refs}]>>>>`;
  return openPdf(buildFile({ ...twoPages(), 1: catalog, ...numbered, ...kids }));
}

it.each([
  ['a signature', '<</FT/Sig/T(a)>>', ['a']],
  ['a signature whose type is written with an escape', '<</FT/S#69g/T(a)>>', ['a']],
  ['a signature whose type is an object of its own', '<</FT 20 0 R/T(a)>>', ['a']],
  ['a field whose type begins alike', '<</FT/Signed/T(a)>>', []],
  ['a field of type null', '<</FT null/T(a)>>', []],
  ['a signature as a kid of another field', '<</FT/Tx/T(a)/Kids[21 0 R]>>', ['a.b']],
])('finds in a form of a text field and %s', (_, field, names) => {
  const file = openForm(['<</FT/Tx/T(text)>>', field], { 20: '/Sig', 21: '<</FT/Sig/T(b)/Parent 11 0 R>>' });
  expect(findSignatureFields(file).map(({ name }) => name)).toEqual(names);
});

it('leaves the names of the fields that it read, signatures among them, to the choice of a name', () => {
  const file = openForm(['<</FT/Tx/T(Seal)>>', '<</FT/Sig/T(Seal 2)>>', '<</FT 20 0 R/T(Seal 3)>>'], {
    20: '/Sig',
  });
  findSignatureFields(file);
  expect(chooseFieldName(file, 'Seal')).toBe('Seal 4');
});
