import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';

const NAMES = new DictKeys(['Wanted', 'Type1']);

const BODIES = {
  ...pageBodies(1),
  1: '<< /Type /Catalog /Pages 2 0 R /X [10 0 R 11 0 R 12 0 R 13 0 R 14 0 R] >>',
  10: '<< /Wanted 1 >>',
  11: '<< /A [<< /B /W#61nted >>] >>',
  12: '<< /A (/Wanted) /Wante 1 /Wanted2 2 >>',
  // Only the parser can find the end of a stream with an indirect /Length.
  13: '<< /Subtype /Type1 /Length 15 0 R >>\nstream\nx\nendstream',
  14: '<< /Length 7 >>\nstream\n/Wanted\nendstream',
  15: '1',
  16: '<< /Wanted 1 >>',
};

describe.each(['table', 'stream', 'hybrid'] as const)(
  'finding what a rewrite of a file of kind %s carries',
  (kind) => {
    const open = () => openPdf(buildPdf(BODIES, { kind, compressed: [1, 2, 10, 11, 16] }));
    const numbers = (refs: readonly PDFRef[]) => refs.map(({ objectNumber }) => objectNumber);

    it('distinguishes keys and values that are names, without creating objects', () => {
      const file = open();
      const before = file.parsedObjectCount;
      expect(numbers(file.findReachableNamed(NAMES))).toEqual([10, 11, 13]);
      expect(file.parsedObjectCount).toBe(before);
    });

    it('goes by the objects as they are now, and so does the rewrite after it', () => {
      const file = open();
      file.findReachableNamed(NAMES);
      file.context.lookup(PDFRef.of(10), PDFDict).delete(PDFName.of('Wanted'));
      file.context.lookup(PDFRef.of(12), PDFDict).set(PDFName.of('A'), PDFRef.of(16));
      file.context.delete(PDFRef.of(13));
      expect(numbers(file.findReachableNamed(NAMES))).toEqual([11, 16]);
      expect(numbers(openPdf(file.rewrite().toBytes()).findReachableNamed(NAMES))).toEqual([11, 16]);
    });
  },
);

it('names a page as the page tree does, where the cross-reference gives it another generation', () => {
  // Found by the fuzzer: stripping deleted the page as one outside the tree.
  const text = Buffer.from(buildPdf(pageBodies(3), { kind: 'table' })).toString('latin1');
  const entries = text.lastIndexOf('xref\n', text.lastIndexOf('startxref'));
  const [page] = openPdf(Buffer.from(text, 'latin1')).pages();
  const number = page?.ref.objectNumber ?? 0;
  const lines = text.slice(entries).split(/(?<=n |n\r|f |f\r)/);
  lines[number] = lines[number]?.replace('00000 n', '00002 n') ?? '';
  const file = openPdf(Buffer.from(text.slice(0, entries) + lines.join(''), 'latin1'));
  const refs = [...file.pages()].map(({ ref }) => ref);
  expect(refs).toHaveLength(3);
  expect(file.findReachableNamed(new DictKeys(['Page']))).toEqual(refs);
});
