import { PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { expect, test } from 'vitest';
import { buildRaw } from '../fields/testing.ts';
import { prefill } from '../prefill/prefill.ts';

const OPTIONS = Array.from({ length: 9 }, (_, index) => PDFHexString.fromText(`option ${index}`));

/** Returns the number of rows drawn and the baseline of the first. */
async function drawRows(chosen: string, entries: Record<string, unknown>, height = 48) {
  const file = await buildRaw([
    {
      Subtype: 'Widget',
      FT: 'Ch',
      T: PDFString.of('a'),
      Rect: [0, 0, 100, height],
      DA: PDFString.of('/Helv 10 Tf'),
      Opt: OPTIONS,
      ...entries,
    },
  ]);
  await prefill(file, [{ name: 'a', value: chosen }]);
  const widget = file.page(0).annotations()[0]?.dict;
  const stream = widget?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  const operators = stream instanceof PDFRawStream ? Buffer.from(stream.getContents()).toString() : '';
  const mark = /([\d.]+) 100 12 re/.exec(operators)?.[1];
  return { rows: operators.match(/Tm/g)?.length, markedRow: mark && (48 - 12 - Number(mark)) / 12 };
}

test.each([
  ['option 1', {}, { rows: 4, markedRow: 1 }],
  ['option 1', { TI: 1 }, { rows: 4, markedRow: 0 }],
  ['option 3', { TI: 2.7 }, { rows: 4, markedRow: 1 }],
  ['option 3', { TI: -5 }, { rows: 4, markedRow: 3 }],
  ['option 6', { TI: 1 }, { rows: 4, markedRow: 1 }],
  ['option 4', {}, { rows: 4, markedRow: 0 }],
  ['option 8', {}, { rows: 4, markedRow: 3 }],
  ['option 8', { TI: 7 }, { rows: 4, markedRow: 3 }],
])('%s with %o is in sight on a full page of rows', async (chosen, entries, expected) => {
  expect(await drawRows(chosen, entries)).toEqual(expected);
});

// A flattened list box cannot be scrolled, so a row that is cut off is lost.
test.each([
  [59, 4],
  [60, 5],
  [61, 5],
])('a box %i points high shows %i rows of 12 points, and no part of another', async (height, rows) => {
  expect((await drawRows('option 0', {}, height)).rows).toBe(rows);
});

test('a box lower than one row of its font shows the row smaller', async () => {
  expect((await drawRows('option 0', { DA: PDFString.of('/Helv 40 Tf') })).rows).toBe(1);
  expect((await drawRows('option 0', { DA: PDFString.of('/Helv 0 Tf') }, 9)).rows).toBe(1);
});
