import { openPdf, type PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { reopen } from '../testing/readers.ts';
import { addFields } from './add-fields.ts';
import type { NewField } from './new-field.ts';

const box = { page: 0, x: 50, width: 200, height: 20 };
const FIELDS: readonly NewField[] = [
  { ...box, name: 'name', y: 50, label: 'Your name' },
  { ...box, page: 1, type: 'checkbox', name: 'agree', y: 50, label: 'I agree' },
  {
    type: 'radioButton',
    name: 'pay',
    buttons: [
      { ...box, y: 90, value: 'card' },
      { ...box, page: 1, y: 90, value: 'invoice' },
    ],
  },
];

/** Two tagged pages; the parent tree is one list, or has kids. */
async function buildTagged(hasKids: boolean): Promise<PdfFile> {
  const document = await PDFDocument.create();
  const { context } = document;
  const root = context.nextRef();
  const owner = context.nextRef();
  const nums: (PDFRef | number | PDFRef[])[] = [];
  const kids = [0, 1].map((key) => {
    const page = document.addPage([595, 842]);
    page.node.set(PDFName.of('StructParents'), PDFNumber.of(key));
    const element = context.register(
      context.obj({ Type: 'StructElem', S: 'P', P: owner, Pg: page.ref, K: 0 }),
    );
    nums.push(key, [element]);
    return element;
  });
  context.assign(owner, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: kids }));
  const leaf = { Nums: context.obj(nums), Limits: context.obj([0, 1]) };
  const tree = hasKids
    ? context.obj({ Kids: [context.register(context.obj(leaf))] })
    : context.obj({ Nums: leaf.Nums });
  context.assign(
    root,
    context.obj({ Type: 'StructTreeRoot', K: [owner], ParentTree: context.register(tree) }),
  );
  document.catalog.set(PDFName.of('StructTreeRoot'), root);
  document.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return openPdf(await document.save());
}

test.each([false, true])(
  'each widget has a Form element that the parent tree leads to (kids: %s)',
  async (hasKids) => {
    const file = await buildTagged(hasKids);
    await addFields(file, FIELDS);
    const document = await PDFDocument.load(reopen(file).bytes);
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    const tree = root.lookup(PDFName.of('ParentTree'), PDFDict);
    const lists = hasKids
      ? tree
          .lookup(PDFName.of('Kids'), PDFArray)
          .asArray()
          .map((kid) => document.context.lookup(kid, PDFDict))
      : [tree];
    const pairs = new Map<number, PDFRef | undefined>();
    for (const list of lists) {
      const nums = list.lookup(PDFName.of('Nums'), PDFArray);
      for (let at = 0; at < nums.size(); at += 2) {
        const value = nums.get(at + 1);
        pairs.set(nums.lookup(at, PDFNumber).asNumber(), value instanceof PDFRef ? value : undefined);
      }
    }
    expect([...pairs.keys()]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(root.lookup(PDFName.of('ParentTreeNextKey'), PDFNumber).asNumber()).toBe(6);
    const owner = root.lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict);
    expect(owner.lookup(PDFName.of('K'), PDFArray).size()).toBe(6);
    for (const page of document.getPages()) {
      expect(String(page.node.get(PDFName.of('Tabs')))).toBe('/S');
      for (const item of page.node.Annots()?.asArray() ?? []) {
        const widget = document.context.lookup(item, PDFDict);
        const element = pairs.get(widget.lookup(PDFName.of('StructParent'), PDFNumber).asNumber());
        const dict = document.context.lookup(element, PDFDict);
        expect(String(dict.get(PDFName.of('S')))).toBe('/Form');
        expect(dict.get(PDFName.of('Pg'))).toBe(page.ref);
        expect(dict.lookup(PDFName.of('K'), PDFDict).get(PDFName.of('Obj'))).toBe(item);
      }
    }
  },
);

test('pdf.js finds the widgets in the structure of each page', async () => {
  const file = await buildTagged(false);
  await addFields(file, FIELDS);
  const task = getDocument({ data: Uint8Array.from(reopen(file).bytes), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const roles = JSON.stringify(await page.getStructTree());
  await task.destroy();
  expect(roles.match(/"annotation"/g)).toHaveLength(2);
});

test('a page of a file without tags gets the tab order of its list, unless it has one', async () => {
  const document = await PDFDocument.create();
  for (let page = 0; page < 2; page += 1) document.addPage([595, 842]);
  document.getPage(1).node.set(PDFName.of('Tabs'), PDFName.of('C'));
  const file = openPdf(await document.save());
  await addFields(file, [
    { ...box, name: 'a', y: 50 },
    { ...box, page: 1, name: 'b', y: 50 },
  ]);
  const pages = (await PDFDocument.load(reopen(file).bytes)).getPages();
  expect(pages.map((page) => String(page.node.get(PDFName.of('Tabs'))))).toEqual(['/A', '/C']);
});
