import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { lookupArray, lookupDict, lookupNumber } from '../read/lookup.ts';
import { decodeTextString } from '../read/strings.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { mergePdfs } from './merge.ts';

async function formFile(name: string, value: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const field = document.getForm().createTextField(name);
  field.setText(value);
  field.addToPage(document.addPage([300, 300]));
  return document.save();
}

describe('mergePdfs', () => {
  it('keeps the pages in order and writes into them what they inherited', () => {
    const turned = buildPdf(pageBodies(2, '/Rotate 90'), { kind: 'stream', compressed: [2, 3] });
    const merged = mergePdfs([openPdf(buildPdf(pageBodies(3))), openPdf(turned)]).toBytes();
    const pages = [...openPdf(merged).pages()];
    expect(pages.map((page) => page.geometry.rotate)).toEqual([0, 0, 0, 90, 90]);
    expect(pages.every((page) => page.geometry.mediaBox[2] === 300)).toBe(true);
    expect(complaintsOfQpdf(merged)).toBe('');
  });

  it('keeps every form and makes equal names different', async () => {
    const files = [
      await formFile('name', 'Ada'),
      await formFile('name', 'Grace'),
      await formFile('other', 'Mary'),
    ];
    const merged = mergePdfs(files.map((bytes) => openPdf(bytes))).toBytes();
    const form = (await PDFDocument.load(merged)).getForm();
    const values = form
      .getFields()
      .map((field) => [field.getName(), form.getTextField(field.getName()).getText()]);
    expect(values).toEqual([
      ['name', 'Ada'],
      ['name#2', 'Grace'],
      ['other', 'Mary'],
    ]);
    expect(complaintsOfQpdf(merged)).toBe('');
  });

  it('is of version 2.0 when an input is, by its header or by its catalog', () => {
    const plain = buildPdf(pageBodies(1));
    const newer = Buffer.from(plain);
    newer.write('%PDF-2.0', 0, 'latin1');
    const stated = buildPdf({ ...pageBodies(1), 1: '<</Type/Catalog/Pages 2 0 R/Version/2.0>>' });
    const headerOf = (...files: readonly Uint8Array[]) =>
      Buffer.from(
        mergePdfs(files.map((file) => openPdf(file)))
          .toBytes()
          .subarray(0, 8),
      ).toString();
    expect(headerOf(plain, plain)).toBe('%PDF-1.7');
    expect(headerOf(plain, newer)).toBe('%PDF-2.0');
    expect(headerOf(stated, plain)).toBe('%PDF-2.0');
  });

  it('leaves its inputs as they were', async () => {
    const file = openPdf(await formFile('name', 'Ada'));
    mergePdfs([file, file]);
    expect(file.saveIncremental().increment).toHaveLength(0);
  });

  it('says which input could not be read to its end', () => {
    const bodies = { ...pageBodies(1), 4: `<< /Length 3 /X ${'['.repeat(300)}${']'.repeat(300)} >>` };
    const files = [openPdf(buildPdf(pageBodies(1))), openPdf(buildPdf(bodies))];
    expect(() => mergePdfs(files)).toThrow(
      expect.objectContaining({
        code: 'too_complex',
        message: expect.stringMatching(/^file 2: /),
        params: { limit: 'nesting', value: 256, input: 1 },
      }),
    );
  });

  it('leaves fields the defaults that their own form had, or had not', () => {
    const withForm = (defaults: string) =>
      openPdf(
        buildPdf({
          ...pageBodies(1),
          1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [9 0 R] ${defaults} >> >>`,
          9: '<< /FT /Tx /T (f) >>',
        }),
      );
    const files = [withForm('/DA (/A 9 Tf) /Q 1'), withForm('/DA (/B 8 Tf) /Q 2'), withForm('')];
    const { catalog } = openPdf(mergePdfs(files).toBytes());
    const form = lookupDict(catalog, 'AcroForm');
    expect(form?.has(PDFName.of('Q'))).toBe(false);
    const fields = lookupArray(catalog.lookup(PDFName.of('AcroForm'), PDFDict), 'Fields')?.asArray() ?? [];
    const found = fields.map((field) => catalog.context.lookup(field, PDFDict));
    expect(found.map((field) => lookupNumber(field, 'Q'))).toEqual([1, 2, undefined]);
    expect(found.map((field) => decodeTextString(field.lookup(PDFName.of('DA'))))).toEqual([
      '/A 9 Tf',
      '/B 8 Tf',
      undefined,
    ]);
  });
});
