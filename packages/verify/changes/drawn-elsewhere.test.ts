import {
  appendBodies,
  formatForm,
  formatStream,
  signBodies,
  signedPage,
  signText,
  UNSIGNED,
} from '@countersign/seal/testing';
import { describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';

const COVER = '1 g 0 0 300 400 re f';
const ADDED =
  '<</Type/Annot/Subtype/Widget/FT/Sig/T(b)/Rect[9 9 10 10]/F 4/P 3 0 R/V 61 0 R/AP<</N 60 0 R>>>>';

const report = (text: string) => verifyFile(Buffer.from(text, 'latin1'));
/** Of the first signature. */
const codesOf = (text: string) =>
  report(text)
    .signatures.find(({ fieldName }) => fieldName === 'Seal')
    ?.changes.map(({ code }) => code);

/** Appends a second signature, whose field 10 is `widget`. */
async function countersign(widget: string, more: Record<number, string>): Promise<string> {
  const added = signedPage('10 0 R ');
  const text = await signBodies(signedPage());
  const bodies = { 3: added[3] ?? '', 8: added[8] ?? '', 10: widget, 60: formatForm(COVER), 61: UNSIGNED };
  return signText(appendBodies(text, { ...bodies, ...more }));
}

/** Fills in a field whose widget is of another type of annotation, for example. */
async function fill(entries: string, filled: string, more: Record<number, string> = {}): Promise<string> {
  const bodies = signedPage('10 0 R ');
  const field = `<</Type/Annot/FT/Tx/T(a)/P 3 0 R/F 4${entries}`;
  const text = await signBodies({ ...bodies, 10: `${field}/AP<</N 62 0 R>>>>`, 62: formatForm('') });
  return appendBodies(text, { 10: `${field}/V(x)${filled}>>`, 60: formatForm(COVER), ...more });
}

/** A surplus Q ends the clipping of PDF.js, so that a widget of one point covered the page in Firefox. */
describe('a signature of one point', () => {
  const glyph = '<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 64 0 R>>>>';

  it.each<[string, Record<number, string>]>([
    ['a balanced appearance', { 60: formatForm(`q ${COVER} Q`) }],
    ['a text of the letter', { 60: formatForm(`BT (Q) Tj [(Q)12<51>] TJ ET % Q\n${COVER}`) }],
    [
      'an image',
      {
        60: formatForm('/I Do', '/XObject<</I 63 0 R>>'),
        63: formatStream('Q Q', '/Subtype/Image'),
      },
    ],
    ['an inline image', { 60: formatForm('BI /W 1 /H 1 /BPC 8 /CS/G ID x EI') }],
  ])('is permitted with %s', async (_, more) => {
    expect(report(await countersign(ADDED, more)).state).toBe('intact');
  });

  it.each<[string, Record<number, string>]>([
    ['a surplus Q', { 60: formatForm(`Q ${COVER}`) }],
    ['one after a number', { 60: formatForm(`0Q ${COVER}`) }],
    ['one in an unknown operator', { 60: formatForm(`qQQ ${COVER}`) }],
    ['one after an inline image', { 60: formatForm(`q BI /W 1 /H 1 /BPC 8 /CS/G ID EI Q Q EI Q ${COVER}`) }],
    [
      'one in another state',
      { 10: ADDED.replace('N 60 0 R', 'N<</A 60 0 R>>/D<</A 63 0 R>>'), 63: formatForm('Q') },
    ],
    ['one in a form', { 60: formatForm('/X Do', '/XObject<</X 63 0 R>>'), 63: formatForm('Q') }],
    [
      'one in a pattern',
      {
        60: formatForm('/X scn', '/Pattern<</X 63 0 R>>'),
        63: formatStream('Q', '/PatternType 1'),
      },
    ],
    ['one in a glyph', { 60: formatForm('/X 9 Tf', '/Font<</X 63 0 R>>'), 63: glyph, 64: formatStream('Q') }],
    [
      'one in a soft mask',
      { 60: formatForm('/X gs', '/ExtGState<</X<</SMask<</G 63 0 R>>>>>>'), 63: formatForm('Q') },
    ],
    ['an unknown filter', { 60: formatForm('Q', '', '/Filter/Unknown') }],
  ])('covers the page with %s', async (_, more) => {
    expect(codesOf(await countersign(ADDED, more))).toContain('signature_covers_page');
  });
});

describe('a widget that readers draw outside of its rectangle', () => {
  it.each([
    ['no rectangle', ADDED.replace('/Rect[9 9 10 10]', ''), 'signature_covers_page'],
    ['a name as its rectangle', ADDED.replace('[9 9 10 10]', '/A'), 'signature_covers_page'],
    ['the type of a square', ADDED.replace('/Widget', '/Square'), 'field_added'],
  ])('is reported if a signature with %s is added', async (_, widget, code) => {
    expect(codesOf(await countersign(widget, {}))).toContain(code);
  });

  it.each(['Square', 'Line', 'Ink', 'FreeText', 'Stamp'])(
    'is reported if it is a %s that loses its appearance when it is filled in',
    async (type) => {
      const entries = `/Subtype/${type}/Rect[1 1 2 2]/C[1 0 0]/BS<</W 400>>/L[0 0 300 400]/InkList[[0 0 300 400]]`;
      expect(codesOf(await fill(entries, ''))).toContain('field_changed');
    },
  );

  it('is reported if it is filled in with a surplus Q', async () => {
    const entries = '/Subtype/Widget/Rect[1 1 2 2]';
    const look = '/AP<</N 60 0 R>>';
    expect(report(await fill(entries, look)).state).toBe('intact');
    expect(codesOf(await fill(entries, look, { 60: formatForm(`Q ${COVER}`) }))).toContain(
      'field_covers_page',
    );
  });
});

/** A certified file may be signed in its empty fields, which showed nothing on this page when it was certified. */
it('reports an empty field that is signed and shown on a page that did not list it as visible', async () => {
  const bodies = signedPage();
  const field = '<</Type/Annot/Subtype/Widget/FT/Sig/T(b)/Rect[0 0 100 100]/F 4';
  bodies[8] = signedPage('10 0 R ')[8] ?? '';
  bodies[21] =
    bodies[21]?.replace('<<', '<</Reference[<</TransformMethod/DocMDP/TransformParams<</P 2>>>>]') ?? '';
  const text = await signBodies({ ...bodies, 10: `${field}>>` });
  const signed = { 10: `${field}/V 61 0 R/AP<</N 60 0 R>>>>`, 60: formatForm(COVER), 61: UNSIGNED };
  const page = signedPage('10 0 R ')[3] ?? '';
  const shown = await signText(appendBodies(text, { ...signed, 3: page }));
  expect(codesOf(shown)).toEqual(expect.arrayContaining(['field_signed', 'visible_signature']));
  expect(report(shown).state).toBe('changed');
});
