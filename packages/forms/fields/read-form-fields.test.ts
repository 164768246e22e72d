import { openBufferSource, openPdf } from '@countersign/pdf';
import { degrees, type PDFDict, PDFHexString, PDFName, PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readFieldValues, readFormFields } from './form-fields.ts';
import { buildBytes, buildFile, buildRaw } from './testing.ts';

const text = (value: string) => PDFHexString.fromText(value);
const widget = (entries: Record<string, unknown>) => ({
  Subtype: 'Widget',
  Rect: [10, 10, 110, 30],
  ...entries,
});

describe('the five types', () => {
  test('[2.5-01] [2.5-03] [2.5-04] [2.5-10] [D2-01] [D2-02] [D2-03] [D2-08] [D2-10] [D2-11] are read with names, flags, options, values and boxes', async () => {
    const file = await buildFile((document, page) => {
      const form = document.getForm();
      const name = form.createTextField('person.name|svc-input-fullname');
      name.setText('Åsa Ö');
      name.enableRequired();
      name.setMaxLength(20);
      name.addToPage(page, { x: 50, y: 700, width: 200, height: 20, borderWidth: 0 });
      const agree = form.createCheckBox('agree');
      agree.addToPage(page, { x: 50, y: 600, width: 12, height: 12, borderWidth: 0 });
      agree.check();
      const colour = form.createRadioGroup('colour');
      colour.addOptionToPage('red', page, { x: 50, y: 500, width: 12, height: 12, borderWidth: 0 });
      colour.addOptionToPage('green', page, { x: 80, y: 500, width: 12, height: 12, borderWidth: 0 });
      colour.select('green');
      const city = form.createDropdown('city');
      city.setOptions(['Umeå', 'Lund']);
      city.select('Lund');
      city.addToPage(page, { x: 50, y: 400, width: 100, height: 20, borderWidth: 0 });
      const days = form.createOptionList('days');
      days.setOptions(['Mo', 'Tu', 'We']);
      days.enableMultiselect();
      days.select(['Mo', 'We']);
      days.addToPage(page, { x: 50, y: 300, width: 100, height: 60, borderWidth: 0 });
      form.createButton('push').addToPage('Push', page, { x: 50, y: 200, width: 50, height: 20 });
    });
    const fields = readFormFields(file);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['person.name|svc-input-fullname', 'textField'],
      ['agree', 'checkbox'],
      ['colour', 'radioButton'],
      ['city', 'combobox'],
      ['days', 'listbox'],
    ]);
    const [name, agree, colour, city, days] = fields;
    expect(name).toEqual({
      name: 'person.name|svc-input-fullname',
      fieldId: expect.stringMatching(/^\d+-0$/),
      type: 'textField',
      label: 'name',
      required: true,
      readOnly: false,
      editable: true,
      boundingBox: { page: 0, x: 50, y: 80, width: 200, height: 20 },
      widgets: [{ page: 0, x: 50, y: 80, width: 200, height: 20 }],
      defaultValues: [],
      value: ['Åsa Ö'],
      options: [],
      multiline: false,
      multiSelect: false,
      password: false,
      maxLength: 20,
      attributes: [{ name: 'svc-input-fullname', kind: 'other' }],
      warnings: [],
    });
    expect(agree?.value).toEqual(['Yes']);
    expect(colour?.options).toEqual([
      { label: 'red', value: 'red' },
      { label: 'green', value: 'green' },
    ]);
    expect(colour?.value).toEqual(['green']);
    expect(colour?.widgets.map(({ x, option }) => [x, option])).toEqual([
      [50, 'red'],
      [80, 'green'],
    ]);
    expect(city?.value).toEqual(['Lund']);
    expect(days).toMatchObject({ value: ['Mo', 'We'], multiSelect: true });
    expect(readFieldValues(file)).toHaveLength(5);
  });

  test('[D1-01] [D1-02] are read from a turned page with an offset crop box where a reader shows them', async () => {
    const file = await buildFile((document, page) => {
      page.setCropBox(100, 100, 400, 600);
      page.setRotation(degrees(90));
      const field = document.getForm().createTextField('a');
      field.addToPage(page, { x: 110, y: 120, width: 20, height: 50, borderWidth: 0 });
    });
    expect(readFormFields(file)[0]?.boundingBox).toEqual({ page: 0, x: 20, y: 10, width: 50, height: 20 });
  });
});

describe('buttons', () => {
  const states = (...names: string[]) => ({ N: Object.fromEntries(names.map((name) => [name, {}])) });

  test('with /Opt give export values, equal ones once', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const kids = ['0', '1', '2'].map((state, index) =>
        context.register(
          context.obj({
            Subtype: 'Widget',
            Rect: [10 + 30 * index, 10, 30 + 30 * index, 30],
            AP: states(state, 'Off'),
          }),
        ),
      );
      const field = context.obj({ FT: 'Btn', Ff: 1 << 15, T: text('g'), V: '1', DV: '0', Kids: kids });
      field.set(PDFName.of('Opt'), context.obj([text('Man'), text('Kvinna'), text('Man')]));
      page.node.set(PDFName.of('Annots'), context.obj(kids));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [context.register(field)] }));
    });
    expect(readFormFields(file)[0]).toMatchObject({
      options: [
        { label: 'Man', value: 'Man' },
        { label: 'Kvinna', value: 'Kvinna' },
      ],
      value: ['Kvinna'],
      defaultValues: ['Man'],
      widgets: [{ option: 'Man' }, { option: 'Kvinna' }, { option: 'Man' }],
    });
  });

  test.each([
    [{ AP: states('Ja', 'Off'), V: 'Ja' }, ['Ja'], 'Ja'],
    [{ AP: states('Ja', 'Off'), V: 'Off' }, [], 'Ja'],
    [{ AP: states('On'), AS: 'On' }, ['On'], 'On'],
    [{ AP: { D: { Down: {} } } }, [], 'Down'],
    [{}, [], 'Yes'],
    [{ V: 'X' }, ['X'], 'X'],
    [{ AP: states('J#C3#A4') }, [], 'Jä'],
  ])('%o is on or off by any state', async (entries, value, option) => {
    const [field] = readFormFields(await buildRaw([widget({ FT: 'Btn', T: text('c'), ...entries })]));
    expect(field).toMatchObject({ value, options: [{ label: option, value: option }] });
  });
});

describe('broken forms', () => {
  test('widgets that the form does not list are fields too', async () => {
    const file = await buildRaw([widget({ FT: 'Tx', T: text('lost') })], { fields: 'none' });
    expect(readFormFields(file)).toMatchObject([
      { name: 'lost', warnings: [{ code: 'field_not_listed' }], boundingBox: { page: 0 } },
    ]);
  });

  test('a widget whose parent does not know it belongs to the parent', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const parent = context.nextRef();
      const kid = context.register(context.obj(widget({ Parent: parent }) as never));
      const other = context.register(
        context.obj(widget({ Parent: parent, Rect: [10, 50, 110, 70] }) as never),
      );
      context.assign(parent, context.obj({ FT: 'Tx', T: text('p'), Kids: [kid] }));
      page.node.set(PDFName.of('Annots'), context.obj([kid, other]));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [parent] }));
    });
    expect(readFormFields(file).map(({ name, widgets }) => [name, widgets.length])).toEqual([['p', 2]]);
  });

  test('circles of kids and parents end', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const [a, b] = [context.nextRef(), context.nextRef()];
      context.assign(a, context.obj({ FT: 'Tx', T: text('a'), Kids: [b], Parent: b }));
      context.assign(b, context.obj(widget({ T: text('b'), Kids: [a, b], Parent: a, FT: 'Tx' }) as never));
      const stray = context.nextRef();
      context.assign(stray, context.obj(widget({ Parent: stray, FT: 'Tx' }) as never));
      page.node.set(PDFName.of('Annots'), context.obj([b, stray]));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [a, a] }));
    });
    expect(readFormFields(file).map(({ name }) => name)).toEqual(['a.b', '']);
  });

  test('a chain of a thousand kids is too complex', async () => {
    const file = await buildFile((document) => {
      const { context } = document;
      let kid: PDFRef | undefined;
      for (let level = 0; level < 1000; level++) {
        const node: PDFDict = context.obj({ FT: 'Tx', T: PDFString.of('x') });
        if (kid) node.set(PDFName.of('Kids'), context.obj([kid]));
        kid = context.register(node);
      }
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: kid ? [kid] : [] }));
    });
    expect(() => readFormFields(file)).toThrow(
      expect.objectContaining({ code: 'too_complex', params: { limit: 'fieldDepth', value: 100 } }),
    );
  });

  test.each([
    ['a name that is not text', { FT: 'Tx', T: 'Nm' }, 'field_name_not_text'],
    ['no name', { FT: 'Tx' }, 'field_without_name'],
    ['a rectangle of three numbers', { FT: 'Tx', T: text('a'), Rect: [1, 2, 3] }, 'broken_rectangle'],
    ['options that are not a list', { FT: 'Ch', T: text('a'), Opt: 5 }, 'options_not_a_list'],
    [
      'a default appearance without a font',
      { FT: 'Tx', T: text('a'), DA: PDFString.of('0 g') },
      'default_appearance_without_font',
    ],
    ['no area', { FT: 'Tx', T: text('a'), Rect: [50, 50, 50, 70] }, 'field_out_of_sight'],
    ['a place beside its page', { FT: 'Tx', T: text('a'), Rect: [-90, 50, -10, 70] }, 'field_out_of_sight'],
    ['a place half on its page', { FT: 'Tx', T: text('a'), Rect: [-90, 50, 10, 70] }, undefined],
    ['an appearance that leads nowhere', { FT: 'Btn', T: text('a'), AP: PDFRef.of(999) }, undefined],
    ['flags that are not a number', { FT: 'Tx', T: text('a'), Ff: 'x', MaxLen: -3, V: 7 }, undefined],
  ])('%s is a field, with a warning where it matters', async (_, entries, code) => {
    const [field, ...rest] = readFormFields(await buildRaw([widget(entries)]));
    expect(rest).toEqual([]);
    expect(field?.warnings.map((warning) => warning.code)).toEqual(code ? [code] : []);
  });

  test('a field no page shows comes last and says so', async () => {
    const file = await buildFile((document, page) => {
      const form = document.getForm();
      form.createTextField('hidden');
      form.createTextField('shown').addToPage(page, { x: 1, y: 1, width: 50, height: 20 });
    });
    expect(readFormFields(file)).toMatchObject([
      { name: 'shown', warnings: [] },
      { name: 'hidden', boundingBox: null, widgets: [], warnings: [{ code: 'field_not_shown' }] },
    ]);
  });

  test('two dictionaries of one name and type are one field with a warning, of two types two fields', async () => {
    const file = await buildRaw([
      widget({ FT: 'Tx', T: text('a') }),
      widget({ FT: 'Tx', T: text('a'), V: text('v') }),
      widget({ FT: 'Btn', T: text('a') }),
    ]);
    const duplicate = { code: 'duplicate_field_name' };
    expect(readFormFields(file)).toMatchObject([
      { type: 'textField', value: ['v'], widgets: [{}, {}], warnings: [duplicate] },
      { type: 'checkbox', warnings: [duplicate] },
    ]);
  });
});

test('values stored as streams, in UTF-8 and long ones are read', async () => {
  const long = 'ä'.repeat(200_000);
  const file = await buildFile((document, page) => {
    const { context } = document;
    const refs = [
      context.register(context.flateStream(Buffer.from(long, 'latin1'))),
      PDFHexString.of(`EFBBBF${Buffer.from('żółć').toString('hex')}`),
    ].map((V, index) =>
      context.register(context.obj(widget({ FT: 'Tx', T: text(`f${index}`), V }) as never)),
    );
    page.node.set(PDFName.of('Annots'), context.obj(refs));
  });
  expect(readFieldValues(file).map(({ value }) => value)).toEqual([[long], ['żółć']]);
});

test('[D2-04] [D2-12] [D3-28] [D3-30] names with attributes are explained in the record', async () => {
  const file = await buildRaw([
    widget({ FT: 'Tx', T: text('Tel. no|svc-format-mobile') }),
    widget({ FT: 'Tx', T: text('ID|svc-scan-id1') }),
    widget({ FT: 'Tx', T: text('Photo|svc-scanned-id-portrait[2]') }),
  ]);
  expect(readFormFields(file)).toMatchObject([
    { label: 'Tel. no', editable: true, attributes: [{ name: 'svc-format-mobile', kind: 'formatting' }] },
    { label: 'ID', editable: true, warnings: [{ code: 'missing_index' }] },
    { label: 'Photo', editable: false, readOnly: true, warnings: [{ code: 'receiver_without_trigger' }] },
  ]);
});

test('a form of 10,000 fields is read in linear work: each object once', async () => {
  const bytes = await buildBytes((document, page) => {
    const { context } = document;
    const refs = Array.from({ length: 10_000 }, (_, index) =>
      context.register(context.obj(widget({ FT: 'Tx', T: PDFString.of(`f${index}`) }) as never)),
    );
    page.node.set(PDFName.of('Annots'), context.obj(refs));
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: refs }));
  });
  const file = openPdf(bytes);
  expect(readFormFields(file)).toHaveLength(10_000);
  expect(file.parsedObjectCount).toBeLessThan(10_020);
});

test('a form on a large scan is read without reading the scan', async () => {
  const bytes = await buildBytes((document, page) => {
    const { context } = document;
    const scan = context.register(context.stream(new Uint8Array(5_000_000), { Subtype: 'Image' }));
    page.node.set(PDFName.of('Resources'), context.obj({ XObject: { Scan: scan } }));
    document.getForm().createTextField('a').addToPage(page, { x: 1, y: 1, width: 50, height: 20 });
  });
  const source = openBufferSource(bytes);
  expect(readFormFields(openPdf(source))).toHaveLength(1);
  expect(source.bytesRead).toBeLessThan(bytes.length * 0.05);
});
