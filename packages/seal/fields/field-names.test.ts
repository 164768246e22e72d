import { openPdf, type PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { chooseFieldName } from './signature-fields.ts';

async function openForm(names: readonly string[]): Promise<PdfFile> {
  const document = await PDFDocument.create();
  document.addPage();
  for (const name of names) document.getForm().createTextField(name);
  return openPdf(await document.save());
}

function fieldsOf(file: PdfFile): PDFArray {
  const form = file.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
  return form.lookup(PDFName.of('Fields'), PDFArray);
}

describe('the name of a new field', () => {
  it('is the wanted one if it is free', async () => {
    expect(chooseFieldName(await openForm([]), 'Seal')).toBe('Seal');
    expect(chooseFieldName(await openForm(['Other', 'seal']), 'Seal')).toBe('Seal');
  });

  it('has the next number that is free', async () => {
    expect(chooseFieldName(await openForm(['Seal', 'Seal 2', 'Seal 4']), 'Seal')).toBe('Seal 3');
  });

  it('is not that of a field that was just added', async () => {
    const file = await openForm(['Other']);
    const field = file.context.obj({ FT: 'Sig' });
    field.set(PDFName.of('T'), PDFString.of('Seal'));
    fieldsOf(file).push(file.context.register(field));
    expect(chooseFieldName(file, 'Seal')).toBe('Seal 2');
  });

  it('is not that of a field whose parent has no name', async () => {
    const file = await openForm(['Group.Seal']);
    fieldsOf(file).lookup(0, PDFDict).delete(PDFName.of('T'));
    expect(chooseFieldName(file, 'Seal')).toBe('Seal 2');
  });

  it('may equal the partial name of a kid, whose full name differs', async () => {
    expect(chooseFieldName(await openForm(['Group.Seal']), 'Seal')).toBe('Seal');
  });

  it('is chosen without creating objects for many fields', async () => {
    const file = await openForm(Array.from({ length: 200 }, (_, index) => `field${index}`));
    fieldsOf(file);
    const before = file.parsedObjectCount;
    expect(chooseFieldName(file, 'field7')).toBe('field7 2');
    expect(file.parsedObjectCount).toBe(before);
  });
});
