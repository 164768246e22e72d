import { type PDFDict, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readFormFields } from './form-fields.ts';
import { buildFile, buildRaw } from './testing.ts';

const text = (value: string) => PDFHexString.fromText(value);
const widget = (entries: Record<string, unknown>) => ({
  Subtype: 'Widget',
  Rect: [10, 10, 110, 30],
  ...entries,
});

function buildFamily(
  parent: Record<string, unknown>,
  kids: readonly Record<string, unknown>[],
  roots: 'parent' | 'kids' | 'kids unknown to the parent' = 'parent',
) {
  return buildFile((document, page) => {
    const { context } = document;
    const literal = context.obj.bind(context) as (value: unknown) => PDFDict;
    const parentRef = context.nextRef();
    const kidRefs = kids.map((kid) => context.register(literal(widget({ Parent: parentRef, ...kid }))));
    const isKnown = roots !== 'kids unknown to the parent';
    context.assign(parentRef, literal({ ...parent, ...(isKnown ? { Kids: kidRefs } : {}) }));
    page.node.set(PDFName.of('Annots'), literal(kidRefs));
    const fields = literal(roots === 'parent' ? [parentRef] : kidRefs);
    document.catalog.set(PDFName.of('AcroForm'), literal({ Fields: fields }));
  });
}

describe('names', () => {
  test('of any script, also from the levels above, are kept as they are', async () => {
    const file = await buildFamily({ T: text('当事者') }, [{ FT: 'Tx', T: text('Имя 🖊') }]);
    expect(readFormFields(file)[0]).toMatchObject({ name: '当事者.Имя 🖊', label: 'Имя 🖊' });
  });

  test('that hold a period keep their label', async () => {
    const file = await buildFamily({ T: text('a') }, [{ FT: 'Tx', T: text('No. 1|svc-format-email') }]);
    expect(readFormFields(file)[0]).toMatchObject({ name: 'a.No. 1|svc-format-email', label: 'No. 1' });
  });

  test('that hold a period in an attribute are warned of all the same', async () => {
    const file = await buildRaw([widget({ FT: 'Tx', T: text('ID|svc-scan-id[1].x') })]);
    expect(readFormFields(file)[0]).toMatchObject({
      attributes: [{ name: 'svc-scan-id[1].x', kind: 'unknown' }],
      warnings: [{ code: 'unknown_attribute' }],
    });
  });

  test('are complete when /Fields lists the kid and not the parent', async () => {
    const file = await buildFamily({ T: text('p'), FT: 'Tx' }, [{ T: text('k') }], 'kids');
    expect(readFormFields(file)).toMatchObject([{ name: 'p.k', type: 'textField', warnings: [] }]);
  });

  test('have the levels that neither /Fields nor a parent lists', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const [top, middle, kid] = [context.nextRef(), context.nextRef(), context.nextRef()];
      context.assign(top, context.obj({ T: text('top') }));
      context.assign(middle, context.obj({ T: text('middle'), Parent: top, Kids: [kid] }));
      context.assign(kid, context.obj(widget({ FT: 'Tx', T: text('kid'), Parent: middle }) as never));
      page.node.set(PDFName.of('Annots'), context.obj([kid]));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [top, kid] }));
    });
    expect(readFormFields(file)).toMatchObject([{ name: 'top.middle.kid', warnings: [] }]);
  });

  test('and types come from a parent that does not know its kids', async () => {
    const radio = { T: text('veg'), FT: 'Btn', Ff: 1 << 15, V: '1', Opt: [text('Carrot'), text('Potato')] };
    const kids = ['0', '1'].map((state) => ({ AP: { N: { [state]: {}, Off: {} } } }));
    const file = await buildFamily(radio, kids, 'kids unknown to the parent');
    expect(readFormFields(file)).toMatchObject([
      { name: 'veg', type: 'radioButton', value: ['Potato'], widgets: [{}, {}] },
    ]);
  });
});

test('a field takes type, flags, value, options and length from above, its own first', async () => {
  const parent = { T: text('p'), FT: 'Tx', Ff: 1 << 1, V: text('above'), DV: text('first'), MaxLen: 9 };
  const file = await buildFamily(parent, [{ T: text('a') }, { T: text('b'), V: text('own'), MaxLen: 3 }]);
  const shared = { type: 'textField', required: true, defaultValues: ['first'] };
  expect(readFormFields(file)).toMatchObject([
    { ...shared, name: 'p.a', value: ['above'], maxLength: 9 },
    { ...shared, name: 'p.b', value: ['own'], maxLength: 3 },
  ]);
});

describe('places', () => {
  test('[D1-23] come from the page that lists the widget, whatever its /P says', async () => {
    const file = await buildFile((document, first) => {
      const second = document.addPage([600, 800]);
      document.getForm().createTextField('a').addToPage(first, { x: 1, y: 1, width: 50, height: 20 });
      second.node.set(PDFName.of('Annots'), first.node.Annots() ?? document.context.obj([]));
      first.node.delete(PDFName.of('Annots'));
    });
    expect(readFormFields(file)).toMatchObject([{ boundingBox: { page: 1 }, widgets: [{ page: 1 }] }]);
  });

  test('are all pages that list the widget', async () => {
    const file = await buildFile((document, first) => {
      document.getForm().createTextField('a').addToPage(first, { x: 1, y: 1, width: 50, height: 20 });
      const annotations = first.node.Annots() ?? document.context.obj([]);
      document.addPage([600, 800]).node.set(PDFName.of('Annots'), annotations);
    });
    expect(readFormFields(file)[0]?.widgets.map(({ page }) => page)).toEqual([0, 1]);
  });

  test.each([
    ['hidden', { F: 2 }, ['field_hidden']],
    ['shown on paper only', { F: 4 | 32 }, ['field_hidden']],
    ['that is printed too', { F: 4 }, []],
    ['of no size', { Rect: [10, 10, 10, 10] }, ['field_out_of_sight']],
    ['with swapped corners', { Rect: [110, 30, 10, 10] }, []],
  ])('of a field %s are listed', async (_, entries, warnings) => {
    const [field] = readFormFields(await buildRaw([widget({ FT: 'Tx', T: text('a'), ...entries })]));
    expect(field).toMatchObject({ name: 'a', boundingBox: { page: 0, x: 10 } });
    expect(field?.warnings.map(({ code }) => code)).toEqual(warnings);
  });

  test('of a field cause no warning if one of several is visible', async () => {
    const file = await buildFamily({ T: text('a'), FT: 'Tx' }, [{ F: 2 }, { F: 4 }]);
    expect(readFormFields(file)).toMatchObject([{ widgets: [{}, {}], warnings: [] }]);
  });
});

describe('texts', () => {
  test('with rich text are read as text', async () => {
    const rich = {
      FT: 'Tx',
      T: text('a'),
      Ff: 1 << 25,
      V: text('bold'),
      RV: text('<b>bold</b>'),
      DS: text('x'),
    };
    expect(readFormFields(await buildRaw([widget(rich)]))[0]).toMatchObject({ value: ['bold'] });
  });

  test.each([
    ['a password', 1 << 13],
    ['the name of a file', 1 << 20],
    ['the characters of a comb', 1 << 24],
  ])('that are %s are text fields', async (_, Ff) => {
    const [field] = readFormFields(await buildRaw([widget({ FT: 'Tx', T: text('a'), Ff, MaxLen: 5 })]));
    expect(field).toMatchObject({ type: 'textField', maxLength: 5, multiline: false });
  });

  test('with /MaxLen 0 have no limit', async () => {
    const [field] = readFormFields(await buildRaw([widget({ FT: 'Tx', T: text('a'), MaxLen: 0 })]));
    expect(field?.maxLength).toBeNull();
  });
});

test('a value for several fields of one name has to fit the shortest', async () => {
  const fields = [10, undefined, 3].map((MaxLen) => widget({ FT: 'Tx', T: text('a'), MaxLen }));
  expect(readFormFields(await buildRaw(fields))).toMatchObject([{ maxLength: 3 }]);
});

describe('choices', () => {
  test('have labels and values', async () => {
    const Opt = [[text('se'), text('Sverige')], [text('no')], text('dk'), PDFString.of('fi')];
    const combo = widget({ FT: 'Ch', Ff: (1 << 17) | (1 << 18), T: text('a'), Opt, V: text('se') });
    expect(readFormFields(await buildRaw([combo]))[0]).toMatchObject({
      type: 'combobox',
      value: ['se'],
      options: [
        { label: 'Sverige', value: 'se' },
        { label: 'no', value: 'no' },
        { label: 'dk', value: 'dk' },
        { label: 'fi', value: 'fi' },
      ],
    });
  });

  test('stored as numbers are called by their digits', async () => {
    const Opt = [1, [2, text('two')], 2.5];
    const [field] = readFormFields(await buildRaw([widget({ FT: 'Ch', T: text('a'), Opt, V: 2 })]));
    expect(field).toMatchObject({
      value: ['2'],
      options: [
        { label: '1', value: '1' },
        { label: 'two', value: '2' },
        { label: '2.5', value: '2.5' },
      ],
    });
  });

  test('of a list without /V are those that /I names', async () => {
    const list = {
      FT: 'Ch',
      Ff: 1 << 21,
      T: text('a'),
      Opt: [text('x'), text('y'), text('z')],
      I: [0, 2, 9],
    };
    const [field] = readFormFields(await buildRaw([widget(list)]));
    expect(field).toMatchObject({ type: 'listbox', multiSelect: true, value: ['x', 'z'] });
  });
});

describe('check boxes', () => {
  test('whose on-state has an empty name are named Yes', async () => {
    const check = {
      FT: 'Btn',
      T: text('a'),
      AS: PDFName.of(''),
      V: PDFName.of(''),
      AP: { N: { '': {}, Off: {} } },
    };
    const [field] = readFormFields(await buildRaw([widget(check)]));
    expect(field).toMatchObject({ value: ['Yes'], options: [{ value: 'Yes' }] });
  });

  test('that say /OFF are not on by that name', async () => {
    const check = { FT: 'Btn', T: text('a'), AS: 'OFF', V: '1' };
    const [field] = readFormFields(await buildRaw([widget(check)]));
    expect(field).toMatchObject({ value: ['1'], options: [{ value: '1' }] });
  });
});
