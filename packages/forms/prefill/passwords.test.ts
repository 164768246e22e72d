import { openPdf } from '@countersign/pdf';
import { PDFDict, PDFHexString, PDFString } from 'pdf-lib';
import { expect, test, vi } from 'vitest';
import { readFormFields } from '../fields/form-fields.ts';
import { buildRaw } from '../fields/testing.ts';
import { flattenForm } from '../flatten.ts';
import { checkFormValues, prefill } from './prefill.ts';

const PASSWORD = 1 << 13;
const SECRET = 'Sommar2026';
const text = (value: string) => PDFHexString.fromText(value);
const field = (entries: Record<string, unknown>) => ({
  Subtype: 'Widget',
  FT: 'Tx',
  T: text('pin'),
  Ff: PASSWORD,
  Rect: [10, 10, 110, 30],
  DA: PDFString.of('/Helv 10 Tf 0 g'),
  ...entries,
});

function decodeStreams(pdf: Uint8Array): string {
  const file = openPdf(pdf);
  const objects = file.context.enumerateIndirectObjects().map(([, object]) => object.toString());
  return [...objects, Buffer.from(pdf).toString('latin1')].join('\n');
}

/** ISO 32000-2 table 231: the value of a password field is not stored in the file. It was, in clear. */
test('a password is drawn and kept as asterisks, in the form and in the flattened file', async () => {
  const file = await buildRaw([field({})]);
  const { filled } = await prefill(file, [{ name: 'pin', value: SECRET }]);
  expect(filled).toEqual(['pin']);
  const saved = file.save().toBytes();
  expect(readFormFields(openPdf(saved))).toMatchObject([{ password: true, value: ['**********'] }]);
  expect(decodeStreams(saved)).not.toContain(SECRET);
  const again = openPdf(saved);
  await flattenForm(again);
  expect(decodeStreams(again.save().toBytes())).not.toContain(SECRET);
});

test('a password that a file has in clear is read as it is, and marked', async () => {
  const [pin] = readFormFields(await buildRaw([field({ V: text(SECRET) })]));
  expect(pin).toMatchObject({ value: [SECRET], password: true });
});

test('one of two fields of a name is enough to make it a password', async () => {
  const file = await buildRaw([field({ Ff: 0 }), field({ Rect: [10, 40, 110, 60] })]);
  await prefill(file, [{ name: 'pin', value: SECRET }]);
  expect(decodeStreams(file.save().toBytes())).not.toContain(SECRET);
});

// 10,000 fields of one name took 21 s: each looked at all to know whether the name is that of a password.
test('fields of one name cost what they are, not their square', async () => {
  const countReads = async (count: number) => {
    const file = await buildRaw(Array.from({ length: count }, () => field({ Ff: 0 })));
    const get = vi.spyOn(PDFDict.prototype, 'get');
    await prefill(file, [{ name: 'pin', value: 'x' }]);
    const reads = get.mock.calls.length;
    get.mockRestore();
    return reads;
  };
  const few = await countReads(50);
  expect(await countReads(400)).toBeLessThan(9 * few);
});

test('checking returns the values as they may be stored', async () => {
  const file = await buildRaw([field({ MaxLen: 4 }), field({ T: text('name'), Ff: 0 })]);
  const name = { name: 'name', value: 'Åsa' };
  expect(checkFormValues(file, [{ name: 'pin', value: ['1234'] }, name])).toEqual([
    { name: 'pin', value: ['****'] },
    name,
  ]);
  expect(() => checkFormValues(file, [{ name: 'pin', value: '12345' }])).toThrow(
    expect.objectContaining({ code: 'value_too_long' }),
  );
});
