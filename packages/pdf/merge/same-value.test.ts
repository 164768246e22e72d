import { PDFName } from 'pdf-lib';
import { expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, type ObjectBodies } from '../testing/build-pdf.ts';
import { isSameValue, type OwnedValue } from './shared-objects.ts';

/** /Value of a catalog; `first` shifts the object numbers. */
function valueIn(
  value: (first: number) => string,
  objects: (first: number) => ObjectBodies,
  first = 4,
): OwnedValue {
  const { context, catalog } = openPdf(
    buildPdf({
      1: `<< /Type /Catalog /Pages 2 0 R /Value ${value(first)} >>`,
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
      ...objects(first),
    }),
  );
  return { context, value: catalog.get(PDFName.of('Value')) };
}

const profile = (bytes: string) => (first: number) => ({
  [first]: `<< /N 4 /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`,
});
const intent = (first: number) => `[<< /S /GTS_PDFX /DestOutputProfile ${first} 0 R /Info null >>]`;
const plainIntent = (first: number) => `[<< /DestOutputProfile ${first} 0 R /S /GTS_PDFX >>]`;

it('follows references, regardless of numbers and key order', () => {
  expect(isSameValue(valueIn(intent, profile('ICC')), valueIn(plainIntent, profile('ICC'), 9))).toBe(true);
});

it('distinguishes streams by their bytes', () => {
  expect(isSameValue(valueIn(intent, profile('ICC')), valueIn(intent, profile('ICX')))).toBe(false);
});

it('distinguishes a name from an equal string', () => {
  const none = () => ({});
  expect(
    isSameValue(
      valueIn(() => '/A', none),
      valueIn(() => '(A)', none),
    ),
  ).toBe(false);
  expect(
    isSameValue(
      valueIn(() => '/A', none),
      valueIn(() => '/A', none),
    ),
  ).toBe(true);
});

it('ends in a circle, and with objects that contain each other many times', () => {
  const circle = (first: number) => ({ [first]: `[${first} 0 R]` });
  const refer = (first: number) => `${first} 0 R`;
  expect(isSameValue(valueIn(refer, circle), valueIn(refer, circle))).toBe(false);
  const many = (first: number) =>
    Object.fromEntries(
      Array.from({ length: 11 }, (_, level) => [
        first + level,
        level === 10 ? '(end)' : `[${`${first + level + 1} 0 R `.repeat(50)}]`,
      ]),
    );
  expect(isSameValue(valueIn(refer, many), valueIn(refer, many))).toBe(false);
});
