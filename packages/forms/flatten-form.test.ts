import { openPdf } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFStream } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { readFormFields } from './fields/form-fields.ts';
import { buildFile, buildRaw } from './fields/testing.ts';
import { flattenForm } from './flatten.ts';
import { prefill } from './prefill/prefill.ts';

async function readTexts(bytes: Uint8Array, number = 1) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const page = await (await task.promise).getPage(number);
  const { items } = await page.getTextContent();
  const subtypes = (await page.getAnnotations()).map(({ subtype }) => subtype);
  await task.destroy();
  return { texts: items.flatMap((item) => ('str' in item && item.str !== '' ? [item] : [])), subtypes };
}

test('values become page content at their place; hidden ones, fields and widgets are gone', async () => {
  const file = await buildFile((document, page) => {
    const form = document.getForm();
    form
      .createTextField('shown.a')
      .addToPage(page, { x: 100, y: 700, width: 200, height: 20, borderWidth: 0 });
    const hidden = form.createTextField('hidden');
    hidden.addToPage(page, { x: 100, y: 600, width: 200, height: 20 });
    for (const widget of hidden.acroField.getWidgets()) widget.setFlags(2);
  });
  await prefill(file, [
    { name: 'shown.a', value: 'Žluťoučký' },
    { name: 'hidden', value: 'secret' },
  ]);
  const report = await flattenForm(file);
  expect(report).toEqual({ flattened: ['shown.a', 'hidden'], warnings: [] });
  const bytes = file.save().toBytes();
  const { texts, subtypes } = await readTexts(bytes);
  expect(texts.map(({ str }) => str)).toEqual(['Žluťoučký']);
  expect(texts[0]?.transform[4]).toBeCloseTo(102, 0);
  expect(texts[0]?.transform[5]).toBeGreaterThan(700);
  expect(texts[0]?.transform[5]).toBeLessThan(720);
  expect(subtypes).toEqual([]);
  expect(readFormFields(openPdf(bytes))).toEqual([]);
});

test('signature fields, other annotations and the names above them stay', async () => {
  const file = await buildFile((document, page) => {
    const { context } = document;
    const parent = context.nextRef();
    const widget = { Subtype: 'Widget', Rect: [10, 10, 60, 30], Parent: parent };
    const kids = [
      context.register(context.obj({ ...widget, FT: 'Sig', T: PDFHexString.fromText('sign') })),
      context.register(context.obj({ ...widget, FT: 'Tx', T: PDFHexString.fromText('text') })),
    ];
    context.assign(parent, context.obj({ T: PDFHexString.fromText('p'), Kids: kids }));
    const link = context.register(context.obj({ Subtype: 'Link', Rect: [0, 0, 10, 10] }));
    page.node.set(PDFName.of('Annots'), context.obj([...kids, link]));
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [parent] }));
  });
  expect((await flattenForm(file)).flattened).toEqual(['p.text']);
  const saved = openPdf(file.save().toBytes());
  expect(
    saved
      .page(0)
      .annotations()
      .map(({ dict }) => String(dict.get(PDFName.of('Subtype')))),
  ).toEqual(['/Widget', '/Link']);
  const roots = saved.catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Fields'), PDFArray);
  expect(roots.lookup(0, PDFDict).lookup(PDFName.of('Kids'), PDFArray).size()).toBe(1);
});

test('a widget that two pages list is drawn on both, a push button without appearance by its caption', async () => {
  const file = await buildFile((document, page) => {
    const { context } = document;
    const button = context.register(
      context.obj({
        Subtype: 'Widget',
        FT: 'Btn',
        Ff: 1 << 16,
        T: PDFHexString.fromText('push'),
        Rect: [10, 10, 110, 30],
        MK: { CA: PDFHexString.fromText('Send') },
      }),
    );
    const annotations = context.obj([button]);
    page.node.set(PDFName.of('Annots'), annotations);
    document.addPage([600, 800]).node.set(PDFName.of('Annots'), annotations);
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [button] }));
  });
  await flattenForm(file);
  const bytes = file.save().toBytes();
  expect((await readTexts(bytes)).texts.map(({ str }) => str)).toEqual(['Send']);
  expect(await readTexts(bytes, 2)).toMatchObject({ texts: [{ str: 'Send' }], subtypes: [] });
});

test('a value that cannot be drawn is reported; repairs of removed fields are not', async () => {
  const file = await buildRaw([
    {
      Subtype: 'Widget',
      FT: 'Tx',
      T: PDFHexString.fromText('a'),
      Rect: [10, 10, 60, 30],
      V: PDFHexString.fromText('x'),
    },
    {
      Subtype: 'Widget',
      FT: 'Tx',
      T: PDFHexString.fromText('b'),
      Rect: [10, 40, 60, 60],
      V: PDFHexString.fromText('\u{10FFFD}'),
    },
  ]);
  expect(await flattenForm(file)).toMatchObject({
    flattened: ['a', 'b'],
    warnings: [{ code: 'value_not_shown', field: 'b' }],
  });
});

test.each([
  ['a combo box', 1 << 17, ['Plus'], '[ 1 ]', ['Plus']],
  ['a combo box by the value', 1 << 17, ['10'], '[ 0 ]', ['Basic']],
  ['a combo box whose option has a value of its own', 1 << 17, ['Max'], 'undefined', ['Max']],
  ['a list', 1 << 21, ['Max', 'Plus'], '[ 1 2 ]', ['Basic', 'Plus', 'Max']],
])('%s whose options share a value shows the one that was asked for', async (_, Ff, value, I, shown) => {
  const text = (label: string) => PDFHexString.fromText(label);
  const Opt = [
    [text('10'), text('Basic')],
    [text('10'), text('Plus')],
    [text('20'), text('Max')],
  ];
  const file = await buildRaw([
    { Subtype: 'Widget', FT: 'Ch', Ff, T: text('a'), Opt, Rect: [10, 10, 90, 70] },
  ]);
  await prefill(file, [{ name: 'a', value }]);
  const dict = file.page(0).annotations()[0]?.dict;
  expect(String(dict?.get(PDFName.of('I')))).toBe(I);
  const marked = appearanceOf(dict).match(/ re$/gm)?.length ?? 0;
  await flattenForm(file);
  expect((await readTexts(file.save().toBytes())).texts.map(({ str }) => str)).toEqual(shown);
  expect(marked).toBe(Ff === 1 << 17 ? 0 : value.length);
});

function appearanceOf(widget: PDFDict | undefined): string {
  const stream = widget?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFStream);
  return Buffer.from(stream?.getContents() ?? []).toString('latin1');
}

test('a file without a form is left as it is', async () => {
  const file = await buildFile(() => undefined);
  expect(await flattenForm(file)).toEqual({ flattened: [], warnings: [] });
  expect(file.saveIncremental().increment).toHaveLength(0);
});

test('a list box that was filled ends with a whole row', async () => {
  const file = await buildFile((document, page) => {
    const list = document.getForm().createOptionList('support');
    list.addOptions(['Support', 'Training', 'Backup', 'Hosting']);
    list.addToPage(page, { x: 100, y: 700, width: 120, height: 60 });
    list.setFontSize(18);
  });
  await prefill(file, [{ name: 'support', value: 'Training' }]);
  await flattenForm(file);
  const { texts } = await readTexts(file.save().toBytes());
  expect(texts.map(({ str }) => str)).toEqual(['Support', 'Training']);
  for (const { transform, height } of texts) {
    expect(transform[5] - height * 0.3).toBeGreaterThan(700);
    expect(transform[5] + height * 0.8).toBeLessThan(760);
  }
});
