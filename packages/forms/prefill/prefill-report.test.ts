import { decodeTextString, openPdf, type PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readFieldValues, readFormFields } from '../fields/form-fields.ts';
import { buildFile, buildRaw } from '../fields/testing.ts';
import { prefill } from './prefill.ts';

const text = (value: string) => PDFHexString.fromText(value);
const DA = PDFString.of('/Helv 10 Tf 0 g');
const DR = { Font: { Helv: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } } };
const MULTILINE = 1 << 12;

const field = (entries: Record<string, unknown>) => ({
  Subtype: 'Widget',
  FT: 'Tx',
  T: text('a'),
  Rect: [10, 10, 110, 30],
  DA,
  ...entries,
});

async function warningsOf(file: PdfFile, value = 'x') {
  const { warnings } = await prefill(file, [{ name: 'a', value }]);
  return warnings.map(({ code, field: name }) => (name === undefined ? code : `${code} ${name}`));
}

test('a form that says all there is to say is filled without a warning', async () => {
  expect(await warningsOf(await buildRaw([field({})], { acroForm: { DR } }))).toEqual([]);
});

describe('scripts', () => {
  const AA = { K: {}, F: {}, V: {}, C: {} };

  test('of a field are reported on reading and on writing', async () => {
    const file = await buildRaw([field({ AA })], { acroForm: { DR } });
    const codes = ['has_keystroke_script', 'has_format_script', 'has_validation_script', 'has_calculation'];
    expect(readFormFields(file)[0]?.warnings.map(({ code }) => code)).toEqual(codes);
    const warned = codes.map((code) => `${code} a`);
    expect(await warningsOf(file)).toEqual([...warned, 'calculations_not_run']);
  });

  test('that compute other fields are reported with their names, by /CO or by the field', async () => {
    const others = Array.from({ length: 7 }, (_, index) => field({ T: text(`sum${index}`), AA: { C: {} } }));
    const file = await buildRaw([field({}), ...others], { acroForm: { DR } });
    const { warnings } = await prefill(file, [{ name: 'a', value: '1' }]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'Scripts compute "sum0", "sum1", "sum2", "sum3", "sum4" and 2 more; scripts are not run, so their values stay as they are.',
    ]);
  });

  test('are found on a widget that is a kid of its field', async () => {
    const file = await buildFile((document, page) => {
      document.getForm().createTextField('a').addToPage(page, { x: 1, y: 1, width: 50, height: 20 });
      page.node
        .Annots()
        ?.lookup(0, PDFDict)
        .set(PDFName.of('AA'), document.context.obj({ F: {} }));
    });
    expect(readFormFields(file)[0]?.warnings).toMatchObject([{ code: 'has_format_script' }]);
  });
});

describe('a value that is longer than its box', () => {
  test.each([
    ['of one line', {}, 'word '.repeat(6)],
    ['of several lines', { Ff: MULTILINE, Rect: [10, 10, 110, 50] }, 'word '.repeat(60)],
  ])('%s is drawn smaller, also if the form sets its size', async (_, entries, value) => {
    const file = await buildRaw([field(entries)], { acroForm: { DR } });
    expect(await warningsOf(file, value.trim())).toEqual([]);
  });

  test('is made smaller when the form does not', async () => {
    const entries = { Ff: MULTILINE, Rect: [10, 10, 110, 90], DA: PDFString.of('/Helv 0 Tf') };
    const file = await buildRaw([field(entries)], { acroForm: { DR } });
    expect(await warningsOf(file, 'word '.repeat(30).trim())).toEqual([]);
  });
});

describe('the default appearance', () => {
  test.each([
    ['that cannot be read', { DA: PDFString.of('0 g') }, 'default_appearance_replaced a', '(/Helv 0 Tf 0 g)'],
    [
      'with a size that is not a number',
      { DA: PDFString.of('/Helv NaN Tf') },
      'default_appearance_replaced a',
      '(/Helv 0 Tf 0 g)',
    ],
    [
      'that names a font that is not there',
      { DA: PDFString.of('/TiRo 9 Tf') },
      'default_font_added a',
      '(/TiRo 9 Tf)',
    ],
  ])('%s is reported and repaired', async (_, entries, warning, mended) => {
    const file = await buildRaw([field(entries)]);
    expect(await warningsOf(file)).toEqual([warning]);
    const form = file.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    const [dict] = fieldsOf(form).map((ref) => file.context.lookup(ref, PDFDict));
    expect(String(dict?.get(PDFName.of('DA')))).toBe(mended);
    const fonts = form.lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.of('Font'), PDFDict);
    expect(mended).toContain(String(fonts.keys()[0]));
    expect(await warningsOf(file)).toEqual([]);
  });

  test.each([
    ['TiRo', '/Times-Roman', true],
    ['Courier', '/Courier', true],
    ['ZaDb', '/ZapfDingbats', false],
    ['Arial', '/Helvetica', true],
  ])('%s becomes the font %s', async (name, baseFont, hasEncoding) => {
    const file = await buildRaw([field({ DA: PDFString.of(`/${name} 9 Tf`) })]);
    await prefill(file, [{ name: 'a', value: 'x' }]);
    const font = file.catalog
      .lookup(PDFName.of('AcroForm'), PDFDict)
      .lookup(PDFName.of('DR'), PDFDict)
      .lookup(PDFName.of('Font'), PDFDict)
      .lookup(PDFName.of(name), PDFDict);
    expect(String(font.get(PDFName.of('BaseFont')))).toBe(baseFont);
    expect(font.has(PDFName.of('Encoding'))).toBe(hasEncoding);
  });
});

test('formatted text goes with the value it formatted, from the field and from its widgets', async () => {
  const file = await buildFile((document, page) => {
    document.getForm().createTextField('a').addToPage(page, { x: 1, y: 1, width: 50, height: 20 });
    const widget = page.node.Annots()?.lookup(0, PDFDict);
    const parent = widget?.lookup(PDFName.of('Parent'), PDFDict);
    for (const dict of [widget, parent]) dict?.set(PDFName.of('RV'), text('<b>old</b>'));
  });
  await prefill(file, [{ name: 'a', value: 'new' }]);
  const saved = openPdf(file.save().toBytes());
  const widget = saved.page(0).annotations()[0]?.dict;
  expect(widget?.has(PDFName.of('RV'))).toBe(false);
  expect(widget?.lookup(PDFName.of('Parent'), PDFDict).has(PDFName.of('RV'))).toBe(false);
});

describe('a field that only a page shows', () => {
  test('is listed by the form once it is written', async () => {
    const file = await buildRaw([field({})], { fields: 'none', acroForm: { DR } });
    expect(await warningsOf(file)).toEqual(['field_listed a']);
    const saved = openPdf(file.save().toBytes());
    expect(readFormFields(saved)).toMatchObject([{ name: 'a', value: ['x'], warnings: [] }]);
  });

  test('gets a form if the file has none', async () => {
    const file = await buildRaw([field({})]);
    file.catalog.delete(PDFName.of('AcroForm'));
    expect(await warningsOf(file)).toEqual(['field_listed a', 'default_font_added a']);
    expect(
      fieldsOf(openPdf(file.save().toBytes()).catalog.lookup(PDFName.of('AcroForm'), PDFDict)),
    ).toHaveLength(1);
  });

  test.each<[string, readonly number[], readonly string[], readonly string[]]>([
    ['beside its parent’s other kid', [0, 1], ['k0'], ['k0', 'k1']],
    ['not again when it is, though its parent is not', [0, 1], ['k0', 'k1'], ['k0', 'k1']],
    ['not again when it is, though its parent does not know it', [], ['k0', 'k1'], ['k0', 'k1']],
    ['not again when it is, beside its parent', [0], ['p', 'k1'], ['p', 'k1']],
    ['by its parent', [0], ['p'], ['p']],
  ])('is listed %s', async (_, known, before, after) => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const literal = context.obj.bind(context) as (value: unknown) => PDFDict;
      const p = context.nextRef();
      const kids = [0, 1].map((index) =>
        context.register(literal(field({ T: text(`k${index}`), Parent: p, Rect: [10, 40 * index, 99, 30] }))),
      );
      const refs: Record<string, PDFRef | undefined> = { p, k0: kids[0], k1: kids[1] };
      context.assign(p, literal({ T: text('p'), FT: 'Tx', Kids: known.map((index) => kids[index]) }));
      page.node.set(PDFName.of('Annots'), literal(kids));
      document.catalog.set(PDFName.of('AcroForm'), literal({ Fields: before.map((name) => refs[name]), DR }));
    });
    await prefill(file, [
      { name: 'p.k0', value: 'x' },
      { name: 'p.k1', value: 'y' },
    ]);
    const saved = openPdf(file.save().toBytes());
    const roots = fieldsOf(saved.catalog.lookup(PDFName.of('AcroForm'), PDFDict));
    expect(
      roots.map((ref) => decodeTextString(saved.context.lookup(ref, PDFDict).get(PDFName.of('T')))),
    ).toEqual(after);
    expect(readFieldValues(saved)).toEqual([
      { name: 'p.k1', value: ['y'] },
      { name: 'p.k0', value: ['x'] },
    ]);
  });

  test('is listed no second time when its parent knows it and it does not know its parent', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const literal = context.obj.bind(context) as (value: unknown) => PDFDict;
      const kid = context.register(literal(field({ T: text('k') })));
      const parent = context.register(literal({ T: text('p'), FT: 'Tx', Kids: [kid] }));
      page.node.set(PDFName.of('Annots'), literal([kid]));
      document.catalog.set(PDFName.of('AcroForm'), literal({ Fields: [parent], DR }));
    });
    const { warnings } = await prefill(file, [{ name: 'p.k', value: 'x' }]);
    expect(warnings).toEqual([]);
    expect(fieldsOf(file.catalog.lookup(PDFName.of('AcroForm'), PDFDict))).toHaveLength(1);
  });

  test('is made known to a parent that did not know it', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const literal = context.obj.bind(context) as (value: unknown) => PDFDict;
      const parent = context.register(literal({ T: text('p'), FT: 'Tx' }));
      const kid = context.register(literal(field({ T: text('k'), Parent: parent })));
      page.node.set(PDFName.of('Annots'), literal([kid]));
      document.catalog.set(PDFName.of('AcroForm'), literal({ Fields: [], DR }));
    });
    await prefill(file, [{ name: 'p.k', value: 'x' }]);
    const saved = openPdf(file.save().toBytes());
    expect(readFormFields(saved)).toMatchObject([{ name: 'p.k', value: ['x'], warnings: [] }]);
    expect(readFieldValues(saved)).toEqual([{ name: 'p.k', value: ['x'] }]);
  });
});

function fieldsOf(acroForm: PDFDict): PDFRef[] {
  return acroForm.lookup(PDFName.of('Fields'), PDFArray).asArray() as PDFRef[];
}
