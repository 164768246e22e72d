import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prefill } from '@countersign/forms';
import { createTextEmbedder, findInstalledFont, openPdf, type PdfFile } from '@countersign/pdf';
import { complaintsOfQpdf, hasPrograms, runToSuccess, withMupdf } from '@countersign/pdf/testing';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readAdvances,
  readCmap,
  readFontHeader,
  readTables,
} from '../../packages/pdf/fonts/truetype-tables.ts';

const CAVEAT = findInstalledFont('caveat') ?? '';
const folder = mkdtempSync(join(tmpdir(), 'own-fonts-'));
let form: Uint8Array;

beforeAll(async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 200]);
  const fields = document.getForm();
  for (const [index, name] of ['line', 'lines', 'comb'].entries()) {
    const field = fields.createTextField(name);
    if (name === 'lines') field.enableMultiline();
    if (name === 'comb') {
      field.setMaxLength(6);
      field.enableCombing();
    }
    field.addToPage(page, { x: 20, y: 140 - index * 50, width: 150, height: 40, borderWidth: 0 });
  }
  form = await document.save();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Puts the font into /DR and names it in every /DA. */
function useFont(file: PdfFile, font: PDFRef): PdfFile {
  const acroForm = file.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
  acroForm.set(PDFName.of('DR'), file.context.obj({ Font: { Own: font } }));
  for (const item of acroForm.lookup(PDFName.of('Fields'), PDFArray).asArray())
    file.context.lookup(item, PDFDict).set(PDFName.of('DA'), PDFString.of('/Own 14 Tf 0 g'));
  return openPdf(file.rewrite().toBytes());
}

/** A subset with these characters, in Identity-H. */
async function withComposite(characters: string): Promise<PdfFile> {
  const file = openPdf(form);
  const embedder = createTextEmbedder(file).inFont(CAVEAT);
  const { fontNames } = embedder.show(characters, 10);
  await embedder.finish();
  return useFont(file, embedder.resources[fontNames[0] ?? ''] as PDFRef);
}

/** The whole font with one byte for each character. */
function withSimple(entries: object = { Encoding: 'WinAnsiEncoding' }, width?: number): PdfFile {
  const file = openPdf(form);
  const bytes = readFileSync(CAVEAT);
  const tables = readTables(bytes);
  const [advanceOf, glyphOf] = [readAdvances(tables), readCmap(tables)];
  const { unitsPerEm, ascent, descent } = readFontHeader(tables);
  const scale = 1000 / unitsPerEm;
  const texts = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 224 }, (_, at) => at + 32));
  const Widths = Array.from(
    texts,
    (text) => width ?? Math.round(advanceOf(glyphOf?.(text.codePointAt(0) ?? 0) ?? 0) * scale),
  );
  const { context } = file;
  const program = context.register(context.flateStream(bytes, { Length1: bytes.length }));
  const heights = { Ascent: ascent * scale, Descent: descent * scale, CapHeight: 700 };
  const descriptor = {
    Type: 'FontDescriptor',
    FontName: 'Caveat',
    Flags: 32,
    ...heights,
    FontFile2: program,
  };
  const font = { Type: 'Font', Subtype: 'TrueType', BaseFont: 'ABCDEF+Caveat', FirstChar: 32, LastChar: 255 };
  const FontDescriptor = context.register(context.obj(descriptor));
  return useFont(file, context.register(context.obj({ ...font, Widths, FontDescriptor, ...entries })));
}

async function fill(file: PdfFile, value: string, name = 'line') {
  const { warnings } = await prefill(file, [{ name, value }]);
  const bytes = file.rewrite().toBytes();
  expect(complaintsOfQpdf(bytes)).toBe('');
  return { bytes, warnings };
}

/** The fonts of the widgets' texts, by MuPDF. */
function fontsOf(pdf: Uint8Array): string[] {
  const names = new Set<string>();
  withMupdf(pdf, (document) =>
    document
      .loadPage(0)
      .toDisplayList(true)
      .toStructuredText('')
      .walk({ onChar: (_text, _origin, font) => names.add(font.getName()) }),
  );
  return [...names];
}

function textOf(pdf: Uint8Array): string {
  const path = join(folder, 'filled.pdf');
  writeFileSync(path, pdf);
  return runToSuccess('pdftotext', ['-layout', path, '-']).toString().trim();
}

describe.skipIf(CAVEAT === '')('the font that /DA names', () => {
  it.each([
    ['a subset in Identity-H', () => withComposite('Ada Lövelace 12')],
    ['a TrueType font with WinAnsiEncoding', async () => withSimple()],
  ])('draws the value if it is %s', async (_, open) => {
    const { bytes, warnings } = await fill(await open(), 'Ada Lövelace 12');
    expect(warnings).toEqual([]);
    expect(fontsOf(bytes).join()).toMatch(/Caveat/);
    if (hasPrograms('pdftotext')) expect(textOf(bytes)).toBe('Ada Lövelace 12');
  });

  it('draws several lines, and the cells of a comb', async () => {
    const several = await fill(withSimple(), 'Ada\nLövelace', 'lines');
    expect(fontsOf(several.bytes)).toEqual(['ABCDEF+Caveat']);
    const comb = await fill(withSimple(), 'Ada 12', 'comb');
    expect(fontsOf(comb.bytes)).toEqual(['ABCDEF+Caveat']);
    if (hasPrograms('pdftotext')) expect(textOf(comb.bytes).replaceAll(/\s/g, '')).toBe('Ada12');
  });

  it.each([
    ['a subset without one of its characters', () => withComposite('Ada'), 'Adam', 'U+006D'],
    ['a font without one of its characters', async () => withSimple(), 'Ωmega', 'U+03A9'],
  ])(
    'is replaced for the whole value if it is %s, and a warning names both',
    async (_, open, value, code) => {
      const { bytes, warnings } = await fill(await open(), value);
      expect(warnings).toMatchObject([{ code: 'font_substituted', field: 'line' }]);
      expect(warnings[0]?.message).toContain(`drawn in NotoSans-Regular, since Caveat`);
      expect(warnings[0]?.message).toContain(code);
      expect(fontsOf(bytes)).not.toContain('ABCDEF+Caveat');
      if (hasPrograms('pdftotext')) expect(textOf(bytes)).toBe(value);
    },
  );

  it.each([
    ['its widths are zero', () => withSimple({ Encoding: 'WinAnsiEncoding' }, 0)],
    [
      'its codes mean other glyphs',
      () => withSimple({ Encoding: { Type: 'Encoding', Differences: [0x41, 'B', 'A'] } }),
    ],
    [
      'its program is damaged',
      () => {
        const file = withSimple();
        const font = file.catalog
          .lookup(PDFName.of('AcroForm'), PDFDict)
          .lookup(PDFName.of('DR'), PDFDict)
          .lookup(PDFName.of('Font'), PDFDict)
          .lookup(PDFName.of('Own'), PDFDict);
        const descriptor = font.lookup(PDFName.of('FontDescriptor'), PDFDict);
        descriptor.set(PDFName.of('FontFile2'), file.context.register(file.context.stream('damaged')));
        return file;
      },
    ],
  ])('still shows the right value if %s', async (_, open) => {
    const { bytes } = await fill(open(), 'AB 12');
    if (hasPrograms('pdftotext')) expect(textOf(bytes)).toBe('AB 12');
  });

  it('decides with its own widths whether a value fits', async () => {
    const value = 'w'.repeat(40);
    await expect(fill(withSimple({ Encoding: 'WinAnsiEncoding' }, 2000), value)).rejects.toMatchObject({
      code: 'value_too_long',
    });
    expect((await fill(withSimple({ Encoding: 'WinAnsiEncoding' }, 300), value)).warnings).toEqual([]);
  });
});
