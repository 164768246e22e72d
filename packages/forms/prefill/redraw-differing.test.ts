import { openPdf, type PdfFile } from '@countersign/pdf';
import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFStream, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readShownAppearance } from '../appearances/make-appearance.ts';
import { readShownText } from '../appearances/shown-text.ts';
import { readFormFields } from '../fields/form-fields.ts';
import { buildFile } from '../fields/testing.ts';
import { redrawDifferingFields } from './redraw-differing.ts';

const FONT = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };

type Entries = Record<string, unknown>;

/** A widget whose appearance has this content, with the font F1. */
async function buildShown(content: string, entries: Entries, font: Entries = FONT): Promise<PdfFile> {
  return buildFile((document, page) => {
    const { context } = document;
    const look = { Subtype: 'Form', BBox: [0, 0, 240, 30], Resources: { Font: { F1: font } } };
    const N = register(document, context.stream(content, look as never));
    const widget = register(document, {
      Subtype: 'Widget',
      FT: 'Tx',
      T: PDFString.of('amount'),
      Rect: [60, 600, 300, 630],
      DA: PDFString.of('/Helv 14 Tf 0 g'),
      AP: { N },
      ...entries,
    });
    page.node.set(PDFName.of('Annots'), context.obj([widget]));
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [widget] }));
  });
}

function register({ context }: PDFDocument, value: unknown) {
  return context.register(value instanceof PDFStream ? value : context.obj(value as never));
}

function shownBy(file: PdfFile): string | undefined {
  const dict = file.page(0).annotations()[0]?.dict;
  const stream = dict && readShownAppearance(dict);
  return stream && readShownText(stream, undefined);
}

const text = (value: string) => PDFHexString.fromText(value);

// The signing page showed 999 EUR, the value, and the sealed file 111 EUR, the appearance.
describe('fields whose appearance shows something else than their value are drawn anew', () => {
  test.each<[string, string, Entries, string]>([
    ['text', 'BT /F1 14 Tf (111 EUR) Tj ET', { V: text('999 EUR') }, '999 EUR'],
    ['text of an empty field', 'BT /F1 14 Tf [(111) -200 (EUR)] TJ ET', {}, ''],
    ['text that is not painted', 'BT /F1 14 Tf 3 Tr (999 EUR) Tj ET', { V: text('999 EUR') }, '999 EUR'],
    ['no text', '0 0 9 9 re f', { V: text('999 EUR') }, '999 EUR'],
    ['the start of the value', 'BT /F1 14 Tf (999) Tj ET', { V: text('999 EUR') }, '999 EUR'],
    [
      'the export value of a combo box',
      'BT /F1 14 Tf (k) Tj ET',
      { FT: 'Ch', Ff: 1 << 17, V: text('k'), Opt: [[text('k'), text('Krona')]] },
      'Krona',
    ],
    ['rich text', 'BT /F1 14 Tf (111) Tj ET', { Ff: 1 << 25, RV: text('<p>111</p>'), V: text('999') }, '999'],
  ])('%s', async (_case, content, entries, expected) => {
    const file = await buildShown(content, entries);
    expect(await redrawDifferingFields(file)).toEqual(['amount']);
    const saved = openPdf(file.save().toBytes());
    expect(shownBy(saved)?.trim()).toBe(expected);
    expect(await redrawDifferingFields(saved)).toEqual([]);
  });

  test('a chosen option that a list box does not show', async () => {
    const options = ['alpha', 'beta', 'gamma'].map(text);
    const entries = { FT: 'Ch', V: options[2], Opt: options };
    const file = await buildShown('BT /F1 14 Tf (alpha) Tj (beta) Tj ET', entries);
    expect(await redrawDifferingFields(file)).toEqual(['amount']);
    expect(shownBy(file)).toContain('gamma');
  });

  test('text whose font does not tell its characters', async () => {
    const composite = { Type: 'Font', Subtype: 'Type0', BaseFont: 'Any', Encoding: 'Identity-H' };
    const file = await buildShown('BT /F1 14 Tf <00010002> Tj ET', { V: text('999') }, composite);
    expect(await redrawDifferingFields(file)).toEqual(['amount']);
    expect(shownBy(file)).toBe('999');
  });
});

describe('fields whose appearance shows their value stay as they look', () => {
  test.each<[string, string, Entries, Entries?]>([
    ['in one piece', 'BT /F1 14 Tf (999 EUR) Tj ET', { V: text('999 EUR') }],
    ['in pieces and lines', "BT /F1 9 Tf [(9) 5 (99)] TJ (EUR) ' ET", { Ff: 1 << 12, V: text('999\nEUR') }],
    ['with parentheses and accents', 'BT /F1 9 Tf (\\(\\345\\)) Tj ET', { V: text('(å)') }],
    ['as stars', 'BT /F1 9 Tf (***) Tj ET', { Ff: 1 << 13, V: text('abc') }],
    [
      'in a font with differences',
      'BT /F1 9 Tf <0102> Tj ET',
      { V: text('Ś1') },
      { ...FONT, Encoding: { Type: 'Encoding', Differences: [1, 'Sacute', 'one'] } },
    ],
    ['hidden', 'BT /F1 14 Tf (111) Tj ET', { F: 2, V: text('999') }],
  ])('%s', async (_case, content, entries, font) => {
    const file = await buildShown(content, entries, font);
    expect(await redrawDifferingFields(file)).toEqual([]);
  });
});

describe('a list box', () => {
  const options = ['alpha', 'beta', 'gamma'].map(text);
  const rows = 'BT /F1 9 Tf 2 20 Td (alpha) Tj 0 -9 Td (beta) Tj 0 -9 Td (gamma) Tj ET';
  const mark = (bottom: number) => `1 g 0 0 240 30 re f 0 0 1 rg 1 ${bottom} 238 9 re f ${rows}`;

  test.each([
    ['marks another option than the chosen one', mark(0), { V: options[1] }],
    ['marks none of the chosen ones', rows, { V: options[1] }],
    ['marks an option that is not chosen', mark(9), {}],
  ])('that %s is drawn anew', async (_, content, entries) => {
    const file = await buildShown(content, { FT: 'Ch', Opt: options, ...entries });
    expect(await redrawDifferingFields(file)).toEqual(['amount']);
    expect(await redrawDifferingFields(openPdf(file.save().toBytes()))).toEqual([]);
  });

  test.each([
    ['marks the chosen option', mark(9), { V: options[1] }],
    ['has no chosen option', rows, {}],
    ['moves its coordinates', `1 0 0 1 0 5 cm ${mark(0)}`, { V: options[1] }],
  ])('that %s stays as it looks', async (_, content, entries) => {
    const file = await buildShown(content, { FT: 'Ch', Opt: options, ...entries });
    expect(await redrawDifferingFields(file)).toEqual([]);
  });
});

describe('rich text', () => {
  const SHOWN = 'BT /F1 14 Tf (5 < 9) Tj ET';
  const rich = (words: string) => text(`<?xml version="1.0"?><body><p>${words}</p></body>`);

  // PDF.js and Acrobat show it, and other readers the value.
  test.each(['5 &lt; 7', '', '5 &lt; 9 EUR'])(
    'that says something else than the value is removed: %s',
    async (words) => {
      const file = await buildShown(SHOWN, { Ff: 1 << 25, V: text('5 < 9'), RV: rich(words) });
      expect(await redrawDifferingFields(file)).toEqual(['amount']);
      expect(file.page(0).annotations()[0]?.dict.has(PDFName.of('RV'))).toBe(false);
      expect(shownBy(file)).toBe('5 < 9');
    },
  );

  test.each(['5 &lt; 9', '<b>5</b> &#60; &#x39;'])('that says the same stays: %s', async (words) => {
    const file = await buildShown(SHOWN, { Ff: 1 << 25, V: text('5 < 9'), RV: rich(words) });
    expect(await redrawDifferingFields(file)).toEqual([]);
    expect(file.page(0).annotations()[0]?.dict.has(PDFName.of('RV'))).toBe(true);
  });
});

test('a value that is a number or a stream becomes text, or pdf.js shows an empty field', async () => {
  const file = await buildShown('BT /F1 14 Tf (32.98) Tj ET', { V: 32.98 });
  expect(await redrawDifferingFields(file)).toEqual(['amount']);
  expect(file.page(0).annotations()[0]?.dict.lookup(PDFName.of('V'))).toEqual(PDFString.of('32.98'));
});

test('a field without a value gets an empty one, or pdf.js shows its default', async () => {
  const file = await buildShown('', { DV: text('999 EUR') });
  expect(await redrawDifferingFields(file)).toEqual(['amount']);
  expect(file.page(0).annotations()[0]?.dict.lookup(PDFName.of('V'))).toEqual(PDFString.of(''));
  expect(await redrawDifferingFields(file)).toEqual([]);
});

test('a value that no font has and that differs from the appearance is refused', async () => {
  const file = await buildShown('BT /F1 14 Tf (111) Tj ET', { V: text('\u{10fffd}') });
  await expect(redrawDifferingFields(file)).rejects.toMatchObject({
    code: 'text_not_drawable',
    params: { field: 'amount' },
  });
});

// Readers that go by the value showed a tick, those that go by the state showed none.
test.each(['Off', 'Yes'])('the state of a check box follows its value %s', async (value) => {
  const file = await buildFile((document, page) => {
    const box = document.getForm().createCheckBox('box');
    box.addToPage(page, { x: 50, y: 50 });
    box.acroField.dict.set(PDFName.of('V'), PDFName.of(value));
    const [widget] = box.acroField.getWidgets();
    widget?.setAppearanceState(PDFName.of(value === 'Off' ? 'Yes' : 'Off'));
  });
  expect(await redrawDifferingFields(file)).toEqual(['box']);
  const dict = file.page(0).annotations()[0]?.dict;
  expect(dict instanceof PDFDict && String(dict.get(PDFName.of('AS')))).toBe(`/${value}`);
  expect(readFormFields(file)[0]?.value).toEqual(value === 'Off' ? [] : ['Yes']);
});
