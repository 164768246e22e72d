import { describe, expect, it } from 'vitest';
import { formatStream } from '../../packages/seal/testing/build-file.ts';
import {
  appendBodies,
  formatForm,
  signBodies,
  signedPage,
  signText,
  UNSIGNED,
} from '../../packages/seal/testing/sign-built-file.ts';
import { verifyFile } from '../../packages/verify/verify-signatures.ts';
import { RENDERERS } from './geometry/renderers.ts';

/**
 * An attacker added a font to /DR of a sealed file, and Poppler drew 999 EUR where 111 EUR was signed, under the verdict
 * `intact`: readers take the fonts of the form for every text that has no appearance, wherever it is. Each row adds
 * something global or inherited to a signed file. What changes a pixel in some reader, or may change the meaning, is
 * `changed`; what is `intact` has the same pixels before and after.
 */
type Bodies = Record<number, string>;
type State = 'changed' | 'intact';

const PLACE = '/Rect[20 100 200 140]/P 3 0 R/F 4';
const OTHER_FONT = '/DA(/EvF 20 Tf 0 g)';
/** Shows 9 for 1. */
const NINES = `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 126/Widths[${'556 '.repeat(95)}]/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[49/nine]>>>>`;
const DR = '/DR<</Font<</EvF 50 0 R>>>>';

const annotation = (entries: string) => `<</Type/Annot${PLACE}${entries}>>`;
const widget = (entries: string) => annotation(`/Subtype/Widget/T(price)${OTHER_FONT}${entries}`);
const form = (entries = '', fields = '') => `<</Fields[${fields}20 0 R]/SigFlags 3${entries}>>`;
const catalog = (entries: string) => `<</Type/Catalog/Pages 2 0 R/AcroForm 8 0 R${entries}>>`;
const pageTree = (entries: string) => (signedPage()[2] ?? '').replace(/>>$/, `${entries}>>`);
const page = (entries: string) =>
  `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[10 0 R 20 0 R]${entries}>>`;
const look = (resources: string) =>
  formatStream('BT /EvF 20 Tf 5 5 Td (111) Tj ET', `/Subtype/Form/BBox[0 0 180 40]${resources}`);
const text = '/FT/Tx/V(111)';
const LOOK: Bodies = { 11: formatForm('BT /F1 20 Tf 5 5 Td (111) Tj ET') };

const resources = (entries: string) => (signedPage()[2] ?? '').replace('/Font<<', `${entries}/Font<<`);
const TYPE_3: Bodies = {
  2: resources('').replace('/Font<<', '/Font<</T3 12 0 R'),
  4: formatStream('BT /T3 60 Tf 20 200 Td (a) Tj ET'),
  12: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 97/LastChar 97/Widths[1000]/Encoding<</Differences[97/a]>>/CharProcs<</a 13 0 R>>>>',
  13: formatStream('1000 0 d0 0 0 500 100 re f BT /EvF 800 Tf (111) Tj ET'),
};
const PATTERN: Bodies = {
  2: resources('/Pattern<</P1 12 0 R>>'),
  4: formatStream('/Pattern cs /P1 scn 20 100 200 100 re f'),
  12: formatStream(
    '0 0 9 9 re f BT /EvF 20 Tf 5 5 Td (1) Tj ET',
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 40 40]/XStep 40/YStep 40/Resources<<>>',
  ),
};
const GREY =
  '/ColorSpace<</DefaultGray[/CalGray<</WhitePoint[1 1 1]/Gamma 9>>]/DefaultRGB[/CalRGB<</WhitePoint[1 1 1]/Gamma[9 9 9]>>]>>';

/** Whose page lists 10 as an annotation; the form only if `isListed`. */
function signedWith(shown: string, more: Bodies = {}, isListed = false): Bodies {
  return { ...signedPage('10 0 R '), 8: form('', isListed ? '10 0 R ' : ''), 10: shown, ...more };
}

async function stateAfter(signed: string, added: Bodies, isSigned = false): Promise<[State, string]> {
  const later = appendBodies(signed, { 50: NINES, ...added });
  const whole = isSigned ? await signText(later) : later;
  return [verifyFile(Buffer.from(whole, 'latin1')).state as State, whole];
}

async function expectVerdict(bodies: Bodies, added: Bodies, expected: State, isSigned = false) {
  const signed = await signBodies(bodies);
  expect(verifyFile(Buffer.from(signed, 'latin1')).state).toBe('intact');
  const [state, whole] = await stateAfter(signed, added, isSigned);
  expect(state).toBe(expected);
  if (state === 'intact') expect(await renderAll(whole)).toEqual(await renderAll(signed));
}

/** By each reader that is installed. */
async function renderAll(file: string) {
  const pictures: Record<string, unknown> = {};
  for (const reader of RENDERERS)
    if (await reader.isInstalled()) {
      const range = { first: 0, last: 0, userUnit: 1 };
      const [picture] = await reader.render(Buffer.from(file, 'latin1'), range, 1);
      expect(picture).toBeDefined();
      pictures[reader.name] = picture && Buffer.from(picture.data).toString('base64');
    }
  return pictures;
}

describe('a font that is added to the form', () => {
  it.each<[string, string, Bodies, boolean]>([
    ['a free text', annotation(`/Subtype/FreeText/Contents(111)${OTHER_FONT}`), {}, false],
    ['a text field outside of the form', widget(text), {}, false],
    ['a text field with an empty dictionary for its appearance', widget(`${text}/AP<</N<<>>>>`), {}, true],
    ['a text field without an appearance', widget(text), {}, true],
    ['a text field whose appearance is null', widget(`${text}/AP<</N null>>`), {}, true],
    ['a text field whose state has no appearance', widget(`${text}/AS/X/AP<</N<</Y 11 0 R>>>>`), LOOK, true],
    ['a text field that is off', widget(`${text}/AS/Off/AP<</N<</Y 11 0 R>>>>`), LOOK, true],
    ['a widget whose field does not list it', widget('/Parent 12 0 R'), { 12: `<<${text}/Kids[]>>` }, false],
    ['a widget with two types', widget('/FT/Sig/Parent 12 0 R'), { 12: `<<${text}/Kids[]>>` }, false],
    ['a choice outside of the form', widget('/FT/Ch/Ff 131072/V(111)/Opt[(111)]'), {}, false],
    ['a push button outside of the form', widget('/FT/Btn/Ff 65536/MK<</CA(111)>>'), {}, false],
    [
      'a check box whose state has no appearance',
      widget('/FT/Btn/V/A/AS/A/AP<</N<</B 11 0 R>>>>'),
      LOOK,
      true,
    ],
    ['an annotation of an unknown type', annotation('/Subtype/Quote/Contents(111)'), {}, false],
    ['a stamp without an appearance', annotation('/Subtype/Stamp/Contents(111)'), {}, false],
  ])('changes a file with %s', (_, shown, more, isListed) =>
    expectVerdict(signedWith(shown, more, isListed), { 8: form(DR, isListed ? '10 0 R ' : '') }, 'changed'),
  );

  it.each<[string, string, Bodies, boolean]>([
    ['a text field with an appearance', widget(`${text}/AP<</N 11 0 R>>`), LOOK, true],
    ['an appearance without resources', widget(`${text}/AP<</N 11 0 R>>`), { 11: look('') }, true],
    [
      'an appearance without the font',
      widget(`${text}/AP<</N 11 0 R>>`),
      { 11: look('/Resources<<>>') },
      true,
    ],
    ['a free text with an appearance', annotation('/Subtype/FreeText/AP<</N 11 0 R>>'), LOOK, false],
    ['a link', annotation('/Subtype/Link'), {}, false],
    ['a rectangle without an appearance', annotation('/Subtype/Square/C[1 0 0]'), {}, false],
    ['a check box that is off', widget('/FT/Btn/AS/Off/MK<</BC[0 0 1]>>/AP<</N<</A 11 0 R>>>>'), LOOK, true],
    ['an empty signature field', widget('/FT/Sig'), {}, true],
    ['a note by the name of its icon', annotation('/Subtype/Text/Name/Help'), {}, false],
    ['a pin by the name of its icon', annotation('/Subtype/FileAttachment/Name/PushPin/FS(a)'), {}, false],
    ['a Type 3 font without resources', annotation('/Subtype/Link'), TYPE_3, false],
    ['a pattern without the font', annotation('/Subtype/Link'), PATTERN, false],
    ['content whose font is missing', annotation('/Subtype/Link'), { 4: look('') }, false],
  ])('leaves a file with %s as it is, in every reader', (_, shown, more, isListed) =>
    expectVerdict(signedWith(shown, more, isListed), { 8: form(DR, isListed ? '10 0 R ' : '') }, 'intact'),
  );
});

it('default colour spaces that are added to the form change no pixel of what has an appearance', () => {
  const shown = widget(`${text}/AP<</N 11 0 R>>`);
  const grey = { 11: formatForm('0.5 g 0.5 0.2 0.1 RG BT /F1 20 Tf 5 5 Td (111) Tj ET 5 5 50 20 re S') };
  return expectVerdict(signedWith(shown, grey, true), { 8: form(`/DR<<${GREY}>>`, '10 0 R ') }, 'intact');
});

const UNDRAWN = signedWith(annotation(`/Subtype/Widget${text}/DA(/Helv 20 Tf 0 g)`));

describe('of a signed file with a text that readers draw themselves', () => {
  it.each([
    ...[
      '/DA(/Helv 40 Tf 1 0 0 rg)',
      '/DR<</XObject<</A 50 0 R>>>>',
      `/DR<<${GREY}>>`,
      '/DR<</Pattern<</P 50 0 R>>>>',
      '/DR<<>>',
      '/Q 2',
      '/CO[]',
      '/XFA[]',
    ],
    ...[
      '/NeedAppearances true',
      '/NeedAppearances/true',
      '/NeedAppearances 1',
      '/V(9)',
      '/FT/Sig',
      '/Kids[]',
    ],
    ...['/MK<</BG[1 0 0]>>', '/AP<<>>'],
  ])('the form may not get %s', (entries) => expectVerdict(UNDRAWN, { 8: form(entries) }, 'changed'));

  it.each([
    ...['/OCProperties<</OCGs[]/D<<>>>>', '/Names<</JavaScript<</Names[]>>>>', '/Names<</AP<</Names[]>>>>'],
    ...['/Dests<<>>', '/OutputIntents[<</S/GTS_PDFX>>]', '/StructTreeRoot<<>>', '/MarkInfo<</Marked true>>'],
    ...[
      '/Lang(sv)',
      '/PieceInfo<<>>',
      '/Collection<<>>',
      '/Requirements[]',
      '/OpenAction[3 0 R/Fit]',
      '/AF[]',
    ],
    ...[
      '/ViewerPreferences<<>>',
      '/PageLabels<</Nums[]>>',
      '/PageMode/UseOC',
      '/Legal<<>>',
      '/URI<</Base(x)>>',
    ],
    ...['/AA<<>>', '/Threads[]', '/Outlines<<>>', '/NeedsRendering true', '/Perms<<>>', '/DPartRoot<<>>'],
    ...['/Resources<</Font<</F1 50 0 R>>>>', '/Rotate 90', '/MediaBox[0 0 9 9]'],
  ])('the catalog may not get %s', (entries) => expectVerdict(UNDRAWN, { 1: catalog(entries) }, 'changed'));

  it.each([
    ...[`/Resources<<${GREY}/Font<</F1 7 0 R>>>>`, '/Resources<</Pattern<</P 50 0 R>>/Font<</F1 7 0 R>>>>'],
    ...['/Resources<</Font<</F1 50 0 R>>>>', '/Rotate 90', '/CropBox[0 0 99 99]', '/UserUnit 2', '/Tabs/S'],
    ...['/Group<</S/Transparency/CS/DeviceCMYK>>', '/Metadata 51 0 R', '/Trans<<>>', '/AA<<>>'],
    ...['/StructParents 0', '/OutputIntents[]', '/PieceInfo<<>>', '/AF[]'],
  ])('neither the page nor the page tree may get %s', async (entries) => {
    await expectVerdict(UNDRAWN, { 3: page(entries) }, 'changed');
    await expectVerdict(UNDRAWN, { 2: pageTree(entries) }, 'changed');
  });

  it.each([
    ['a higher version', { 1: catalog('/Version/2.0') }],
    ['a version that readers ignore', { 1: catalog('/Version/1.0') }],
    ['an extension', { 1: catalog('/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>') }],
    ['a form without flags', { 8: '<</Fields[20 0 R]>>' }],
    ['a form that needs no appearances', { 8: form('/NeedAppearances false') }],
    ['the form as another object', { 1: catalog('').replace('8 0 R', '40 0 R'), 40: form() }],
  ])('%s changes no pixel', (_, added) => expectVerdict(UNDRAWN, added, 'intact'));

  /** The widget became one of a signature field: Poppler no longer drew the price. */
  it('a new signature field may not take a widget that was there', async () => {
    const field = '<</FT/Sig/T(b)/Kids[10 0 R]';
    const fields = { 8: form('', '30 0 R ') };
    await expectVerdict(UNDRAWN, { ...fields, 30: `${field}>>` }, 'changed');
    await expectVerdict(UNDRAWN, { ...fields, 30: `${field}/V 31 0 R>>`, 31: UNSIGNED }, 'changed', true);
  });

  it('a text field may not become a group by a signature field among its widgets', async () => {
    const bodies = signedWith('<</FT/Tx/T(a)/V(111)/Kids[11 0 R]>>', {
      3: page('').replace('10 0 R', '11 0 R'),
      11: annotation('/Subtype/Widget/Parent 10 0 R/DA(/Helv 20 Tf 0 g)'),
    });
    const kid = { 30: '<</FT/Sig/T(b)/Parent 10 0 R/Rect[0 0 0 0]>>' };
    const grown = { 10: '<</FT/Tx/T(a)/V(111)/Kids[11 0 R 30 0 R]>>', ...kid };
    await expectVerdict({ ...bodies, 8: form('', '10 0 R ') }, grown, 'changed');
  });

  it('a new signature field may have fonts and a font size of its own', () => {
    const field = `<</Type/Annot/Subtype/Widget/FT/Sig/T(b)/Rect[0 0 0 0]${DR}/DA(/Helv 1 Tf)/V 31 0 R>>`;
    return expectVerdict(UNDRAWN, { 8: form('', '30 0 R '), 30: field, 31: UNSIGNED }, 'intact', true);
  });
});
