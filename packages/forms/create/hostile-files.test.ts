import { openPdf, PdfError } from '@countersign/pdf';
import { complaintsOfQpdf } from '@countersign/pdf/testing';
import fc from 'fast-check';
import { type PDFDict, PDFDocument, PDFName, type PDFObject } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { removeField, renameField } from '../edit-fields.ts';
import { FormError } from '../errors.ts';
import { readFormFields } from '../fields/form-fields.ts';
import { buildBytes } from '../fields/testing.ts';
import { flattenForm } from '../flatten.ts';
import { buildPlain, readByPdfjs, reopen } from '../testing/readers.ts';
import { addFields } from './add-fields.ts';
import type { NewField } from './new-field.ts';

const box = { page: 0, x: 50, y: 50, width: 200, height: 20 };

/** The catalog and the page get what `damage` sets. */
async function buildDamaged(
  damage: (
    document: PDFDocument,
    set: (where: 'catalog' | 'page', key: string, value: unknown) => void,
  ) => void,
) {
  return openPdf(
    await buildBytes((document, page) => {
      damage(document, (where, key, value) => {
        const dict: PDFDict = where === 'catalog' ? document.catalog : page.node;
        dict.set(PDFName.of(key), document.context.obj(value as never) as PDFObject);
      });
    }),
  );
}

describe('files that are not as they should be', () => {
  test.each<[string, Parameters<typeof buildDamaged>[0]]>([
    ['/AcroForm is null', (_, set) => set('catalog', 'AcroForm', null)],
    ['/AcroForm is a number', (_, set) => set('catalog', 'AcroForm', 7)],
    ['/AcroForm leads nowhere', ({ context }, set) => set('catalog', 'AcroForm', context.nextRef())],
    ['/AcroForm is an array', (_, set) => set('catalog', 'AcroForm', [])],
    ['/Fields is missing', (_, set) => set('catalog', 'AcroForm', {})],
    ['/Fields is a dictionary', (_, set) => set('catalog', 'AcroForm', { Fields: {} })],
    ['/Fields has a number', (_, set) => set('catalog', 'AcroForm', { Fields: [7] })],
    ['/DR is an array', (_, set) => set('catalog', 'AcroForm', { Fields: [], DR: [] })],
    ['/Font of /DR is a name', (_, set) => set('catalog', 'AcroForm', { Fields: [], DR: { Font: 'x' } })],
    ['/Annots is a number', (_, set) => set('page', 'Annots', 3)],
    ['/Annots is indirect', ({ context }, set) => set('page', 'Annots', context.register(context.obj([])))],
    ['/Tabs is a number', (_, set) => set('page', 'Tabs', 3)],
    ['/StructTreeRoot is null', (_, set) => set('catalog', 'StructTreeRoot', null)],
    ['/StructTreeRoot is direct', (_, set) => set('catalog', 'StructTreeRoot', { Type: 'StructTreeRoot' })],
    ['/ParentTree is a number', (_, set) => set('catalog', 'StructTreeRoot', { ParentTree: 3, K: 3 })],
    [
      '/ParentTreeNextKey is huge',
      (_, set) => set('catalog', 'StructTreeRoot', { ParentTreeNextKey: 1e300 }),
    ],
  ])('%s', async (_, damage) => {
    const file = await buildDamaged(damage);
    await addFields(file, [{ ...box, name: 'a' }]);
    const { bytes, file: again } = reopen(file);
    expect(readFormFields(again).map(({ name }) => name)).toEqual(['a']);
    expect(complaintsOfQpdf(bytes)).toBe('');
    expect((await readByPdfjs(bytes)).names).toEqual(['a']);
  });

  test('annotations that two pages share stay those of the other page', async () => {
    const document = await PDFDocument.create();
    const shared = document.context.register(document.context.obj([]));
    for (let page = 0; page < 2; page += 1)
      document.addPage([595, 842]).node.set(PDFName.of('Annots'), shared);
    const file = openPdf(await document.save());
    await addFields(file, [{ ...box, name: 'a' }]);
    const [field] = readFormFields(reopen(file).file);
    expect(field?.widgets.map(({ page }) => page)).toEqual([0]);
  });

  test('parents in a circle end', async () => {
    const file = await buildDamaged(({ context }, set) => {
      const [one, two] = [context.nextRef(), context.nextRef()];
      const name = (text: string) => context.obj({ T: text }).get(PDFName.of('T'));
      context.assign(one, context.obj({ T: name('one') as never, Parent: two, Kids: [two] }));
      context.assign(two, context.obj({ T: name('two') as never, Parent: one, Kids: [one] }));
      set('catalog', 'AcroForm', { Fields: [one] });
    });
    const outcome = await addFields(file, [{ ...box, name: 'one.two.three' }]).catch((error) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FormError);
    else expect(readFormFields(reopen(file).file).length).toBeGreaterThan(0);
  });

  test('too many fields are refused', async () => {
    const file = await buildPlain();
    const fields = Array.from({ length: 200_001 }, (_, index) => ({ ...box, name: `f${index}` }));
    await expect(addFields(file, fields)).rejects.toMatchObject({ code: 'too_complex' });
    const deep = Array.from({ length: 200 }, () => 'a').join('.');
    await expect(addFields(file, [{ ...box, name: deep }])).rejects.toMatchObject({ code: 'too_complex' });
  });
});

test('any list of fields is added whole or refused with a code, and survives flattening', async () => {
  const name = fc.constantFrom('a', 'b', 'a.b', 'a.b.c', 'b.c', 'ö|svc-date-now', '');
  const size = fc.double({ min: -10, max: 700, noNaN: true });
  const position = fc.record({
    page: fc.integer({ min: -1, max: 2 }),
    x: size,
    y: size,
    width: size,
    height: size,
  });
  const value = fc.option(fc.string({ maxLength: 12 }), { nil: undefined });
  const options = fc.array(fc.record({ label: fc.string({ minLength: 1, maxLength: 5 }) }), { maxLength: 3 });
  const fields = fc.oneof(
    fc.record({ name, value, multiline: fc.boolean(), required: fc.boolean() }),
    fc.record({ name, type: fc.constant('checkbox'), value: fc.boolean() }),
    fc.record({ name, type: fc.constantFrom('combobox', 'listbox'), options }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fields, position), { maxLength: 4 }), async (list) => {
      const file = await buildPlain(2);
      const given = list.map(([field, at]) => ({ ...field, ...at })) as unknown as NewField[];
      const outcome = await addFields(file, given).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome instanceof FormError || outcome instanceof PdfError, String(outcome)).toBe(true);
        expect(file.saveIncremental().increment).toHaveLength(0);
        return;
      }
      const again = reopen(file).file;
      const asked = given.map((field) => field.name);
      expect(
        readFormFields(again)
          .map((field) => field.name)
          .sort(),
      ).toEqual(asked.sort());
      for (const [index, old] of asked.slice(0, 2).entries())
        await renameField(again, old, `renamed.${index}`);
      if (asked.length > 0) await removeField(again, 'renamed.0');
      await flattenForm(again);
      expect(readFormFields(openPdf(again.rewrite().toBytes()))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
