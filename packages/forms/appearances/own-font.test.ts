import { openPdf, type PdfFile } from '@countersign/pdf';
import { complaintsOfQpdf, readText } from '@countersign/pdf/testing';
import { PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readFormFields } from '../fields/form-fields.ts';
import { buildBytes } from '../fields/testing.ts';
import { flattenForm } from '../flatten.ts';
import { prefill } from '../prefill/prefill.ts';
import { reopen } from '../testing/readers.ts';

/** A form of a list box and a text field in a font that is not embedded, as many Chinese and Japanese forms have. */
async function buildForm(encoding: string, ordering: string, options: readonly string[]): Promise<PdfFile> {
  return openPdf(
    await buildBytes((document, page) => {
      const { context } = document;
      const descendant = context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'CIDFontType0',
          BaseFont: 'OwnFont-Light',
          CIDSystemInfo: {
            Registry: PDFString.of('Adobe'),
            Ordering: PDFString.of(ordering),
            Supplement: 2,
          },
          DW: 1000,
          FontDescriptor: context.register(
            context.obj({
              ...{
                Type: 'FontDescriptor',
                FontName: 'OwnFont-Light',
                Flags: 4,
                FontBBox: [0, -200, 1000, 900],
              },
              ...{ ItalicAngle: 0, Ascent: 900, Descent: -200, CapHeight: 800, StemV: 80 },
            }),
          ),
        }),
      );
      const font = context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'Type0',
          BaseFont: 'OwnFont-Light',
          Encoding: encoding,
          DescendantFonts: [descendant],
        }),
      );
      const widget = (entries: Record<string, unknown>) =>
        context.register(
          context.obj({
            ...{
              Type: 'Annot',
              Subtype: 'Widget',
              F: 4,
              DA: PDFHexString.of(Buffer.from('/F0 12 Tf 0 g').toString('hex')),
            },
            ...(entries as object),
          }),
        );
      const texts = options.map((option) => PDFHexString.fromText(option));
      const fields = [
        widget({ FT: 'Ch', T: PDFHexString.fromText('city'), Rect: [50, 600, 250, 700], Opt: texts }),
        widget({ FT: 'Tx', T: PDFHexString.fromText('name'), Rect: [50, 500, 250, 530] }),
      ];
      page.node.set(PDFName.of('Annots'), context.obj(fields));
      document.catalog.set(
        PDFName.of('AcroForm'),
        context.obj({ Fields: fields, DR: { Font: { F0: font } } }),
      );
    }),
  );
}

function appearanceOf(
  file: PdfFile,
  index: number,
): { readonly content: string; readonly fonts: readonly string[] } {
  const { dict } = file.page(0).annotations()[index] ?? {};
  const stream = dict?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  if (!(stream instanceof PDFRawStream)) throw new Error('no appearance');
  const fonts = stream.dict.lookup(PDFName.of('Resources'), PDFDict).lookup(PDFName.of('Font'), PDFDict);
  return { content: Buffer.from(stream.contents).toString('latin1'), fonts: fonts.keys().map(String) };
}

const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

describe('options that only the form itself has a font for', () => {
  test.each([
    ['UniGB-UTF16-H', 'GB1', '圣保罗', hexOf('圣保罗')],
    ['UniKS-UCS2-H', 'Korea1', '서울', hexOf('서울')],
    ['GBK-EUC-H', 'GB1', '圣保罗', 'caa5b1a3c2de'],
    ['KSCms-UHC-H', 'Korea1', '서울', 'bcadbfef'],
  ])('%s', async (encoding, ordering, option, codes) => {
    const file = await buildForm(encoding, ordering, ['Wien', option]);
    await prefill(file, [
      { name: 'city', value: option },
      { name: 'name', value: `A ${option}` },
    ]);
    const { file: again, bytes } = reopen(file);
    expect(complaintsOfQpdf(bytes)).toBe('');
    expect(readFormFields(again).map(({ value }) => value)).toEqual([[option], [`A ${option}`]]);
    for (const index of [0, 1]) {
      const { content, fonts } = appearanceOf(again, index);
      expect(content).toContain(`/F0 12 Tf <${codes}> Tj`);
      expect(fonts).toContain('/F0');
      expect(fonts).toHaveLength(2);
    }
  });

  test('MuPDF reads them after flattening', async () => {
    const file = await buildForm('UniGB-UTF16-H', 'GB1', ['圣保罗']);
    await prefill(file, [{ name: 'city', value: '圣保罗' }]);
    await flattenForm(file);
    expect(readText(file.rewrite().toBytes())).toContain('圣保罗');
  });

  test('a character that the font does not have is refused, naming the font', async () => {
    const file = await buildForm('UniKS-UTF16-H', 'Korea1', ['서울']);
    const call = prefill(file, [{ name: 'name', value: 'rare \u{20000}' }]);
    await expect(call).rejects.toMatchObject({
      code: 'text_not_drawable',
      params: { font: 'OwnFont-Light', field: 'name' },
    });
  });

  test('a font whose codes are not known is not used', async () => {
    const file = await buildForm('Identity-H', 'Identity', ['서울']);
    await expect(prefill(file, [{ name: 'city', value: '서울' }])).rejects.toMatchObject({
      code: 'text_not_drawable',
    });
  });
});
