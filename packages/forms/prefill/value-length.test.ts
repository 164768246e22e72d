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
  expect(faultOf(await build({}), value)).toEqual(tooLong(200, 3 * count));
  // No font has it, which shaping would find.
  expect(faultOf(await build({}), `\u{10ffff}${value}`)).toEqual(tooLong(200, 3 * count + 1));
  expect(faultOf(await build({ FT: 'Ch', Ff: EDITABLE_COMBO, Opt: [] }), value)).toEqual(
    tooLong(200, 3 * count),
  );
});

test.each([
  ['its own size', {}, 200],
  ['the smallest automatic size', AUTOMATIC, 500],
  ['the smallest automatic size if its own is too large', { DA: PDFString.of('/Helv 40 Tf 0 g') }, 500],
  ['as many rows as its height has, and one more', { Ff: MULTILINE, Rect: [10, 10, 210, 70] }, 200 * 6],
  ['what a program may keep in a field of a point', { Rect: [10, 10, 11, 11] }, 100],
])('a field has room for %s', async (_, entries, limit) => {
  const file = await build(entries);
  expect(faultOf(file, 'x'.repeat(limit))).toBeNull();
  expect(faultOf(file, 'x'.repeat(limit + 1))).toEqual(tooLong(limit, limit + 1));
});

test('the largest widget counts, and a field without a box has no limit of its own', async () => {
  const file = await build({}, { Rect: [10, 40, 510, 60] });
  expect(faultOf(file, 'x'.repeat(501))).toEqual(tooLong(500, 501));
  expect(faultOf(await build({ Rect: [0, 0, 0, 0] }), 'x'.repeat(9000))).toBeNull();
});

test('line breaks need rows of a field of several lines, except at the end', async () => {
  const file = await build({ Ff: MULTILINE, Rect: [10, 10, 210, 70] });
  expect(faultOf(file, `${'x\n'.repeat(6)}\n\n`)).toBeNull();
  expect(faultOf(file, 'x\n'.repeat(7))).toEqual(tooLong(6, 7, 'lines'));
  expect(faultOf(await build({}), 'x\n'.repeat(20))).toBeNull();
});

test('/MaxLen comes first, and counts in characters', async () => {
  expect(faultOf(await build({ MaxLen: 3 }), 'x'.repeat(1000))).toEqual(tooLong(3, 1000));
});

test('what the file has may stay, and the service is not stopped', async () => {
  const value = 'x'.repeat(1000);
  const file = await build({ V: PDFString.of(value) });
  expect(faultOf(file, value)).toBeNull();
  expect(faultOf(file, `${value}!`)).toEqual(tooLong(200, 1001));
  expect(faultOf(file, `${value}!`, 'service')).toBeNull();
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
