import type { PdfFile } from '@countersign/pdf';
import { complaintsOfQpdf } from '@countersign/pdf/testing';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { addFields } from './create/add-fields.ts';
import { removeField, renameField } from './edit-fields.ts';
import { readFormFields } from './fields/form-fields.ts';
import { buildFile } from './fields/testing.ts';
import { flattenForm } from './flatten.ts';
import { prefill } from './prefill/prefill.ts';
import { buildPlain, readByMupdf, readByPdfjs, reopen } from './testing/readers.ts';

const box = { page: 0, x: 50, width: 200, height: 20 };

async function buildForm() {
  const file = await buildPlain(2);
  await addFields(file, [
    { ...box, name: 'person.name', y: 50, value: 'Åsa', required: true },
    { ...box, name: 'person.city', y: 80 },
    { ...box, name: 'note', y: 110, multiline: true },
    {
      type: 'radioButton',
      name: 'pay',
      value: 'card',
      buttons: [
        { ...box, y: 150, width: 20, value: 'card' },
        { ...box, page: 1, y: 150, width: 20, value: 'invoice' },
      ],
    },
  ]);
  return reopen(file).file;
}

const namesOf = (file: Parameters<typeof readFormFields>[0]) => readFormFields(file).map(({ name }) => name);

describe('renaming', () => {
  test.each([
    ['within its level', 'person.name', 'person.first'],
    ['to another level', 'person.name', 'other.deep.name'],
    ['to the top', 'person.name', 'name'],
    ['below a level', 'note', 'person.note'],
    ['a radio group', 'pay', 'how.to.pay'],
  ])('%s keeps everything else', async (_, from, to) => {
    const file = await buildForm();
    const before = readFormFields(file).find(({ name }) => name === from);
    expect(await renameField(file, from, to)).toEqual({ warnings: [] });
    const { file: again, bytes } = reopen(file);
    const after = readFormFields(again).find(({ name }) => name === to);
    expect({ ...after, fieldId: '', name: '', label: '' }).toEqual({
      ...before,
      fieldId: '',
      name: '',
      label: '',
    });
    expect(namesOf(again)).not.toContain(from);
    expect(namesOf(again)).toHaveLength(4);
    expect((await readByPdfjs(bytes)).names).toContain(to);
    const inPdfLib = (await PDFDocument.load(bytes)).getForm().getFields();
    expect(inPdfLib.map((field) => field.getName()).sort()).toEqual(namesOf(again).sort());
  });

  test.each([
    ['a new field', (file: PdfFile) => addFields(file, [{ ...box, name: 'person.note', y: 300 }])],
    ['a renamed field', (file: PdfFile) => renameField(file, 'note', 'person.note')],
  ])('%s inherits no value, limit or flags from its level', async (_, put) => {
    const file = await buildForm();
    const form = file.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    const level = form.lookup(PDFName.of('Fields'), PDFArray).lookup(0, PDFDict);
    for (const key of ['V', 'DV']) level.set(PDFName.of(key), PDFString.of('passed on'));
    for (const key of ['MaxLen', 'Ff']) level.set(PDFName.of(key), PDFNumber.of(1));
    await put(file);
    const { file: again } = reopen(file);
    const field = readFormFields(again).find(({ name }) => name === 'person.note');
    expect(field).toMatchObject({ value: [], defaultValues: [], readOnly: false });
    expect((await prefill(again, [{ name: 'person.note', value: 'of many letters' }])).filled).toHaveLength(
      1,
    );
  });

  test('copies what a field inherited from the level it leaves', async () => {
    const file = await buildFile((document, page) => {
      const form = document.getForm();
      form.createTextField('person.name').addToPage(page, { x: 0, y: 0, width: 50, height: 20 });
      const [parent] = form.acroForm.getFields();
      parent?.[0].dict.set(PDFName.of('MaxLen'), document.context.obj(7));
    });
    await renameField(file, 'person.name', 'name');
    expect(readFormFields(reopen(file).file)[0]).toMatchObject({ name: 'name', maxLength: 7 });
  });

  test.each([
    ['nobody', 'somebody', 'unknown_field'],
    ['note', 'person.name', 'field_name_taken'],
    ['note', 'person', 'field_name_taken'],
    ['note', 'note.more', 'field_name_taken'],
    ['note', '', 'field_name_invalid'],
  ])('%s to %s is refused and changes nothing', async (from, to, code) => {
    const file = await buildForm();
    await expect(renameField(file, from, to)).rejects.toMatchObject({ code });
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});

describe('removing', () => {
  test('a field takes its widgets and empty levels with it', async () => {
    const file = await buildForm();
    await removeField(file, 'person.name');
    await removeField(file, 'person.city');
    const { file: again, bytes } = reopen(file);
    expect(namesOf(again)).toEqual(['note', 'pay']);
    expect((await PDFDocument.load(bytes)).getForm().acroForm.getFields()).toHaveLength(2);
    expect(readByMupdf(bytes).map(({ name }) => name)).toEqual(['note', 'pay', 'pay']);
  });

  test('one page leaves the widgets of others', async () => {
    const file = await buildForm();
    await removeField(file, 'pay', { page: 0 });
    const again = reopen(file).file;
    const pay = readFormFields(again).find(({ name }) => name === 'pay');
    expect(pay?.widgets.map(({ page, option }) => [page, option])).toEqual([[1, 'invoice']]);
    await removeField(again, 'pay', { page: 1 });
    expect(namesOf(reopen(again).file)).not.toContain('pay');
  });

  test('what is not there is refused', async () => {
    const file = await buildForm();
    await expect(removeField(file, 'nobody')).rejects.toMatchObject({ code: 'unknown_field' });
    await expect(removeField(file, 'note', { page: 1 })).rejects.toMatchObject({ code: 'unknown_field' });
    expect(file.saveIncremental().increment).toHaveLength(0);
  });

  test('structure elements go with their widgets', async () => {
    const file = await buildFile((document) => {
      const { context } = document;
      const root = context.obj({ Type: 'StructTreeRoot', K: [] });
      document.catalog.set(PDFName.of('StructTreeRoot'), context.register(root));
    });
    await addFields(file, [
      { ...box, name: 'a', y: 50 },
      { ...box, name: 'b', y: 80 },
    ]);
    await removeField(file, 'a');
    const root = reopen(file).file.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    expect(root.lookup(PDFName.of('K'))).toHaveProperty('array.length', 1);
  });
});

describe('flattening some fields', () => {
  test('leaves the others, which can still be filled', async () => {
    const file = await buildForm();
    const report = await flattenForm(file, { names: ['person.name', 'pay'] });
    expect(report.flattened.toSorted()).toEqual(['pay', 'person.name']);
    expect(namesOf(file)).toEqual(['person.city', 'note']);
    await prefill(file, [{ name: 'note', value: 'Later' }]);
    const bytes = file.rewrite().toBytes();
    expect(complaintsOfQpdf(bytes)).toBe('');
    expect(readByMupdf(bytes).map(({ name, value }) => [name, value])).toEqual([
      ['person.city', ''],
      ['note', 'Later'],
    ]);
  });

  test('keeps the request for appearances of the others', async () => {
    const file = await buildFile((document, page) => {
      const form = document.getForm();
      for (const name of ['a', 'b'])
        form.createTextField(name).addToPage(page, { x: 0, y: 0, width: 50, height: 20 });
      form.acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
    });
    await flattenForm(file, { names: ['a'] });
    const acroForm = reopen(file).file.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    expect(String(acroForm.get(PDFName.of('NeedAppearances')))).toBe('true');
  });

  test('a name that is not there is refused', async () => {
    const file = await buildForm();
    await expect(flattenForm(file, { names: ['note', 'nobody'] })).rejects.toMatchObject({
      code: 'unknown_field',
    });
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});
