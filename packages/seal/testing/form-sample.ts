import { PDFArray, PDFDocument, PDFName, PDFRef, PDFString } from 'pdf-lib';

/** The first page lists it as an annotation. */
export const MISSING_OBJECT = 4000;

/** Creates two pages with targets of attacks on signed files. */
export async function createFormSample(useObjectStreams = false): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const pages = [document.addPage([600, 800]), document.addPage([600, 800])];
  for (const page of pages) page.drawText('Pay 100 kronor', { x: 40, y: 700, size: 12 });
  const form = document.getForm();
  const [first] = pages;
  if (!first) throw new Error('no page');
  const filled = form.createTextField('filled');
  filled.setText('agreed');
  filled.addToPage(first, { x: 40, y: 600, width: 200, height: 20 });
  const empty = form.createTextField('empty');
  empty.addToPage(first, { x: 40, y: 560, width: 200, height: 20 });
  const box = form.createCheckBox('box');
  box.addToPage(first, { x: 40, y: 520, width: 20, height: 20 });
  const { context, catalog } = document;
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [40, 400, 100, 420], Border: [0, 0, 0] };
  const signature = { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [300, 40, 500, 90], P: first.ref };
  const field = context.obj({ ...signature, T: PDFString.of('countersignature') });
  const fieldRef = context.register(field);
  const annotations = first.node.lookup(PDFName.of('Annots'), PDFArray);
  for (const ref of [context.register(context.obj(link)), fieldRef, PDFRef.of(MISSING_OBJECT)])
    annotations.push(ref);
  first.node.set(PDFName.of('Annots'), context.register(annotations));
  form.acroForm.addField(fieldRef);
  const font = context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }));
  form.acroForm.dict.set(PDFName.of('DR'), context.obj({ Font: { Helv: font } }));
  const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Hidden') }));
  catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: [layer], D: context.register(context.obj({ OFF: [layer] })) }),
  );
  return document.save({ useObjectStreams });
}
