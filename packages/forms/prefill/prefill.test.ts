import { openPdf, type PdfFile } from '@countersign/pdf';
import { complaintsOfQpdf } from '@countersign/pdf/testing';
import fc from 'fast-check';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { readFieldValues, readFormFields } from '../fields/form-fields.ts';
import { buildBytes, buildFile, buildRaw } from '../fields/testing.ts';
import type { FieldValue } from './check-values.ts';
import { prefill } from './prefill.ts';
import type { ReadonlyMode } from './write-value.ts';

function addAllTypes(document: PDFDocument, page: PDFPage): void {
  const form = document.getForm();
  form.createTextField('text').addToPage(page, { x: 50, y: 700, width: 300, height: 20 });
  const area = form.createTextField('area');
  area.enableMultiline();
  area.addToPage(page, { x: 50, y: 600, width: 300, height: 60 });
  form.createCheckBox('check').addToPage(page, { x: 50, y: 550, width: 12, height: 12 });
  const radio = form.createRadioGroup('radio');
  radio.addOptionToPage('one', page, { x: 50, y: 500, width: 12, height: 12 });
  radio.addOptionToPage('two', page, { x: 80, y: 500, width: 12, height: 12 });
  const combo = form.createDropdown('combo');
  combo.setOptions(['Umeå', 'Łódź']);
  combo.addToPage(page, { x: 50, y: 450, width: 100, height: 20 });
  const list = form.createOptionList('list');
  list.setOptions(['Mo', 'Tu', 'We']);
  list.enableMultiselect();
  list.addToPage(page, { x: 50, y: 350, width: 100, height: 60 });
}

const ALL_VALUES: FieldValue[] = [
  { name: 'text', value: 'Příliš žluťoučký kůň' },
  { name: 'area', value: 'first\nsecond' },
  { name: 'check', value: 'Yes' },
  { name: 'radio', value: 'two' },
  { name: 'combo', value: 'Łódź' },
  { name: 'list', value: ['Mo', 'We'] },
];

async function fill(file: PdfFile, values: readonly FieldValue[], mode?: ReadonlyMode): Promise<Uint8Array> {
  await prefill(file, values, mode);
  return file.save().toBytes();
}

/** Returns the value of each widget as pdf.js shows it, buttons only if on. */
async function readByPdfjs(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const annotations = await page.getAnnotations();
  await task.destroy();
  const shown = annotations.filter(
    ({ radioButton, fieldValue, buttonValue }) => !radioButton || fieldValue === buttonValue,
  );
  return Object.fromEntries(shown.map(({ fieldName, fieldValue }) => [fieldName, fieldValue]));
}

function dictOf(file: PdfFile, name: string): PDFDict {
  const fields = file.catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Fields'), PDFArray);
  const dicts = fields.asArray().map((ref) => file.context.lookup(ref, PDFDict));
  const found = dicts.find(
    (dict) => String(dict.lookup(PDFName.of('T'))) === String(PDFHexString.fromText(name)),
  );
  if (!found) throw new Error(`No field ${name}`);
  return found;
}

function appearanceOf(dict: PDFDict): string {
  const kids = dict.lookupMaybe(PDFName.of('Kids'), PDFArray);
  const widget = kids ? kids.lookup(0, PDFDict) : dict;
  const normal = widget.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  return normal instanceof PDFStream ? Buffer.from(normal.getContents()).toString('latin1') : '';
}

function buildFamily(parent: Record<string, unknown>, kids: readonly Record<string, unknown>[]) {
  return buildFile((document, page) => {
    const { context } = document;
    const literal = context.obj.bind(context) as (value: unknown) => PDFDict;
    const root = context.nextRef();
    const refs = kids.map((kid, index) =>
      context.register(
        literal({
          Subtype: 'Widget',
          Rect: [10 + 40 * index, 10, 40 + 40 * index, 40],
          Parent: root,
          ...kid,
        }),
      ),
    );
    context.assign(root, literal({ ...parent, Kids: refs }));
    page.node.set(PDFName.of('Annots'), literal(refs));
    document.catalog.set(PDFName.of('AcroForm'), literal({ Fields: [root] }));
  });
}

describe('values of every type', () => {
  test('are read back by us and by pdf.js', async () => {
    const bytes = await fill(await buildFile(addAllTypes), ALL_VALUES);
    expect(readFieldValues(openPdf(bytes))).toEqual(
      ALL_VALUES.map(({ name, value }) => ({ name, value: [value].flat() })),
    );
    expect(await readByPdfjs(bytes)).toEqual({
      text: 'Příliš žluťoučký kůň',
      area: 'first\nsecond',
      check: 'Yes',
      radio: 'two',
      combo: ['Łódź'],
      list: ['Mo', 'We'],
    });
  });

  test('[D2-23] are cleared by an empty list', async () => {
    const filled = openPdf(await fill(await buildFile(addAllTypes), ALL_VALUES));
    const report = await prefill(
      filled,
      ALL_VALUES.map(({ name }) => ({ name, value: [] })),
      'filled',
    );
    expect(report).toEqual({
      filled: [],
      cleared: ALL_VALUES.map(({ name }) => name),
      closed: [],
      warnings: [],
    });
    expect(readFieldValues(openPdf(filled.save().toBytes()))).toEqual([]);
  });

  test('leave a file that qpdf finds clean', async () => {
    expect(complaintsOfQpdf(await fill(await buildFile(addAllTypes), ALL_VALUES, 'all'))).toBe('');
  });

  test('[D2-26] any text of Latin, Greek and Cyrillic letters comes back the same', async () => {
    const bytes = await buildBytes((document, page) => {
      document.getForm().createTextField('text').addToPage(page, { x: 1, y: 1, width: 200, height: 20 });
    });
    const letters = fc.constantFrom(...'abc (){}\\<>/%#ÅÄÖåäöéßřžłčćđışğΑβγДжя€–“”');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: letters, minLength: 1, maxLength: 40 }), async (value) => {
        const saved = await fill(openPdf(bytes), [{ name: 'text', value }]);
        expect(readFieldValues(openPdf(saved))).toEqual([{ name: 'text', value: [value] }]);
        expect(await readByPdfjs(saved)).toEqual({ text: value });
      }),
      { numRuns: 15 },
    );
  });
});

describe('radio buttons', () => {
  const RADIO = 1 << 15;
  const IN_UNISON = 1 << 25;
  const Opt = ['Man', 'Kvinna', 'Man'].map((value) => PDFHexString.fromText(value));

  test.each<[string, Record<string, unknown>, string[], string, string[], string]>([
    ['of equal exports, each for itself', { Opt }, ['0', '1', '2'], 'Man', ['/0', '/Off', '/Off'], '/0'],
    [
      'of equal exports in unison',
      { Opt, Ff: RADIO | IN_UNISON },
      ['0', '1', '2'],
      'Man',
      ['/0', '/Off', '/2'],
      '/0',
    ],
    // No value could distinguish them, and pdf.js and MuPDF show both.
    ['of equal states', {}, ['A', 'B', 'A'], 'A', ['/A', '/Off', '/A'], '/A'],
    ['of equal states with exports', { Opt }, ['M', 'K', 'M'], 'Man', ['/M', '/Off', '/M'], '/M'],
    ['with fewer exports than buttons', { Opt: Opt.slice(0, 1) }, ['0', '1'], '1', ['/Off', '/1'], '/1'],
  ])('%s', async (_, entries, states, value, shown, stored) => {
    const kids = states.map((state) => ({ AP: { N: { [state]: {}, Off: {} } } }));
    const file = await buildFamily({ T: PDFHexString.fromText('a'), FT: 'Btn', Ff: RADIO, ...entries }, kids);
    const saved = openPdf(await fill(file, [{ name: 'a', value }]));
    expect(readFieldValues(saved)).toEqual([{ name: 'a', value: [value] }]);
    const widgets = saved.page(0).annotations();
    expect(widgets.map(({ dict }) => String(dict.get(PDFName.of('AS'))))).toEqual(shown);
    const group = widgets[0]?.dict.lookup(PDFName.of('Parent'), PDFDict);
    expect(String(group?.get(PDFName.of('V')))).toBe(stored);
  });
});

describe('read-only modes', () => {
  test.each<[ReadonlyMode, string[]]>([
    ['keepOriginal', []],
    ['filled', ['text', 'radio']],
    ['all', ['text', 'area', 'check', 'radio', 'combo', 'list']],
  ])('%s', async (mode, closed) => {
    const values = ALL_VALUES.filter(({ name }) => name === 'text' || name === 'radio');
    const file = openPdf(await fill(await buildFile(addAllTypes), values, mode));
    expect(readFormFields(file).flatMap(({ name, readOnly }) => (readOnly ? [name] : []))).toEqual(closed);
  });

  test('also reach flags that a writer put into the widgets, which pdf.js believes', async () => {
    const file = await buildFamily({ T: PDFHexString.fromText('a'), FT: 'Tx', Ff: 0 }, [{ Ff: 1 << 12 }, {}]);
    expect((await prefill(file, [], 'all')).closed).toEqual(['a']);
    const task = getDocument({ data: Uint8Array.from(file.save().toBytes()), verbosity: 0 });
    const annotations = await (await (await task.promise).getPage(1)).getAnnotations();
    await task.destroy();
    expect(annotations.map(({ readOnly, multiLine }) => [readOnly, multiLine])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  test('nothing to do changes nothing', async () => {
    const file = await buildFile(addAllTypes);
    await prefill(file, [], 'keepOriginal');
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});

describe('refused values', () => {
  test.each<[FieldValue, object]>([
    [
      { name: 'nobody', value: 'x' },
      { code: 'unknown_field', params: { field: 'nobody', nearest: 'combo' } },
    ],
    [
      { name: 'radio', value: 'three' },
      { code: 'option_not_offered', params: { field: 'radio', option: 'three' } },
    ],
    [
      { name: 'text', value: 'a\u{10FFFD}' },
      {
        code: 'text_not_drawable',
        params: { field: 'text', character: '\u{10FFFD}', codePoint: 'U+10FFFD' },
      },
    ],
  ])('%o leaves the file as it was', async (value, error) => {
    const file = await buildFile(addAllTypes);
    await expect(prefill(file, [{ name: 'area', value: 'ok' }, value], 'all')).rejects.toMatchObject(error);
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});

describe('forms with habits', () => {
  // iText gives push buttons a state, and filling another field drew a button without caption instead.
  test('filling a field leaves the states of a push button and of another text field as they look', async () => {
    const drawn = (document: PDFDocument, FT: string, Ff: number) => {
      const { context } = document;
      const look = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 80, 20] };
      const N = { push: context.register(context.stream('0 0 80 20 re f', look)) };
      const T = PDFHexString.fromText(FT);
      return context.register(
        context.obj({ Subtype: 'Widget', Rect: [50, 600, 130, 620], FT, Ff, T, AS: 'push', AP: { N } }),
      );
    };
    const file = await buildFile((document, page) => {
      document.getForm().createTextField('text').addToPage(page, { x: 50, y: 700 });
      for (const widget of [drawn(document, 'Btn', 1 << 16), drawn(document, 'Tx', 0)]) {
        page.node.Annots()?.push(widget);
        document.getForm().acroForm.addField(widget);
      }
    });
    const looks = () =>
      file
        .page(0)
        .annotations()
        .map(({ dict }) => String(dict.lookup(PDFName.of('AP'))));
    const [before, ...others] = looks();
    await prefill(file, [{ name: 'text', value: 'filled' }]);
    expect(looks()[0]).not.toBe(before);
    expect(looks().slice(1)).toEqual(others);
  });

  const text = (value: string) => PDFHexString.fromText(value);
  const field = (entries: Record<string, unknown>) => ({
    Subtype: 'Widget',
    FT: 'Tx',
    T: text('a'),
    Rect: [10, 10, 110, 30],
    ...entries,
  });
  const give = (value: FieldValue['value']) => [{ name: 'a', value }];

  test('[D2-29] [D2-31] /XFA goes with a warning, NeedAppearances when all is drawn, scripts are reported', async () => {
    const sum = field({ T: text('b'), V: text('kept'), AA: { C: {} } });
    const file = await buildRaw([field({}), sum], {
      acroForm: { XFA: [], NeedAppearances: true, DA: PDFString.of('/Helv 0 Tf') },
    });
    const { warnings } = await prefill(file, give('x'));
    expect(warnings.map(({ code }) => code)).toEqual([
      'default_font_added',
      'xfa_dropped',
      'calculations_not_run',
    ]);
    const form = file.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    expect(form.keys().map(String)).toEqual(['/Fields', '/DA', '/DR']);
    expect(appearanceOf(dictOf(file, 'b'))).toContain('Tj');
  });

  test('/XFA goes too when fields are only closed, because it has flags of its own', async () => {
    const file = await buildRaw([field({})], { acroForm: { XFA: [] } });
    expect((await prefill(file, [], 'all')).warnings).toMatchObject([{ code: 'xfa_dropped' }]);
    expect(file.catalog.lookup(PDFName.of('AcroForm'), PDFDict).has(PDFName.of('XFA'))).toBe(false);
    const closed = await buildRaw([field({ Ff: 1 })], { acroForm: { XFA: [] } });
    expect((await prefill(closed, [], 'all')).warnings).toEqual([]);
  });

  test('NeedAppearances stays when an old value cannot be drawn', async () => {
    const file = await buildRaw([field({}), field({ T: text('b'), V: text('\u{10FFFD}') })], {
      acroForm: { NeedAppearances: true },
    });
    const { warnings } = await prefill(file, give('x'));
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'value_not_shown', field: 'b' }));
    expect(file.catalog.lookup(PDFName.of('AcroForm'), PDFDict).has(PDFName.of('NeedAppearances'))).toBe(
      true,
    );
  });

  test('[D2-30] a broken /DA is replaced and the text still drawn', async () => {
    const file = await buildRaw([field({ DA: PDFString.of('garbage') })]);
    await prefill(file, give('x'));
    expect(String(dictOf(file, 'a').get(PDFName.of('DA')))).toBe('(/Helv 0 Tf 0 g)');
    expect(appearanceOf(dictOf(file, 'a'))).toContain('Tj');
  });

  test('size and colour are those of /DA', async () => {
    const file = await buildRaw([field({ DA: PDFString.of('/X 9 Tf 0 0 1 rg') })]);
    await prefill(file, give('x'));
    expect(appearanceOf(dictOf(file, 'a'))).toMatch(/0 0 1 rg\n.*\/CsF0 9 Tf/);
  });

  test('a value further up does not show through a cleared field', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const parent = context.nextRef();
      const kid = context.register(context.obj(field({ T: text('k'), Parent: parent }) as never));
      context.assign(parent, context.obj({ T: text('p'), FT: 'Tx', V: text('old'), Kids: [kid] }));
      page.node.set(PDFName.of('Annots'), context.obj([kid]));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [parent] }));
    });
    expect(readFieldValues(file)).toEqual([{ name: 'p.k', value: ['old'] }]);
    await prefill(file, [{ name: 'p.k', value: [] }]);
    expect(readFieldValues(file)).toEqual([]);
  });

  test('[D2-28] a check box without appearance gets one for its state', async () => {
    const file = await buildRaw([field({ FT: 'Btn', MK: { CA: PDFString.of('8'), BC: [0] } })]);
    await prefill(file, give('Yes'));
    const saved = file.save().toBytes();
    expect(await readByPdfjs(saved)).toEqual({ a: 'Yes' });
    const normal = dictOf(openPdf(saved), 'a')
      .lookup(PDFName.of('AP'), PDFDict)
      .lookup(PDFName.of('N'), PDFDict);
    expect(normal.keys().map(String).sort()).toEqual(['/Off', '/Yes']);
  });

  test('each widget of a field looks as it says itself, and as the field says where it does not', async () => {
    const looks = [
      { DA: PDFString.of('/Helv 8 Tf 1 0 0 rg') },
      { DA: PDFString.of('/Helv 14 Tf 0 0 1 rg'), Q: 2 },
      {},
    ];
    const parent = { T: text('a'), FT: 'Tx', DA: PDFString.of('/Helv 11 Tf 0 1 0 rg') };
    const file = await buildFamily(
      parent,
      looks.map((look) => ({ ...look, MK: {} })),
    );
    await prefill(file, give('x'));
    const drawn = file
      .page(0)
      .annotations()
      .map(({ dict }) => appearanceOf(dict));
    const setOf = (operators: string) =>
      /(\S+ \S+ \S+ rg)\n1 0 0 1 (\S+) .* (\d+) Tf/.exec(operators)?.slice(1);
    expect(drawn.map(setOf)).toEqual([
      ['1 0 0 rg', '2', '8'],
      ['0 0 1 rg', expect.stringMatching(/^2\d/), '14'],
      ['0 1 0 rg', '2', '11'],
    ]);
  });

  test('a field that no page shows takes its value', async () => {
    const file = await buildFile((document) => {
      document.getForm().createTextField('a');
    });
    await prefill(file, give('x'));
    const saved = file.save().toBytes();
    expect(readFormFields(openPdf(saved))).toMatchObject([{ value: ['x'], boundingBox: null }]);
  });

  test.each([
    [0, '[ 1 0 0 1 0 0 ]', '[ 0 0 100 20 ]'],
    [90, '[ 0 1 -1 0 100 0 ]', '[ 0 0 20 100 ]'],
    [180, '[ -1 0 0 -1 100 20 ]', '[ 0 0 100 20 ]'],
    [-90, '[ 0 -1 1 0 0 20 ]', '[ 0 0 20 100 ]'],
  ])('a widget turned by %i is drawn upright for the reader', async (R, matrix, bbox) => {
    const file = await buildRaw([field({ MK: { R } })]);
    await prefill(file, give('x'));
    const normal = dictOf(file, 'a').lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFStream);
    expect(String(normal.dict.get(PDFName.of('Matrix')))).toBe(matrix);
    expect(String(normal.dict.get(PDFName.of('BBox')))).toBe(bbox);
  });

  test.each([
    [[0, 0, 2, [4, 1]], '2 w [4 1] 0 d'],
    [[0, 0, 2, [0, 0]], '2 w\n'],
    [[0, 0, 3], '3 w\n'],
  ])('a border given as %j is drawn with its width and dashes', async (Border, pen) => {
    const file = await buildRaw([field({ Border, MK: { BC: [0] } })]);
    await prefill(file, give('x'));
    expect(appearanceOf(dictOf(file, 'a'))).toContain(pen);
  });

  test('[2.10-23] a transparent style leaves the background out', async () => {
    const MK = { BG: [1, 0, 0] };
    const file = await buildRaw([field({ MK }), field({ MK, T: text('b|svc-style-transparent') })]);
    await prefill(file, [
      { name: 'a', value: 'x' },
      { name: 'b|svc-style-transparent', value: 'x' },
    ]);
    expect(appearanceOf(dictOf(file, 'a'))).toContain('1 0 0 rg');
    expect(appearanceOf(dictOf(file, 'b|svc-style-transparent'))).not.toContain('1 0 0 rg');
  });

  /** Word writes VT for a line break, other programs NEL; both were `text_not_drawable`. */
  test.each(['\n', '\v', '\f', '\r\n', '\u0085', '\u2028', '\u2029', '\t'])(
    'a text pasted with %j is drawn in lines or with blanks, and kept as it is',
    async (end) => {
      const pasted = `one${end}two`;
      const line = field({});
      const area = field({ T: text('b'), Ff: 1 << 12, Rect: [10, 40, 110, 90] });
      const cells = field({ T: text('c'), Ff: 1 << 24, MaxLen: 9, Rect: [10, 100, 110, 120] });
      const list = field({
        T: text('d'),
        FT: 'Ch',
        Opt: [text(pasted), text('x')],
        Rect: [10, 130, 110, 190],
      });
      const combo = field({
        T: text('e'),
        FT: 'Ch',
        Ff: 1 << 17,
        Opt: [text(pasted)],
        Rect: [10, 200, 110, 220],
      });
      const file = await buildRaw([line, area, cells, list, combo]);
      const names = ['a', 'b', 'c', 'd', 'e'];
      await prefill(
        file,
        names.map((name) => ({ name, value: pasted })),
      );
      const saved = file.save().toBytes();
      expect(readFormFields(openPdf(saved)).map(({ value }) => value[0])).toEqual(names.map(() => pasted));
      const linesOf = (name: string) => appearanceOf(dictOf(file, name)).match(/ Tm /g)?.length;
      expect(['a', 'b', 'd', 'e'].map(linesOf)).toEqual([1, end === '\t' ? 1 : 2, 2, 1]);
    },
  );

  test('an editable combo box takes other texts', async () => {
    const combo = { FT: 'Ch', Opt: [[text('s'), text('Sverige')]] };
    const [fixed, free] = [1 << 17, (1 << 17) | (1 << 18)];
    await expect(
      prefill(await buildRaw([field({ ...combo, Ff: fixed })]), give('Norge')),
    ).rejects.toMatchObject({
      code: 'option_not_offered',
    });
    const file = await buildRaw([field({ ...combo, Ff: free })]);
    await prefill(file, give('Norge'));
    expect(readFieldValues(file)).toEqual([{ name: 'a', value: ['Norge'] }]);
  });

  test('a label chosen is written as the export value', async () => {
    const file = await buildRaw([field({ FT: 'Ch', Opt: [[text('s'), text('Sverige')]], Ff: 1 << 17 })]);
    await prefill(file, give('Sverige'));
    expect(readFieldValues(file)).toEqual([{ name: 'a', value: ['s'] }]);
  });
});
