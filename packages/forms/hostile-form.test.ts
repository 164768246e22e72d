import { openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import fc from 'fast-check';
import { PDFArray, PDFBool, PDFHexString, PDFName, PDFNull, PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, test, vi } from 'vitest';
import { FormError } from './errors.ts';
import { readFormFields } from './fields/form-fields.ts';
import { buildFile, buildRaw } from './fields/testing.ts';
import { flattenForm } from './flatten.ts';
import { prefill } from './prefill/prefill.ts';

const text = (value: string) => PDFHexString.fromText(value);
const widget = (entries: Record<string, unknown>) => ({
  Subtype: 'Widget',
  FT: 'Tx',
  T: text('a'),
  Rect: [10, 10, 110, 30],
  ...entries,
});

/** Fills all values, closes all fields, flattens. */
async function doEverything(file: PdfFile): Promise<void> {
  const fields = readFormFields(file).filter(({ editable }) => editable);
  for (const { name, options, type } of fields) {
    const value = type === 'textField' ? 'x' : (options[0]?.value ?? []);
    await prefill(file, [{ name, value }], 'all').catch(passForeseen);
  }
  await flattenForm(file);
  openPdf(file.save().toBytes());
}

function passForeseen(error: unknown): void {
  if (!(error instanceof FormError || error instanceof PdfError)) throw error;
}

describe('entries of the wrong type', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a number for a name', { T: 7 }],
    ['a list for a name', { T: [text('a')] }],
    ['an appearance that leads nowhere', { AP: { N: PDFRef.of(999) } }],
    ['an appearance that is a number', { AP: 3 }],
    ['a state that is not an appearance', { FT: 'Btn', AP: { N: { Yes: 7 } } }],
    ['kids that are not a list', { Kids: 'x' }],
    ['kids that are nothing', { Kids: [PDFNull, 1, PDFRef.of(998)] }],
    ['a rectangle of three numbers', { Rect: [1, 2, 3] }],
    ['a rectangle of texts', { Rect: [text('1'), text('2'), text('3'), text('4')] }],
    ['a rectangle as large as numbers go', { Rect: [-1e300, -1e300, 1e300, 1e300] }],
    ['options that are not a list', { FT: 'Ch', Opt: 5 }],
    ['options that lead nowhere', { FT: 'Ch', Opt: [PDFRef.of(997), [], [[]], PDFNull] }],
    ['a default appearance without a font', { DA: PDFString.of('0 g') }],
    ['a default appearance that is a name', { DA: PDFName.of('Helv') }],
    ['a default appearance with a monstrous colour', { DA: PDFString.of('/Helv 9 Tf 1e999 -3 7 rg') }],
    [
      'colours and borders that are none',
      { MK: { BC: [1, 2], BG: 'x', R: 45 }, BS: { W: -4, S: 9, D: [0] } },
    ],
    ['a border thicker than its box', { MK: { BC: [0] }, BS: { W: 500, S: 'B' } }],
    ['a comb of a million cells', { Ff: 1 << 24, MaxLen: 1_000_000 }],
    ['actions that are not a dictionary', { AA: [1] }],
  ])('%s can be read, filled and flattened', async (_, entries) => {
    const file = await buildRaw([widget(entries)]);
    expect(readFormFields(file)).toHaveLength(1);
    await doEverything(file);
  });

  test.each<[string, Record<string, unknown>]>([
    ['fields that are not a list', { Fields: 7 }],
    ['fields that lead nowhere', { Fields: [PDFRef.of(999), 1, PDFNull] }],
    ['resources that are none', { DR: { Font: 3 } }],
    ['an invalid calculation order', { CO: PDFRef.of(999) }],
  ])('a form with %s can be read, filled and flattened', async (_, acroForm) => {
    const file = await buildRaw([widget({})], { acroForm });
    expect(readFormFields(file)).toHaveLength(1);
    await doEverything(file);
  });

  test('any entry may be anything', async () => {
    const scalar = fc.oneof(
      fc.constantFrom(PDFNull, PDFBool.True, PDFRef.of(999), PDFRef.of(4), PDFName.of('Off'), PDFName.of('')),
      fc.integer({ min: -3, max: 1 << 26 }),
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
      fc.string({ maxLength: 12 }).map((value) => PDFString.of(value.replace(/[\\()]/g, ''))),
    );
    const value = fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 5 }),
      fc.dictionary(fc.constantFrom('N', 'Off', 'Yes', 'S', 'W', 'D', 'R', 'BC', 'C'), scalar, {
        maxKeys: 3,
      }),
    );
    const keys = [
      'T',
      'V',
      'DV',
      'Ff',
      'F',
      'Rect',
      'DA',
      'AP',
      'AS',
      'MK',
      'BS',
      'Border',
      'Opt',
      'I',
      'TI',
    ];
    const more = ['MaxLen', 'Q', 'Kids', 'Parent', 'AA', 'RV', 'OC', 'FT', 'DR'];
    const entries = fc.dictionary(fc.constantFrom(...keys, ...more), value, { maxKeys: 6 });
    const types = fc.constantFrom('Tx', 'Btn', 'Ch');
    await fc.assert(
      fc.asyncProperty(types, entries, async (FT, changed) => {
        await doEverything(await buildRaw([widget({ FT, ...changed }), widget({ T: text('b') })]));
      }),
      { numRuns: 100 },
    );
  });
});

describe('forms that go round in circles', () => {
  test('of parents can be filled and flattened', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const literal = context.obj.bind(context) as (value: unknown) => ReturnType<typeof context.obj>;
      const [a, b] = [context.nextRef(), context.nextRef()];
      context.assign(a, literal(widget({ T: text('a'), Parent: b, Kids: [b] })));
      context.assign(b, literal(widget({ T: text('b'), Parent: a, Kids: [a, b] })));
      page.node.set(PDFName.of('Annots'), literal([a, b]) as never);
      document.catalog.set(PDFName.of('AcroForm'), literal({ Fields: [a] }));
    });
    const warned = readFormFields(file).map(({ name, warnings }) => [name, warnings.map(({ code }) => code)]);
    expect(warned).toEqual([
      ['a', ['field_tree_in_circle']],
      ['a.b', ['field_tree_in_circle']],
    ]);
    await doEverything(file);
  });
});

describe('forms without measure', () => {
  function buildKids(count: number): Promise<PdfFile> {
    return buildFile((document, page) => {
      const { context } = document;
      const kid = context.register(context.obj(widget({}) as never));
      const kids = Array.from({ length: count }, (_, index) => (index === 0 ? kid : PDFRef.of(100 + index)));
      const parent = context.register(context.obj({ T: text('p'), FT: 'Tx', Kids: kids }));
      page.node.set(PDFName.of('Annots'), context.obj([kid]));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [parent] }));
    });
  }

  test('100,000 kids, most of them not there, are one field', async () => {
    const file = await buildKids(100_000);
    expect(readFormFields(file)).toMatchObject([{ name: 'p.a' }]);
    expect(file.parsedObjectCount).toBeLessThan(20);
  });

  /** Each of 100,000 kids was looked up in a copy of their list: filling the field took three minutes. */
  test('the list of 2,000 kids is read a few times, not once for each, when their field is filled', async () => {
    const file = await buildFile((document, page) => {
      const { context } = document;
      const parent = context.nextRef();
      const { T: _, ...look } = widget({ Parent: parent });
      const kids = Array.from({ length: 2000 }, () => context.register(context.obj(look as never)));
      context.assign(parent, context.obj({ T: text('p'), FT: 'Tx', Kids: kids }));
      page.node.set(PDFName.of('Annots'), context.obj(kids));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [parent] }));
    });
    const reads = vi.spyOn(PDFArray.prototype, 'asArray');
    await prefill(file, [{ name: 'p', value: 'x' }]);
    const long = reads.mock.results.filter(({ value }) => value.length >= 2000);
    reads.mockRestore();
    expect(long.length).toBeLessThan(20);
  });

  test('more kids than the limit are refused by code', async () => {
    const file = await buildKids(200_001);
    expect(() => readFormFields(file)).toThrow(expect.objectContaining({ code: 'too_complex' }));
  });
});
