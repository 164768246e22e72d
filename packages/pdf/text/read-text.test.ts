import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildTextPage, passagesOf, readTextPage, streamOf } from '../testing/text-page.ts';
import { readText } from './read-text.ts';

/** A line of text at a place, in Helvetica of 10 points. */
const line = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;

describe('a word', () => {
  it('has its box in points from the top left corner, its size and its color', () => {
    const content = '1 0 0 rg BT /F1 12 Tf 50 300 Td (Total) Tj ET';
    const [passage] = readTextPage(buildTextPage(content)).passages;
    expect(passage?.lines[0]?.words).toEqual([
      { text: 'Total', x: 50, y: 91.384, width: 26.676, height: 11.1, fontSize: 12, color: '#ff0000' },
    ]);
  });

  it.each([
    [90, { x: 297.516, y: 50 }],
    [180, { x: 223.324, y: 297.516 }],
    [270, { x: 91.384, y: 223.324 }],
  ])('is placed as displayed on a page that is turned by %i degrees', (rotate, place) => {
    const bytes = buildTextPage('BT /F1 12 Tf 50 300 Td (Total) Tj ET', { page: `/Rotate ${rotate}` });
    const [passage] = readTextPage(bytes).passages;
    expect(passage).toMatchObject({ text: 'Total', rotation: rotate, ...place });
  });

  it('of turned text is read along its own direction', () => {
    const content = 'BT /F1 10 Tf 0 1 -1 0 100 100 Tm (Upwards and on) Tj ET';
    expect(readTextPage(buildTextPage(content)).passages).toMatchObject([
      { text: 'Upwards and on', rotation: 270 },
    ]);
  });

  it('goes on over strings, kerning, colors and spaced letters, and ends at gaps', () => {
    const content = `BT /F1 10 Tf 20 300 Td [(Ag) 30 (ree) -20 (ment)] TJ 1 0 0 rg (s) Tj 0 g
      0 -40 Td 3 Tc (SPACED) Tj 0 Tc 0 -40 Td [(two) -400 (words)] TJ ET`;
    expect(passagesOf(content)).toEqual(['Agreements', 'SPACED', 'two words']);
  });

  it('that is drawn twice to be bold stands once', () => {
    expect(passagesOf(line(20, 300, 'Bold text') + line(20.3, 300, 'Bold text'))).toEqual(['Bold text']);
  });
});

describe('a font', () => {
  const font = (
    entries: string,
  ) => `<< /Type /Font /Subtype /TrueType /BaseFont /Subset /FirstChar 0 /LastChar 3
    /Widths [500 500 500 500] ${entries} >>`;
  const show = 'BT /F2 10 Tf 20 300 Td <010203> Tj ET';

  it('is read by ToUnicode, in which one glyph may be several letters', () => {
    const cmap = `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <01> <006600660069> endbfchar
      1 beginbfrange <02> <03> <0078> endbfrange`;
    const objects = { 10: font('/ToUnicode 11 0 R'), 11: streamOf(cmap) };
    expect(passagesOf(show, { fonts: '/F2 10 0 R', objects })).toEqual(['ffixy']);
  });

  it('is read by the names of its glyphs', () => {
    const objects = { 10: font('/Encoding << /Differences [1 /fi /uni05D0.alt /Aring] >>') };
    expect(passagesOf(show, { fonts: '/F2 10 0 R', objects })[0]).toContain('Å');
  });

  it('of Type 3 has the size of its box', () => {
    const type3 = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 8] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 1 /LastChar 1
      /Widths [10] /CharProcs << /A 11 0 R >> /Encoding << /Differences [1 /A] >> >>`;
    const objects = { 10: type3, 11: streamOf('10 0 d0 0 0 8 8 re f') };
    const bytes = buildTextPage('BT /F2 20 Tf 20 300 Td <0101> Tj ET', { fonts: '/F2 10 0 R', objects });
    expect(readTextPage(bytes).passages[0]).toMatchObject({
      text: 'AA',
      x: 20,
      width: 40,
      y: 84,
      height: 16,
    });
  });

  it('that writes downwards has lines from right to left', () => {
    const composite =
      '<< /Type /Font /Subtype /Type0 /BaseFont /V /Encoding /Identity-V /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>';
    const cid = '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /V /DW 1000 >>';
    const cmap = `1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0001> <0009> <3042> endbfrange`;
    const objects = { 10: composite, 11: cid, 12: streamOf(cmap) };
    const content = 'BT /F2 10 Tf 200 300 Td <000100020003> Tj -14 0 Td <00040005> Tj ET';
    const [passage] = readTextPage(buildTextPage(content, { fonts: '/F2 10 0 R', objects })).passages;
    expect(passage).toMatchObject({ rotation: 90, x: 181, y: 100, width: 24, height: 30 });
    expect(passage?.lines.map(({ text }) => text)).toEqual(['あぃい', 'ぅう']);
    expect(passage?.text).toBe('あぃいぅう');
  });
});

describe('passages', () => {
  it('join their lines, and words that a hyphen divides', () => {
    const content =
      line(20, 300, 'The cus-') + line(20, 288, 'tomer pays within a year 2026-') + line(20, 276, '2027.');
    expect(passagesOf(content)).toEqual(['The customer pays within a year 2026-2027.']);
  });

  it('end at gaps, other sizes and items of lists', () => {
    const heading = 'BT /F1 16 Tf 20 350 Td (Terms) Tj ET ';
    const content =
      heading + line(20, 330, '1. One thing') + line(20, 318, '2. Another') + line(20, 290, 'Later on');
    expect(passagesOf(content)).toEqual(['Terms', '1. One thing', '2. Another', 'Later on']);
  });

  it('of two columns are read one column after the other, rows of a table across', () => {
    const rows = Array.from({ length: 6 }, (_, index) => 300 - index * 12);
    const columns = rows
      .map((y) => line(20, y, 'left side of the whole page') + line(160, y, 'right side of the whole page'))
      .join('');
    const title = 'BT /F1 12 Tf 90 330 Td (A title across both of them) Tj ET ';
    const text = passagesOf(title + columns).join(' ');
    expect(text).toBe(
      `A title across both of them ${'left side of the whole page '.repeat(6)}${'right side of the whole page '.repeat(6)}`.trim(),
    );
    const table = rows
      .map((y, index) => line(20, y, `Part ${index}`) + line(250, y, `${index}0.50`))
      .join('');
    expect(passagesOf(table).join(' ')).toContain('Part 1 10.50 Part 2 20.50');
  });

  it('have the text that /ActualText gives instead of glyphs', () => {
    const content = `BT /F1 10 Tf 20 300 Td /Span << /ActualText (Total due) >> BDC (T0tal) Tj ( d) Tj (u3) Tj EMC
      ( now) Tj ET`;
    expect(passagesOf(content)).toEqual(['Total due now']);
  });

  it('of Hebrew are in logical order, whatever the order of the content', () => {
    const cmap =
      '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <41> <5b> <05d0> endbfrange';
    const font = `<< /Type /Font /Subtype /TrueType /BaseFont /H /FirstChar 32 /LastChar 91 /Widths [${'500 '.repeat(60)}]
      /Encoding /WinAnsiEncoding /ToUnicode 11 0 R >>`;
    const parts = { fonts: '/F2 10 0 R', objects: { 10: font, 11: streamOf(cmap) } };
    const visual = 'BT /F2 10 Tf 20 300 Td (FED CBA 12) Tj ET';
    const logical = `BT /F2 10 Tf 65 300 Td (A) Tj -5 0 Td (B) Tj -5 0 Td (C) Tj -10 0 Td (D) Tj -5 0 Td (E) Tj
      -5 0 Td (F) Tj ET`;
    expect(passagesOf(visual, parts)).toEqual(['12 אבג דהו']);
    expect(passagesOf(logical, parts)).toEqual(['אבג דהו']);
  });

  it('of forms and values of fields stand where they are displayed', () => {
    const form = (text: string) =>
      streamOf(`BT /F1 10 Tf 2 2 Td (${text}) Tj ET`, '/Type /XObject /Subtype /Form /BBox [0 0 100 20]');
    const objects = {
      10: form('Letterhead'),
      11: form('Value'),
      12: '<< /Type /Annot /Subtype /Widget /Rect [50 50 150 70] /AP << /N 11 0 R >> >>',
    };
    const parts = { resources: '/XObject << /X 10 0 R >>', page: '/Annots [12 0 R]', objects };
    const page = readTextPage(buildTextPage('q 1 0 0 1 20 300 cm /X Do Q', parts));
    expect(page.passages).toMatchObject([
      { text: 'Letterhead', x: 22 },
      { text: 'Value', x: 52 },
    ]);
  });
});

describe('pages', () => {
  const objects = { 2: '<< /Type /Pages /Count 2 /MediaBox [0 0 300 400] /Kids [3 0 R 3 0 R] >>' };
  const bytes = buildTextPage(line(20, 300, 'A page'), { objects });

  it('are read in the order that is asked for', () => {
    const pages = [...readText(openPdf(bytes), { pages: [1, 0] })];
    expect(pages).toMatchObject([
      { page: 1, width: 300, height: 400, passages: [{ text: 'A page' }] },
      { page: 0, passages: [{ text: 'A page' }] },
    ]);
  });

  it('that do not exist are refused, as are other arguments', () => {
    const file = openPdf(bytes);
    const read = (pages: unknown) => () => [...readText(file, { pages } as never)];
    expect(read([2])).toThrow(expect.objectContaining({ code: 'page_out_of_range' }));
    expect(read(['1'])).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });
});
