import { PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { expect, test } from 'vitest';
import { readFormFields } from '../fields/form-fields.ts';
import { buildRaw } from '../fields/testing.ts';
import { flattenForm } from '../flatten.ts';
import { checkFormValues, findValueFaults, prefill } from '../prefill/prefill.ts';

const OPTIONS = Array.from({ length: 9 }, (_, index) => PDFHexString.fromText(`option ${index}`));

function buildList(entries: Record<string, unknown>, height: number) {
  return buildRaw([
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
}

/** Returns the number of rows drawn and the place of the marked one. */
async function drawRows(chosen: string, entries: Record<string, unknown>, height = 48) {
  const file = await buildList(entries, height);
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

const SEVERAL = { Ff: 1 << 21 };

/** The rows and marked rows of a filled list box, as text and size. */
async function drawSeveral(chosen: readonly number[], entries: Record<string, unknown>, height: number) {
  const file = await buildList({ ...SEVERAL, ...entries }, height);
  const value = chosen.map((index) => `option ${index}`);
  const { warnings } = await prefill(file, [{ name: 'a', value }]);
  const widget = file.page(0).annotations()[0]?.dict;
  const stream = widget?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  const operators = stream instanceof PDFRawStream ? Buffer.from(stream.getContents()).toString() : '';
  const size = Number(/([\d.]+) Tf/.exec(operators)?.[1]);
  const rows = operators.match(/Tm/g)?.length;
  const marks = operators.match(/ re$/gm)?.length;
  return { rows, marks, size, isClipped: warnings.some(({ code }) => code === 'value_clipped') };
}

// Of alpha to epsilon in a box of four rows, alpha and epsilon were chosen, and the sealed file showed alpha alone.
test.each([
  ['next to each other', [3, 4, 5], {}, 48, { rows: 4, marks: 3, size: 10 }],
  ['too far apart for the box, without those between them', [0, 8], {}, 48, { rows: 2, marks: 2, size: 10 }],
  [
    'more than there are rows, in smaller rows',
    [0, 2, 4, 6, 7, 8],
    {},
    48,
    { rows: 6, marks: 6, size: 6.6667 },
  ],
  [
    'in a low box of an automatic size',
    [0, 8],
    { DA: PDFString.of('/Helv 0 Tf') },
    20,
    { rows: 2, size: 8.3333 },
  ],
])('chosen options %s are all drawn', async (_case, chosen, entries, height, expected) => {
  const drawn = await drawSeveral(chosen, entries, height);
  expect(drawn).toMatchObject({ marks: chosen.length, isClipped: false, ...expected });
});

test('a chosen option wider than its box is drawn smaller', async () => {
  const Opt = [...OPTIONS, PDFHexString.fromText('an option with a label of many words')];
  const file = await buildList({ Opt }, 48);
  const { warnings } = await prefill(file, [{ name: 'a', value: 'an option with a label of many words' }]);
  expect(warnings.map(({ code }) => code)).not.toContain('value_clipped');
});

test('more chosen options than its box can show are refused, by the name of the field', async () => {
  const file = await buildList(SEVERAL, 15);
  const three = [{ name: 'a', value: ['option 0', 'option 1', 'option 2'] }];
  expect(checkFormValues(file, three)).toEqual(three);
  const four = [{ name: 'a', value: ['option 0', 'option 1', 'option 2', 'option 8'] }];
  const refusal = { code: 'too_many_values', params: { field: 'a', limit: 3, count: 4 } };
  expect(findValueFaults(file, four)).toMatchObject([refusal]);
  await expect(prefill(file, four)).rejects.toMatchObject(refusal);
  expect(readFormFields(file)[0]?.value).toEqual([]);
});

test('a list box that nobody sees takes any choice', async () => {
  const file = await buildList({ ...SEVERAL, F: 2 }, 15);
  const all = OPTIONS.map((_option, index) => `option ${index}`);
  expect((await prefill(file, [{ name: 'a', value: all }])).filled).toEqual(['a']);
});

test('a form whose list box has more chosen options than it can show says so when it is flattened', async () => {
  const file = await buildList({ ...SEVERAL, V: OPTIONS }, 15);
  const { warnings } = await flattenForm(file);
  expect(warnings).toMatchObject([{ code: 'value_not_shown', field: 'a' }]);
});
