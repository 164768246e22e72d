import { openPdf } from '@countersign/pdf';
import { strip } from '@countersign/seal';
import { expect, it } from 'vitest';
import { buildPdf, pageBodies } from '../../packages/pdf/testing/build-pdf.ts';

const link = (address: string) =>
  `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI ${address} >> >>`;

it('takes addresses that lead to files, scripts and programs off links, outline items and fields', () => {
  const file = openPdf(
    buildPdf({
      ...pageBodies(1, '/Annots [10 0 R 11 0 R 12 0 R 13 0 R]'),
      1: '<< /Type /Catalog /Pages 2 0 R /Outlines << /First 15 0 R >> /AcroForm << /Fields [13 0 R] >> >>',
      10: link('(https://kept.example)'),
      11: link('(file:///gone)'),
      12: link('14 0 R'),
      13: `<< /FT /Btn /T (button) /Subtype /Widget /Rect [0 0 9 9] /A << /S /URI /URI (data:gone) >> >>`,
      14: '(smb://gone)',
      15: '<< /Title (item) /A << /S /URI /URI <FEFF00660069006C0065003A00670> >> >>',
    }),
  );
  expect(strip(file).removedContent).toEqual([
    { kind: 'launch', place: 'field', name: 'button', count: 1 },
    { kind: 'launch', place: 'outline', name: 'item', count: 1 },
    { kind: 'launch', place: 'annotation', page: 0, count: 2 },
  ]);
  const bytes = Buffer.from(file.rewrite().toBytes());
  expect([bytes.includes('gone'), bytes.includes('kept.example')]).toEqual([false, true]);
  expect(openPdf(bytes).page(0).annotations()).toHaveLength(4);
});

it.each([
  ['(file:///srv/)', true],
  ['(https://a.example/)', false],
])('takes the base %s away from relative addresses: %s', (base, isTaken) => {
  const catalog = `<< /Type /Catalog /Pages 2 0 R /URI << /Base ${base} >> >>`;
  const file = openPdf(buildPdf({ ...pageBodies(1, '/Annots [10 0 R]'), 1: catalog, 10: link('(terms)') }));
  const removed = [{ kind: 'launch', place: 'document', count: 1 }];
  expect(strip(file).removedContent).toEqual(isTaken ? removed : []);
  expect(Buffer.from(file.rewrite().toBytes()).includes('/Base')).toBe(!isTaken);
});
