import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf, withMupdf } from '@countersign/pdf/testing';
import { PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { FormError } from '../errors.ts';
import { readFormFields } from '../fields/form-fields.ts';
import { buildFile } from '../fields/testing.ts';
import { flattenForm } from '../flatten.ts';
import { prefill } from '../prefill/prefill.ts';
import { buildPlain, readByMupdf, readByPdfjs, reopen } from '../testing/readers.ts';
import { addFields } from './add-fields.ts';
import type { NewField } from './new-field.ts';

const box = { page: 0, x: 50, width: 200, height: 20 };
const COLORS = [{ label: 'Röd', value: 'r' }, { label: 'Blå', value: 'b' }, { label: 'Grön' }];

const EVERY_KIND: readonly NewField[] = [
  { ...box, name: 'text', y: 50, label: 'Your name', required: true, value: 'Åsa' },
  { ...box, name: 'lines', y: 80, height: 60, multiline: true, maxLength: 400, readOnly: true },
  { ...box, name: 'comb', y: 150, comb: true, maxLength: 8, value: '1234' },
  { ...box, type: 'checkbox', name: 'ticked', y: 180, width: 20, value: true },
  { ...box, type: 'checkbox', name: 'open', y: 210, width: 20 },
  { ...box, type: 'combobox', name: 'combo', y: 240, options: COLORS, value: 'b', editable: true },
  {
    ...box,
    type: 'listbox',
    name: 'list',
    y: 270,
    height: 60,
    options: COLORS,
    multiSelect: true,
    value: ['r', 'Grön'],
  },
  {
    type: 'radioButton',
    name: 'pay',
    value: 'card',
    buttons: [
      { ...box, y: 350, width: 20, value: 'card', label: 'By card' },
      { ...box, page: 1, y: 380, width: 20, value: 'invoice' },
    ],
  },
];

test('fields of every type are listed as they were asked for', async () => {
  const file = await buildPlain(2);
  const report = await addFields(file, EVERY_KIND);
  expect(report).toEqual({ added: EVERY_KIND.map(({ name }) => name), warnings: [] });
  const fields = readFormFields(reopen(file).file);
  expect(fields.flatMap(({ warnings }) => warnings)).toEqual([]);
  expect(fields.map(({ name, type, value }) => [name, type, value])).toEqual([
    ['text', 'textField', ['Åsa']],
    ['lines', 'textField', []],
    ['comb', 'textField', ['1234']],
    ['ticked', 'checkbox', ['Yes']],
    ['open', 'checkbox', []],
    ['combo', 'combobox', ['b']],
    ['list', 'listbox', ['r', 'Grön']],
    ['pay', 'radioButton', ['card']],
  ]);
  const [text, lines, comb, ticked, , combo, list, pay] = fields;
  expect(text).toMatchObject({ required: true, readOnly: false, boundingBox: { ...box, y: 50 } });
  expect(lines).toMatchObject({ multiline: true, readOnly: true, maxLength: 400 });
  expect(comb).toMatchObject({ maxLength: 8 });
  expect(ticked).toMatchObject({ options: [{ label: 'Yes', value: 'Yes' }] });
  expect(combo?.options).toEqual([COLORS[0], COLORS[1], { label: 'Grön', value: 'Grön' }]);
  expect(list?.multiSelect).toBe(true);
  expect(pay?.widgets.map(({ page, option }) => [page, option])).toEqual([
    [0, 'card'],
    [1, 'invoice'],
  ]);
});

test('pdf-lib, pdf.js, MuPDF and qpdf read the same fields', async () => {
  const file = await buildPlain(2);
  await addFields(file, EVERY_KIND);
  const { bytes } = reopen(file);
  expect(complaintsOfQpdf(bytes)).toBe('');

  const form = (await PDFDocument.load(bytes)).getForm();
  expect(form.getFields().map((field) => field.getName())).toEqual(EVERY_KIND.map(({ name }) => name));
  expect(form.getTextField('text').getText()).toBe('Åsa');
  expect(form.getTextField('text').isRequired()).toBe(true);
  expect(form.getTextField('comb').isCombed()).toBe(true);
  expect(form.getCheckBox('ticked').isChecked()).toBe(true);
  expect(form.getCheckBox('open').isChecked()).toBe(false);
  expect(form.getDropdown('combo').getSelected()).toEqual(['b']);
  expect(form.getOptionList('list').getSelected()).toEqual(['r', 'Grön']);
  expect(form.getRadioGroup('pay').getOptions()).toEqual(['card', 'invoice']);
  expect(form.getRadioGroup('pay').getSelected()).toBe('card');

  const { names, annotations } = await readByPdfjs(bytes);
  expect(names.sort()).toEqual(EVERY_KIND.map(({ name }) => name).sort());
  const seen = new Map(annotations.map((annotation) => [annotation.fieldName, annotation]));
  expect(seen.get('text')).toMatchObject({ fieldType: 'Tx', fieldValue: 'Åsa', required: true });
  expect(seen.get('text')?.alternativeText).toBe('Your name');
  expect(seen.get('lines')).toMatchObject({ multiLine: true, readOnly: true, maxLen: 400 });
  expect(seen.get('comb')).toMatchObject({ comb: true, maxLen: 8 });
  expect(seen.get('ticked')).toMatchObject({ checkBox: true, fieldValue: 'Yes', exportValue: 'Yes' });
  expect(seen.get('combo')).toMatchObject({ combo: true, fieldValue: ['b'] });
  expect(seen.get('list')).toMatchObject({ multiSelect: true, fieldValue: ['r', 'Grön'] });
  expect(annotations.filter(({ radioButton }) => radioButton).map(({ buttonValue }) => buttonValue)).toEqual([
    'card',
    'invoice',
  ]);

  const widgets = readByMupdf(bytes);
  expect(widgets.map(({ kind }) => kind)).toEqual([
    ...['text', 'text', 'text', 'checkbox', 'checkbox', 'combobox', 'listbox', 'radiobutton', 'radiobutton'],
  ]);
  expect(widgets[0]).toEqual({ name: 'text', kind: 'text', value: 'Åsa', page: 0 });
});

test('others fill the fields, and we flatten them', async () => {
  const made = await buildPlain(2);
  await addFields(made, EVERY_KIND);
  const document = await PDFDocument.load(reopen(made).bytes);
  const form = document.getForm();
  form.getTextField('text').setText('Filled by pdf-lib');
  form.getCheckBox('open').check();
  form.getRadioGroup('pay').select('invoice');
  form.getDropdown('combo').select('Grön');
  const byPdfLib = openPdf(await document.save());
  const values = new Map(readFormFields(byPdfLib).map(({ name, value }) => [name, value]));
  expect([values.get('text'), values.get('open'), values.get('pay'), values.get('combo')]).toEqual([
    ['Filled by pdf-lib'],
    ['Yes'],
    ['invoice'],
    ['Grön'],
  ]);
  expect((await flattenForm(byPdfLib)).flattened).toHaveLength(EVERY_KIND.length);
  const flat = byPdfLib.rewrite().toBytes();
  expect(complaintsOfQpdf(flat)).toBe('');
  expect(readByMupdf(flat)).toEqual([]);
  expect(withMupdf(flat, (open) => open.loadPage(0).toStructuredText('').asText())).toContain(
    'Filled by pdf-lib',
  );
});

test('MuPDF toggles and types, and we read it', async () => {
  const file = await buildPlain(2);
  await addFields(file, EVERY_KIND);
  const bytes = withMupdf(reopen(file).bytes, (document) => {
    const widgets = document.loadPage(0).getWidgets();
    widgets[0]?.setTextValue('Typed in MuPDF');
    widgets[4]?.toggle();
    for (const widget of widgets) widget.update();
    return Uint8Array.from(document.saveToBuffer('').asUint8Array());
  });
  const values = new Map(readFormFields(openPdf(bytes)).map(({ name, value }) => [name, value]));
  expect([values.get('text'), values.get('open')]).toEqual([['Typed in MuPDF'], ['Yes']]);
});

test('values that cannot be names become numbered states with /Opt', async () => {
  const file = await buildPlain();
  const button = (value: string, y: number) => ({ page: 0, x: 10, y, width: 15, height: 15, value });
  const values = ['Ja, gärna', 'Off', 'نعم'];
  await addFields(file, [
    {
      type: 'radioButton',
      name: 'answer',
      value: 'Off',
      buttons: values.map((value, at) => button(value, at * 20)),
    },
  ]);
  const { file: again, bytes } = reopen(file);
  const [field] = readFormFields(again);
  expect(field?.options.map(({ value }) => value)).toEqual(values);
  expect(field?.value).toEqual(['Off']);
  expect((await PDFDocument.load(bytes)).getForm().getRadioGroup('answer').getOptions()).toEqual(values);
  await prefill(again, [{ name: 'answer', value: 'نعم' }]);
  expect(readFormFields(reopen(again).file)[0]?.value).toEqual(['نعم']);
});

describe('names', () => {
  const at = (name: string, y = 50): NewField => ({ ...box, name, y });

  test('periods make levels, and levels of the file are used', async () => {
    const file = await buildFile((document, page) => {
      document
        .getForm()
        .createTextField('person.name')
        .addToPage(page, { x: 0, y: 0, width: 50, height: 20 });
    });
    await addFields(file, [at('person.city.zip'), at('person.phone'), at('other.a'), at('other.b')]);
    const { bytes, file: again } = reopen(file);
    const expected = ['other.a', 'other.b', 'person.city.zip', 'person.name', 'person.phone'];
    expect(
      readFormFields(again)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(expected);
    const form = (await PDFDocument.load(bytes)).getForm();
    expect(
      form
        .getFields()
        .map((field) => field.getName())
        .sort(),
    ).toEqual(expected);
    expect(form.acroForm.getFields()).toHaveLength(2);
    expect((await readByPdfjs(bytes)).names).toEqual(expect.arrayContaining(expected));
  });

  test('attributes are part of a name', async () => {
    const file = await buildPlain();
    await addFields(file, [at('Date|svc-date-now')]);
    const [field] = readFormFields(reopen(file).file);
    expect(field).toMatchObject({ name: 'Date|svc-date-now', label: 'Date', editable: false });
    expect(field?.attributes.map(({ name }) => name)).toEqual(['svc-date-now']);
  });

  test.each([
    ['a name of the file', ['person.name'], 'field_name_taken'],
    ['a level of the file', ['person'], 'field_name_taken'],
    ['a field of the file as a level', ['person.name.first'], 'field_name_taken'],
    ['two new fields', ['a', 'a'], 'field_name_taken'],
    ['a new field as a level', ['a', 'a.b'], 'field_name_taken'],
    ['a level as a new field', ['a.b', 'a'], 'field_name_taken'],
    ['no name', [''], 'field_name_invalid'],
    ['an empty part', ['a..b'], 'field_name_invalid'],
    ['half a character', ['a\ud800'], 'field_name_invalid'],
    ['a null character', ['a\0b'], 'field_name_invalid'],
  ])('%s is refused before anything changes', async (_, names, code) => {
    const file = await buildFile((document, page) => {
      document
        .getForm()
        .createTextField('person.name')
        .addToPage(page, { x: 0, y: 0, width: 50, height: 20 });
    });
    const error = await addFields(file, [at('fine'), ...names.map((name) => at(name))]).catch(
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(FormError);
    expect(error.code).toBe(code);
    expect(error.params.field).toBe(names.at(-1));
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});

describe('what cannot be made', () => {
  test.each<[string, NewField, string]>([
    ['a box over the edge', { ...box, name: 'a', y: 830 }, 'box_outside_page'],
    ['a box left of the page', { ...box, name: 'a', y: 10, x: -5 }, 'box_outside_page'],
    ['a page that is not there', { ...box, name: 'a', y: 10, page: 1 }, 'page_out_of_range'],
    ['a value over its length', { ...box, name: 'a', y: 10, maxLength: 2, value: 'abc' }, 'value_too_long'],
    ['a value without room', { ...box, name: 'a', y: 10, width: 10, value: 'A long name' }, 'value_too_long'],
    ['a value no font has', { ...box, name: 'a', y: 10, value: '\u{10FFFD}' }, 'text_not_drawable'],
    [
      'an option no font has',
      { ...box, type: 'listbox', name: 'a', y: 10, options: [{ label: '\u{10FFFD}' }] },
      'text_not_drawable',
    ],
    [
      'an option that is not offered',
      { ...box, type: 'combobox', name: 'a', y: 10, options: COLORS, value: 'x' },
      'option_not_offered',
    ],
    [
      'two values for one choice',
      { ...box, type: 'listbox', name: 'a', y: 10, options: COLORS, value: ['r', 'b'] },
      'too_many_values',
    ],
    [
      'two options of one value',
      { ...box, type: 'combobox', name: 'a', y: 10, options: [{ label: 'x' }, { label: 'y', value: 'x' }] },
      'invalid_argument',
    ],
    ['a comb without cells', { ...box, name: 'a', y: 10, comb: true }, 'invalid_argument'],
    [
      'members of another type',
      { ...box, type: 'checkbox', name: 'a', y: 10, maxLength: 3 } as never,
      'invalid_argument',
    ],
    ['a type that is not known', { ...box, type: 'button', name: 'a', y: 10 } as never, 'invalid_argument'],
    ['a group without buttons', { type: 'radioButton', name: 'a', buttons: [] }, 'invalid_argument'],
  ])('%s is refused', async (_, field, code) => {
    const file = await buildPlain();
    await expect(addFields(file, [field])).rejects.toMatchObject({ code });
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});

describe('a form of the file', () => {
  test('keeps its fields, values and resources', async () => {
    const file = await buildFile((document, page) => {
      const form = document.getForm();
      const field = form.createTextField('old');
      field.addToPage(page, { x: 0, y: 0, width: 100, height: 20 });
      field.setText('kept');
      form.acroForm.dict.set(PDFName.of('Q'), document.context.obj(1));
    });
    const before = file.save().toBytes();
    await addFields(file, [{ ...box, name: 'new', y: 50 }]);
    const { bytes, file: again } = reopen(file);
    expect(bytes.subarray(0, before.length)).toEqual(before);
    expect(readFormFields(again).map(({ name, value }) => [name, value])).toEqual([
      ['new', []],
      ['old', ['kept']],
    ]);
    const acroForm = (await PDFDocument.load(bytes)).getForm().acroForm.dict;
    expect(String(acroForm.get(PDFName.of('Q')))).toBe('1');
    expect(String(acroForm.get(PDFName.of('DA')))).toContain('Helv');
  });

  test('lists new widgets after those of the page, in the order given', async () => {
    const file = await buildFile((document, page) => {
      document.getForm().createTextField('old').addToPage(page, { x: 0, y: 0, width: 100, height: 20 });
    });
    await addFields(file, [
      { ...box, name: 'second', y: 300 },
      { ...box, name: 'first', y: 50 },
    ]);
    const { annotations } = await readByPdfjs(reopen(file).bytes);
    expect(annotations.map(({ fieldName }) => fieldName)).toEqual(['old', 'second', 'first']);
  });
});
