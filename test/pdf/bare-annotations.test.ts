import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { inlineToolkit } from '@countersign/toolkit';
import { verifyFile } from '@countersign/verify';
import { PDFBool, type PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFile, formatStream } from '../../packages/seal/testing/build-file.ts';
import { signBodies, signedPage } from '../../packages/seal/testing/sign-built-file.ts';
import { RENDERERS } from './geometry/renderers.ts';

/**
 * Readers drew annotations without an appearance themselves, with fonts of the form, and a font that was added after the
 * seal made 999 of 111. Sealing now leaves no annotation to readers: whatever the form gets afterwards, every reader
 * shows the same pixels.
 */
const folder = mkdtempSync(join(tmpdir(), 'countersign-bare-'));
const toolkit = inlineToolkit({ signer: { kind: 'development' } });
const REQUEST = { reason: 'Test', signedAt: '2026-01-01T00:00:00.000Z' };

afterAll(async () => {
  await toolkit.close();
  rmSync(folder, { recursive: true });
});

const PLACE = '/Rect[20 100 200 140]/F 4';
const QUADS = '/QuadPoints[20 140 200 140 20 100 200 100]';
const field = (entries: string) => `/Subtype/Widget/T(price)/DA(/EvF 20 Tf 0 g)${entries}`;

/** [name, entries, whether the form lists it, whether something is drawn] */
type Row = readonly [string, string, 'listed' | 'unlisted', 'seen' | 'unseen'];
const ROWS: readonly Row[] = [
  ['a free text', '/Subtype/FreeText/Contents(111 EUR)/DA(/EvF 20 Tf 1 0 0 rg)', 'unlisted', 'seen'],
  [
    'a free text with a frame',
    '/Subtype/FreeText/Contents(111 EUR)/BS<</W 3>>/C[1 1 0]/Q 1',
    'unlisted',
    'seen',
  ],
  [
    'a free text that is too long for its size',
    `/Subtype/FreeText/Contents(${'111 '.repeat(60)})/DA(/H 30 Tf 0 g)`,
    'unlisted',
    'seen',
  ],
  ['a text field outside of the form', field('/FT/Tx/V(111)'), 'unlisted', 'seen'],
  ['a text field with an empty dictionary', field('/FT/Tx/V(111)/AP<</N<<>>>>'), 'listed', 'seen'],
  ['a choice', field('/FT/Ch/Ff 131072/V(111)/Opt[(111)]'), 'listed', 'seen'],
  ['a push button', field('/FT/Btn/Ff 65536/MK<</CA(111)>>'), 'listed', 'seen'],
  ['a check box', field('/FT/Btn/V/A/AS/A/MK<</BC[0 0 1]>>'), 'listed', 'seen'],
  ['a square', '/Subtype/Square/C[1 0 0]/IC[1 1 0]/BS<</W 4/S/D/D[6 3]>>', 'unlisted', 'seen'],
  ['a circle', '/Subtype/Circle/C[0 0 1]/IC[0.8 1 0.8]/CA 0.5', 'unlisted', 'seen'],
  [
    'a line',
    '/Subtype/Line/L[20 105 200 135]/LE[/ClosedArrow/Diamond]/C[1 0 0]/IC[0 1 0]/Cap true/Contents(111)',
    'unlisted',
    'seen',
  ],
  [
    'a line with leader lines',
    '/Subtype/Line/L[20 105 200 105]/LL 20/LLE 5/LE[/Butt/OpenArrow]',
    'unlisted',
    'seen',
  ],
  [
    'an open polygon',
    '/Subtype/PolyLine/Vertices[20 100 60 140 100 100]/LE[/Circle/Slash]',
    'unlisted',
    'seen',
  ],
  ['a polygon', '/Subtype/Polygon/Vertices[20 100 60 140 100 100]/IC[0 1 1]', 'unlisted', 'seen'],
  ['ink', '/Subtype/Ink/InkList[[20 100 60 140 100 100][120 120]]/C[0 0 1]/BS<</W 3>>', 'unlisted', 'seen'],
  ['a highlight', `/Subtype/Highlight${QUADS}/C[1 1 0]`, 'unlisted', 'seen'],
  ['an underline', `/Subtype/Underline${QUADS}/C[1 0 0]`, 'unlisted', 'seen'],
  ['a line through words', `/Subtype/StrikeOut${QUADS}/C[1 0 0]`, 'unlisted', 'seen'],
  ['a squiggly line', `/Subtype/Squiggly${QUADS}/C[1 0 0]`, 'unlisted', 'seen'],
  ['a stamp by name', '/Subtype/Stamp/Name/NotApproved', 'unlisted', 'seen'],
  ['a note', '/Subtype/Text/Name/Comment/Rect[20 100 44 124]/Contents(111)', 'unlisted', 'seen'],
  ['an attached file', '/Subtype/FileAttachment/Name/Tag/FS(a.txt)/Rect[20 100 44 124]', 'unlisted', 'seen'],
  ['a caret', '/Subtype/Caret/C[0 0 1]', 'unlisted', 'seen'],
  ['words to be removed', `/Subtype/Redact${QUADS}/C[1 0 0]`, 'unlisted', 'seen'],
  ['a type that nobody knows', '/Subtype/Quote/Contents(111)', 'unlisted', 'unseen'],
  ['a watermark', '/Subtype/Watermark/Contents(111)', 'unlisted', 'unseen'],
];

function build(entries: string, isListed: boolean): Buffer {
  const place = entries.includes('/Rect') ? '/F 4' : PLACE;
  return buildFile({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm 8 0 R>>',
    2: '<</Type/Pages/Count 1/MediaBox[0 0 300 200]/Resources<</Font<</F1 7 0 R>>>>/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[10 0 R]>>',
    4: formatStream('BT /F1 24 Tf 20 110 Td (Pay) Tj ET'),
    7: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    8: `<</Fields[${isListed ? '10 0 R' : ''}]>>`,
    10: `<</Type/Annot/P 3 0 R${place}${entries}>>`,
  });
}

async function seal(
  bytes: Buffer,
  { certify }: { readonly certify?: false } = {},
): Promise<{ readonly bytes: Buffer; readonly drawn: number }> {
  const [input, output] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
  writeFileSync(input, bytes);
  const { drawnAnnotations } = await toolkit.seal({ input, output, ...REQUEST, certify });
  return { bytes: readFileSync(output), drawn: drawnAnnotations };
}

/** Shows 9 for 1. */
const NINES = {
  Type: 'Font',
  Subtype: 'Type1',
  BaseFont: 'Helvetica',
  FirstChar: 32,
  LastChar: 126,
  Widths: Array.from({ length: 95 }, () => 556),
  Encoding: { BaseEncoding: 'WinAnsiEncoding', Differences: [49, 'nine'] },
};

function forge(bytes: Buffer, change: (form: PDFDict) => void): Buffer {
  const file = openPdf(bytes);
  const form = file.catalog.lookup(PDFName.of('AcroForm')) as PDFDict;
  change(form);
  const forged = Buffer.from(file.save().toBytes());
  expect(forged.length).toBeGreaterThan(bytes.length);
  return forged;
}

const hasFonts = (bytes: Buffer) =>
  (openPdf(bytes).catalog.lookup(PDFName.of('AcroForm')) as PDFDict).has(PDFName.of('DR'));
const addFonts = (form: PDFDict) =>
  form.set(PDFName.of('DR'), form.context.obj({ Font: { EvF: NINES, Helv: NINES } }));
const addDefaults = (form: PDFDict) => {
  addFonts(form);
  form.set(PDFName.of('DA'), form.context.obj('/EvF 40 Tf 1 0 0 rg'));
  form.set(PDFName.of('Q'), form.context.obj(2));
};
const askForAppearances = (form: PDFDict) => {
  addFonts(form);
  form.set(PDFName.of('NeedAppearances'), PDFBool.True);
};

async function renderAll(bytes: Buffer): Promise<Record<string, string>> {
  const pictures: Record<string, string> = {};
  for (const reader of RENDERERS) {
    if (!(await reader.isInstalled())) continue;
    const [picture] = await reader.render(bytes, { first: 0, last: 0, userUnit: 1 }, 1);
    if (picture === undefined) throw new Error(`${reader.name} drew nothing`);
    pictures[reader.name] = Buffer.from(picture.data).toString('base64');
  }
  return pictures;
}

let plain: Record<string, string>;
beforeAll(async () => {
  plain = await renderAll(build('/Subtype/Popup', false));
});

describe.each(ROWS)('%s without an appearance', (_, entries, listed, seen) => {
  it('has one when it is sealed, and a font that is added later changes no pixel', async () => {
    const sealed = await seal(build(entries, listed === 'listed'));
    expect(sealed.drawn).toBe(1);
    const pictures = await renderAll(sealed.bytes);
    for (const [reader, picture] of Object.entries(pictures))
      expect(picture !== plain[reader], reader).toBe(seen === 'seen');

    const later = forge(sealed.bytes, addFonts);
    // Drawing a field completes its fonts in /DR; these may not be replaced.
    expect(verifyFile(later).state).toBe(hasFonts(sealed.bytes) ? 'changed' : 'intact');
    expect(await renderAll(later)).toEqual(pictures);

    const defaults = forge(sealed.bytes, addDefaults);
    expect(await renderAll(defaults)).toEqual(pictures);
    expect(verifyFile(forge(sealed.bytes, askForAppearances)).state).toBe('changed');
  });
});

it('an annotation of a signed file is not drawn, since that would be reported as a change', async () => {
  const signed = await seal(build('/Subtype/Popup', false), { certify: false });
  const bare = forge(signed.bytes, ({ context }) => {
    (context.lookup(PDFRef.of(10)) as PDFDict).set(PDFName.of('Subtype'), PDFName.of('Square'));
  });
  expect((await seal(bare, { certify: false })).drawn).toBe(0);
});

describe('an annotation of a file whose form does not list its signature field', () => {
  const bodies: Record<number, string> = {
    ...signedPage('10 0 R '),
    8: '<</Fields[]/SigFlags 3>>',
    10: `<</Type/Annot/P 3 0 R${PLACE}/Subtype/Square/C[1 0 0]>>`,
  };
  const field = bodies[20];

  it('is not drawn if the field is signed, which its widget on a page tells', async () => {
    const signed = Buffer.from(await signBodies(bodies), 'latin1');
    expect((await seal(signed, { certify: false })).drawn).toBe(0);
  });

  it.each([
    ['has no value', field?.replace('/V 21 0 R', '')],
    ['has a value that is not a dictionary', field?.replace('/V 21 0 R', '/V(21)')],
    ['is of another type', field?.replace('/FT/Sig', '/FT/Btn/Ff 65536/AP<</N 4 0 R>>')],
  ])('is drawn if the field %s', async (_, changed = '') => {
    const unsigned = buildFile({ ...bodies, 20: changed });
    expect((await seal(unsigned, { certify: false })).drawn).toBe(1);
  });
});

describe('an annotation whose text cannot be drawn', () => {
  const REFUSED: readonly (readonly [string, string, string])[] = [
    ['a free text with a character that no font has', '/Subtype/FreeText/Contents<FEFFDBFFDFFD>', 'FreeText'],
    ['a free text with rich text alone', '/Subtype/FreeText/RC(<p>111</p>)', 'FreeText'],
    ['a caption of a line', '/Subtype/Line/L[20 105 200 135]/Cap true/Contents<FEFFDBFFDFFD>', 'Line'],
  ];

  it.each(REFUSED)('is refused at upload, with its type and page: %s', async (_, entries, annotation) => {
    const refusal = { code: 'text_not_drawable', params: { annotation, page: 1 } };
    const bytes = build(entries, false);
    await expect(toolkit.inspectUpload({ input: bytes })).rejects.toMatchObject(refusal);
    await expect(seal(bytes)).rejects.toMatchObject(refusal);
  });

  // It may be in a file that was stored before uploads were checked, and people may have signed it.
  it.each(REFUSED)('does not keep a stored document from being sealed: %s', async (_, entries) => {
    const [input, output] = [join(folder, 'stored.pdf'), join(folder, 'completed.pdf')];
    writeFileSync(input, build(entries, false));
    await toolkit.complete({ input, output, values: [], stamps: [], seal: REQUEST });
    expect(verifyFile(readFileSync(output)).state).toBe('intact');
  });
});
