import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { inlineToolkit } from '../inline.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-fields-'));
const toolkit = inlineToolkit();
afterAll(async () => {
  await toolkit.close();
  rmSync(folder, { recursive: true });
});

const here = (name: string) => join(folder, name);
const box = { page: 0, x: 50, width: 200, height: 20 };

async function plain(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]);
  return document.save();
}

async function namesIn(input: string): Promise<readonly string[]> {
  return (await toolkit.readFields({ input })).map(({ name }) => name);
}

test('fields are added, renamed, removed and flattened from file to file', async () => {
  const fields = [
    { ...box, name: 'a', y: 50 },
    { ...box, name: 'b', y: 80 },
    { ...box, name: 'c', y: 110 },
  ];
  const { added } = await toolkit.addFields({ input: await plain(), output: here('1.pdf'), fields });
  expect(added).toEqual(['a', 'b', 'c']);
  await toolkit.renameField({ input: here('1.pdf'), output: here('2.pdf'), from: 'a', to: 'x.a' });
  expect(await namesIn(here('2.pdf'))).toEqual(['x.a', 'b', 'c']);
  await toolkit.removeField({ input: here('2.pdf'), output: here('3.pdf'), name: 'b' });
  expect(await namesIn(here('3.pdf'))).toEqual(['x.a', 'c']);
  const some = await toolkit.flatten({ input: here('3.pdf'), output: here('4.pdf'), names: ['c'] });
  expect(some).toEqual({ flattened: ['c'], warnings: [] });
  expect(await namesIn(here('4.pdf'))).toEqual(['x.a']);
  await toolkit.flatten({ input: here('4.pdf'), output: here('5.pdf') });
  expect(await namesIn(here('5.pdf'))).toEqual([]);
});

test('new fields take values in the same preparation', async () => {
  await toolkit.prepare({
    input: await plain(),
    output: here('prepared.pdf'),
    fields: [{ ...box, name: 'city', y: 50 }],
    values: [{ name: 'city', value: 'Umeå' }],
    mode: 'filled',
    boxes: [],
  });
  const [field] = await toolkit.readFields({ input: here('prepared.pdf') });
  expect(field).toMatchObject({ name: 'city', value: ['Umeå'], readOnly: true });
});

test('what is refused has the code of forms and writes nothing', async () => {
  const call = toolkit.addFields({
    input: await plain(),
    output: here('none.pdf'),
    fields: [{ ...box, name: 'a', y: 900 }],
  });
  await expect(call).rejects.toMatchObject({
    code: 'box_outside_page',
    origin: 'FormError',
    params: { field: 'a' },
  });
});
