import type { PdfFile } from '@countersign/pdf';
import { PDFHexString, PDFString } from 'pdf-lib';
import { expect, test } from 'vitest';
import { buildRaw } from '../fields/testing.ts';
import type { FilledBy } from './check-values.ts';
import { checkFormValues, prefill } from './prefill.ts';

const DR = { Font: { Helv: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } } };
const MULTILINE = 1 << 12;
const EDITABLE_COMBO = (1 << 17) | (1 << 18);
const AUTOMATIC = { DA: PDFString.of('/Helv 0 Tf 0 g') };

const textField = (entries: Record<string, unknown>) => ({
  ...{ Subtype: 'Widget', FT: 'Tx', T: PDFHexString.fromText('a'), Rect: [10, 10, 210, 30] },
  ...{ DA: PDFString.of('/Helv 10 Tf 0 g'), ...entries },
});
const build = (...widgets: Record<string, unknown>[]): Promise<PdfFile> =>
  buildRaw(widgets.map(textField), { acroForm: { DR } });

function faultOf(file: PdfFile, value: string, filledBy: FilledBy = 'signee'): unknown {
  try {
    checkFormValues(file, [{ name: 'a', value }], { filledBy });
    return null;
  } catch (error) {
    const { code, params } = error as { code: string; params: { limit?: number; unit?: string } };
    return { code, ...params };
  }
}

const tooLong = (limit: number, length: number, unit?: string) => ({
  ...{ code: 'value_too_long', field: 'a', limit, length },
  ...(unit && { unit }),
});

/** 12,000 characters once took 7 s of processor time and 36,000 a minute. */
test.each([4000, 12_000])('"a \u0301" %d times is refused before it is shaped', async (count) => {
  const value = `a \u0301`.repeat(count);
  expect(faultOf(await build({}), value)).toEqual(tooLong(500, 3 * count));
  // No font has it, which shaping would find.
  expect(faultOf(await build({}), `\u{10ffff}${value}`)).toEqual(tooLong(500, 3 * count + 1));
  expect(faultOf(await build({ FT: 'Ch', Ff: EDITABLE_COMBO, Opt: [] }), value)).toEqual(
    tooLong(500, 3 * count),
  );
});

test.each([
  ['a line at 4 points', {}, 93],
  ['a line at 4 points, whatever its own size is', { DA: PDFString.of('/Helv 42 Tf 0 g') }, 93],
  ['as many lines as its height has', { Ff: MULTILINE, Rect: [10, 10, 210, 70] }, 92 * 12],
  ['as many characters as its cells have', { Ff: 1 << 24, MaxLen: 20 }, 20],
])('a field has room for %s', async (_, entries, limit) => {
  for (const filledBy of ['api', 'signee'] as const) {
    const values = (count: number) => [{ name: 'a', value: 'x'.repeat(count) }];
    const { warnings } = await prefill(await build(entries), values(limit), 'keepOriginal', { filledBy });
    expect(warnings.filter(({ code }) => code === 'value_clipped')).toEqual([]);
    expect(faultOf(await build(entries), 'x'.repeat(limit + 1), filledBy)).toEqual(tooLong(limit, limit + 1));
  }
});

test('a field of a point keeps what programs write', async () => {
  const file = await build({ Rect: [10, 10, 11, 11] });
  expect(faultOf(file, 'x'.repeat(100))).toBeNull();
  expect(faultOf(file, 'x'.repeat(101))).toEqual(tooLong(100, 101));
});

test('every widget that is seen counts, and a field without a box has no limit', async () => {
  const [narrow, hidden] = [{ Rect: [10, 40, 60, 60] }, { Rect: [10, 40, 60, 60], F: 2 }];
  expect(faultOf(await build({}, narrow), 'x'.repeat(93))).toMatchObject({ code: 'value_too_long' });
  expect(faultOf(await build({}, hidden), 'x'.repeat(93))).toBeNull();
  expect(faultOf(await build({ Rect: [0, 0, 0, 0] }), 'x'.repeat(9000))).toBeNull();
});

test('an option whose label is too long for the box is refused', async () => {
  const Opt = ['x'.repeat(94), 'x'.repeat(93)].map((label) => PDFString.of(label));
  const file = await build({ FT: 'Ch', Ff: 1 << 17, Opt });
  expect(faultOf(file, 'x'.repeat(94))).toEqual({ code: 'value_too_long', field: 'a', length: 94 });
  expect(faultOf(file, 'x'.repeat(93))).toBeNull();
});

test('line breaks need rows of a field of several lines, except at the end', async () => {
  const file = await build({ Ff: MULTILINE, Rect: [10, 10, 210, 70] });
  expect(faultOf(file, `${'x\n'.repeat(12)}\n\n`)).toBeNull();
  expect(faultOf(file, 'x\n'.repeat(14))).toEqual(tooLong(13, 14, 'lines'));
  expect(faultOf(await build({}), 'x\n'.repeat(20))).toBeNull();
});

test('/MaxLen comes first, and counts in characters', async () => {
  expect(faultOf(await build({ MaxLen: 3 }), 'x'.repeat(1000))).toEqual(tooLong(3, 1000));
});

test('what the file has may stay, and a sealed document is not stopped', async () => {
  const value = 'x'.repeat(1000);
  const file = await build({ V: PDFString.of(value) });
  expect(faultOf(file, value)).toBeNull();
  expect(faultOf(file, `${value}!`)).toEqual(tooLong(500, 1001));
  // A check fills in nothing that is not shown whole; what it filled in before is sealed.
  expect(faultOf(file, `${value}!`, 'service')).toMatchObject({ code: 'value_too_long' });
  const values = [{ name: 'a', value: `${value}!` }];
  await prefill(file, values, 'keepOriginal', { filledBy: 'service' });
});

test.each(['i', '.', "'", 'a\u0301', 'W'])('nothing is refused that could be shown: %s', async (text) => {
  for (const entries of [{}, AUTOMATIC, { Ff: MULTILINE }, { ...AUTOMATIC, Ff: MULTILINE }]) {
    const { limit = 0 } = faultOf(await build(entries), text.repeat(9000)) as { limit?: number };
    // Without blanks, and by the service, which is not limited.
    const value = text.repeat(Math.ceil((limit + 1) / text.length));
    const { warnings } = await prefill(await build(entries), [{ name: 'a', value }], 'keepOriginal', {
      filledBy: 'service',
    });
    expect(warnings.map(({ code }) => code)).toEqual(['value_clipped']);
  }
});
