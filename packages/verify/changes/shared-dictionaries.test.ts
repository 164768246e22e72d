import {
  appendBodies,
  formatForm,
  formatStream,
  showText,
  signBodies,
  signedPage,
} from '@countersign/seal/testing';
import { describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';

type Bodies = Record<number, string>;

const FORGED = formatForm(showText('Pay 900'));
const FIELD = '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 50 20]/P 3 0 R/F 4';
const stateOf = (text: string) => verifyFile(Buffer.from(text, 'latin1')).state;

/** A page whose resources are another dictionary of the file as well, and whose content begins with `operators`. */
function pageWith(resources: string, operators: string): Bodies {
  const bodies = signedPage('10 0 R ');
  bodies[3] = bodies[3]?.replace('>>', `/Resources<</Font<</F1 7 0 R>>${resources}>>>>`) ?? '';
  return { ...bodies, 4: formatStream(`${operators} ${showText('Pay 100')}`), 10: `${FIELD}>>` };
}

const catalog = (entry: string) => `<<${entry}${signedPage()[1]?.slice(2)}`;

/**
 * Catalogs, pages and fields may get some entries after a signature. Where one was also the dictionary of forms or graphics
 * states of a page, such an entry drew over that page or hid it in every reader, even of a certified file.
 */
describe('a signed page whose resources are another dictionary as well', () => {
  it.each<[string, Bodies, Bodies]>([
    [
      'the catalog, which gets metadata',
      pageWith('/XObject 1 0 R', '/Metadata Do'),
      { 1: catalog('/Metadata 60 0 R') },
    ],
    [
      'the catalog, which gets extensions',
      pageWith('/ExtGState 1 0 R', '/Extensions gs'),
      { 1: catalog('/Extensions<</ca 0>>') },
    ],
    ['a field, which gets a value', pageWith('/XObject 10 0 R', '/V Do'), { 10: `${FIELD}/V 60 0 R>>` }],
    [
      'a field, which gets an appearance',
      pageWith('/ExtGState 10 0 R', '/AP gs'),
      { 10: `${FIELD}/V(x)/AP<</ca 0>>>>` },
    ],
    [
      'a page, which gets annotations',
      {
        ...pageWith('/XObject 5 0 R', '/Annots Do'),
        5: '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
        2: twoPages(),
      },
      { 5: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots 60 0 R>>' },
    ],
  ])('is changed if it is %s', async (_, bodies, increment) => {
    const text = await signBodies(bodies);
    expect(stateOf(appendBodies(text, { 60: FORGED }))).toBe('intact');
    expect(stateOf(appendBodies(text, { 60: FORGED, ...increment }))).toBe('changed');
  });

  it.each<[string, Bodies]>([
    ['metadata', { 1: catalog('/Metadata 60 0 R'), 60: formatStream('<x/>', '/Type/Metadata/Subtype/XML') }],
    ['extensions', { 1: catalog('/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 5>>>>') }],
    ['a value', { 10: `${FIELD}/V(x)>>` }],
  ])('is intact if it is not, and %s is added', async (_, increment) => {
    const text = await signBodies(pageWith('', ''));
    expect(stateOf(appendBodies(text, increment))).toBe('intact');
  });

  /** The field stays as it is; the value of its group and its appearance change. */
  it.each<[string, string, string]>([
    ['a form', '/XObject 10 0 R', '11 0 R'],
    ['the group of a soft mask', '/ExtGState 10 0 R', '<</SMask<</S/Luminosity/G 11 0 R>>>>'],
    ['a glyph', '/Pattern 10 0 R', '<</Type/Font/Subtype/Type3/CharProcs<</a 11 0 R>>>>'],
  ])('is changed if an appearance that is %s of the page as well is redrawn', async (_, resources, look) => {
    const group = '<</FT/Tx/T(a)/Kids[10 0 R]';
    const kid = '<</Type/Annot/Subtype/Widget/Parent 9 0 R/Rect[10 10 50 20]/P 3 0 R/F 4/AP';
    const bodies = { ...pageWith(resources, '/AP Do /AP gs'), 8: signedPage('9 0 R ')[8] ?? '' };
    const redrawn = { 9: `${group}/V(x)>>`, 11: FORGED };
    const signWith = (entry: string) =>
      signBodies({ ...bodies, 9: `${group}>>`, 10: `${kid} ${entry}>>`, 11: formatForm('') });
    expect(stateOf(appendBodies(await signWith('<</N 11 0 R>>'), redrawn))).toBe('intact');
    expect(stateOf(appendBodies(await signWith(look), redrawn))).toBe('changed');
  });

  it('is intact if structure and a signature refer to what is changed', async () => {
    const bodies = pageWith('', '');
    bodies[21] = bodies[21]?.replace('<<', '<</Reference[<</TransformMethod/DocMDP/Data 1 0 R>>]') ?? '';
    bodies[1] = catalog('/StructTreeRoot<</K<</S/Form/K<</Type/OBJR/Obj 10 0 R>>>>>>');
    const text = await signBodies(bodies);
    const changed = { 1: bodies[1].replace('<<', '<</Version/2.0'), 10: `${FIELD}/V(x)>>` };
    expect(stateOf(appendBodies(text, changed))).toBe('intact');
  });
});

function twoPages(): string {
  return signedPage()[2]?.replace('Count 1', 'Count 2').replace('3 0 R]', '3 0 R 5 0 R]') ?? '';
}
