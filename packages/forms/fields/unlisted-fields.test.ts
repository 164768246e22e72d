import { openPdf, type PdfFile } from '@countersign/pdf';
import { PDFDocument, PDFHexString, PDFName, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { flattenForm } from '../flatten.ts';
import { adoptUnlistedFields } from '../prefill/adopt-fields.ts';
import { checkFormValues, prefill } from '../prefill/prefill.ts';
import { readFieldValues, readFormFields } from './form-fields.ts';

/**
 * As after a merge that keeps only the first form: a listed field on the first page, an unlisted one on page 110, and a
 * widget of the listed field on page 111.
 */
async function buildMerged(pages: number): Promise<PdfFile> {
  const document = await PDFDocument.create();
  const all = Array.from({ length: pages }, () => document.addPage([600, 800]));
  const { context } = document;
  const show = (page: PDFPage | undefined, widget: PDFRef) => {
    page?.node.set(PDFName.of('Annots'), context.obj([widget]));
    return widget;
  };
  const widget = (page: PDFPage | undefined, entries: Record<string, unknown>) =>
    context.register(
      context.obj({ Subtype: 'Widget', Rect: [10, 10, 90, 30], P: page?.ref, ...entries } as never),
    );
  const parent = context.nextRef();
  const kid = show(all[0], widget(all[0], { Parent: parent }));
  show(all[111], widget(all[111], { Parent: parent }));
  show(all[110], widget(all[110], { FT: 'Tx', T: PDFHexString.fromText('far') }));
  context.assign(parent, context.obj({ FT: 'Tx', T: PDFHexString.fromText('near'), Kids: [kid] }));
  document.catalog.set(
    PDFName.of('AcroForm'),
    context.obj({ Fields: [parent], DA: PDFString.of('/Helv 10 Tf 0 g') }),
  );
  return openPdf(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
}

const reopen = (file: PdfFile) => openPdf(file.save().toBytes());
const pagesOf = (file: PdfFile) =>
  readFormFields(file).map(({ name, widgets }) => [name, ...widgets.map(({ page }) => page)]);
const ALL = [
  ['near', 0, 111],
  ['far', 110],
];

describe('a large file with unlisted fields', () => {
  test('is found on pages of listed fields, or on request on every page', async () => {
    const file = await buildMerged(400);
    expect(pagesOf(file)).toEqual([['near', 0]]);
    expect(file.parsedObjectCount).toBeLessThan(10);
    expect(readFormFields(file, { everyPage: true }).map(({ name }) => name)).toEqual(['near', 'far']);
    expect(file.parsedObjectCount).toBeLessThan(410);
  });

  test('takes values for them: an unknown name is looked for on every page', async () => {
    const file = await buildMerged(400);
    const values = [{ name: 'far', value: 'x' }];
    expect(() => checkFormValues(file, values)).not.toThrow();
    expect(() => checkFormValues(file, [{ name: 'nobody', value: 'x' }])).toThrow(/nobody/);
    const { warnings } = await prefill(file, values);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'field_listed', field: 'far' }));
    expect(readFieldValues(reopen(file))).toEqual([{ name: 'far', value: ['x'] }]);
  });

  test('has all of them closed where all are to be closed', async () => {
    const file = await buildMerged(400);
    expect((await prefill(file, [], 'all')).closed).toEqual(['near', 'far']);
  });

  test('has all of them listed in its form once, and then reading finds them at no cost', async () => {
    const file = await buildMerged(400);
    expect(adoptUnlistedFields(file)).toEqual(['near', 'far']);
    expect(adoptUnlistedFields(file)).toEqual([]);
    const listed = reopen(file);
    expect(pagesOf(listed)).toEqual(ALL);
    expect(listed.parsedObjectCount).toBeLessThan(15);
    expect((await flattenForm(listed)).flattened).toEqual(['near', 'far']);
  });
});

test('a file whose pages are all searched is not changed', async () => {
  const document = await PDFDocument.create();
  document.addPage([600, 800]);
  const file = openPdf(await document.save());
  expect(adoptUnlistedFields(file)).toEqual([]);
  expect(file.saveIncremental().increment).toHaveLength(0);
});
