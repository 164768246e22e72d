import { createRequire } from 'node:module';
import { PDFDocument, type PDFForm, type PDFPage } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readFormFields } from '../fields/form-fields.ts';
import { buildFile } from '../fields/testing.ts';
import { readByPdfjs, reopen } from '../testing/readers.ts';
import type { ValueStyle } from './check-values.ts';
import { prefill } from './prefill.ts';

const BOLD = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
);

const build = () =>
  buildFile((document, page) => {
    const form = document.getForm();
    addText(form, page, 'a', 100);
    addText(form, page, 'b', 200);
  });

function addText(form: PDFForm, page: PDFPage, name: string, y: number): void {
  form.createTextField(name).addToPage(page, { x: 50, y, width: 200, height: 30, borderWidth: 0 });
}

async function fill(style: ValueStyle) {
  const file = await build();
  await prefill(file, [
    { name: 'a', value: 'Text', ...style },
    { name: 'b', value: 'Text' },
  ]);
  const { bytes } = reopen(file);
  const form = (await PDFDocument.load(bytes)).getForm();
  const [a, b] = ['a', 'b'].map((name) => form.getTextField(name).acroField.getWidgets()[0]);
  const { annotations } = await readByPdfjs(bytes);
  return { a, b, seen: annotations[0], other: annotations[1] };
}

describe('values that say how they are drawn', () => {
  test('a size and a color are in /DA, for this field alone', async () => {
    const { a, b, seen, other } = await fill({ fontSize: 9, color: [1, 0, 0] });
    expect(a?.getDefaultAppearance()).toMatch(/ 9 Tf 1 0 0 rg$/);
    expect(String(b?.getDefaultAppearance())).not.toContain('1 0 0 rg');
    expect(seen?.defaultAppearanceData).toMatchObject({
      fontSize: 9,
      fontColor: Uint8ClampedArray.from([255, 0, 0]),
    });
    expect(other?.defaultAppearanceData.fontSize).not.toBe(9);
  });

  test('an alignment is in /Q', async () => {
    const { seen, other } = await fill({ alignment: 'right' });
    expect([seen?.textAlignment, other?.textAlignment ?? 0]).toEqual([2, 0]);
  });

  test('a font of the caller draws the value', async () => {
    const file = await build();
    await prefill(file, [{ name: 'a', value: 'Text', font: BOLD }]);
    const document = await PDFDocument.load(reopen(file).bytes);
    const names = document.context.enumerateIndirectObjects().map(([, object]) => String(object));
    expect(names.filter((text) => /\/BaseFont \/\S*Bold/.test(text))).not.toHaveLength(0);
  });

  test('a value has to fit at its own size', async () => {
    const file = await build();
    const value =
      'A text that does fit its box in smaller print only, but not at any legible size at all'.repeat(2);
    await expect(prefill(file, [{ name: 'a', value, fontSize: 30 }])).rejects.toMatchObject({
      code: 'value_too_long',
    });
    expect(readFormFields(file)[0]?.value).toEqual([]);
  });

  test.each<[string, object]>([
    ['a size', { fontSize: -1 }],
    ['a color', { color: [2, 0, 0] }],
    ['an alignment', { alignment: 'middle' }],
  ])('%s that does not exist is refused', async (_, style) => {
    const file = await build();
    const call = prefill(file, [{ name: 'a', value: 'x', ...style }]);
    await expect(call).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  test('a font that cannot be read is refused before anything changes', async () => {
    const file = await build();
    const call = prefill(file, [{ name: 'a', value: 'x', font: Buffer.from('no font') }]);
    await expect(call).rejects.toMatchObject({ code: 'font_not_usable' });
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});
