import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inlineToolkit } from '@countersign/toolkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const A4 = '/MediaBox[0 0 595 842]';

/** A page with this content; the objects begin with number 5. */
function pageOf(content: string, entries = A4, objects: readonly string[] = []): Uint8Array {
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R${entries}>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const offsets = bodies.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = bodies.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

const withFont = (font: string, text = '(Text) Tj', objects: readonly string[] = []) =>
  pageOf(`BT /F 20 Tf 50 700 Td ${text} ET`, `${A4}/Resources<</Font<</F ${font}>>>>`, objects);

/** Draws a page while one package cannot be found. */
const WITHOUT_PACKAGE = `
const [, name, module, input] = process.argv;
const { registerHooks } = await import('node:module');
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === name || specifier.endsWith('/' + name)) throw new Error('not installed');
    return next(specifier, context);
  },
});
const { renderPage } = await import(module);
console.log(await renderPage({ input, page: 0, width: 720 }));
`;

const toolkit = inlineToolkit();
/** The bytes are copied, as the toolkit takes them. */
const render = (input: string | Uint8Array) =>
  toolkit.renderPage({
    input: typeof input === 'string' ? input : new Uint8Array(input),
    page: 0,
    width: 720,
  });

const measure = async (input: string | Uint8Array) => {
  const drawn = await render(input);
  const { width, height } = await sharp(drawn?.picture).metadata();
  return { points: [drawn?.width, drawn?.height], pixels: [width, height] };
};

/** Lists the share of the height from the top at which rows are darker than white. */
async function findInk(picture: Uint8Array | undefined): Promise<readonly number[]> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, row) =>
    data.subarray(row * info.width, (row + 1) * info.width).some((value) => value < 128),
  );
  return rows.flatMap((hasInk, row) => (hasInk ? [row / info.height] : []));
}

describe('the picture of a page', () => {
  it('shows text, fields and their values, in a tenth of the bytes of a script', async () => {
    const drawn = await render(fixturePath('forms/contract.pdf'));
    expect(drawn).toMatchObject({ width: 595.28, height: 841.89, text: { left: 72, medianSize: 10 } });
    expect(drawn?.picture.length).toBeLessThan(8_000);
    expect((await findInk(drawn?.picture)).length).toBeGreaterThan(100);
  });

  it('is upright and of the size that readers show', async () => {
    expect(await measure(pageOf('', '/MediaBox[0 0 842 595]/Rotate 90'))).toEqual({
      points: [595, 842],
      pixels: [720, 1019],
    });
    expect(await measure(fixturePath('plain/user-unit.pdf'))).toMatchObject({ points: [595.28, 841.89] });
    expect(await measure(fixturePath('plain/cropped.pdf'))).toMatchObject({ points: [395, 642] });
    const ink = await findInk((await render(pageOf('0 0 595 84 re f', `${A4}/Rotate 180`)))?.picture);
    expect(ink[0]).toBe(0);
    expect(ink.at(-1)).toBeCloseTo(0.1, 2);
  });

  it.each([
    ['of 500 m', '/MediaBox[0 0 14400 14400]/UserUnit 100', [1_440_000, 1_440_000], [720, 720]],
    ['that is a strip', '/MediaBox[0 0 1 14400]', [1, 14_400], [1, 4096]],
    ['on its side', '/MediaBox[0 0 1000000 2]', [1_000_000, 2], [720, 1]],
    ['smaller than a point', '/MediaBox[0 0 0.01 0.01]', [0.01, 0.01], [1, 1]],
    ['as large as a stamp', '/MediaBox[0 0 60 80]', [60, 80], [180, 240]],
  ])('of a page %s has few pixels', async (_what, box, points, pixels) => {
    const measured = await measure(pageOf('0 0 1 1 re f', box));
    expect(measured.points).toEqual(points);
    expect(measured.pixels.map((side, index) => Math.abs((side ?? 0) - (pixels[index] ?? 0)) <= 1)).toEqual([
      true,
      true,
    ]);
  });

  it('keeps colors, near enough', async () => {
    const drawn = await render(pageOf('1 0 0 rg 0 0 595 842 re f'));
    const { dominant } = await sharp(drawn?.picture).stats();
    expect([dominant.r > 240, dominant.g < 16, dominant.b < 16]).toEqual([true, true, true]);
  });

  it('is there for standard fonts that are not in the file', async () => {
    const standard = withFont('<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>');
    expect((await findInk((await render(standard))?.picture)).length).toBeGreaterThan(5);
  });
});

describe('there is no picture', () => {
  const CJK = `<</Type/Font/Subtype/Type0/BaseFont/KozMinPro/Encoding/UniJIS-UTF16-H/DescendantFonts[5 0 R]>>`;
  const CID = `<</Type/Font/Subtype/CIDFontType0/BaseFont/KozMinPro/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 6>>/FontDescriptor 6 0 R>>`;
  const DESCRIPTOR = `<</Type/FontDescriptor/FontName/KozMinPro/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent 0/CapHeight 700/StemV 80>>`;
  const DIFFERENCES = `<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Type/Encoding/Differences[65/afii10017]>>>>`;

  it.each([
    ['in Japanese without its font', withFont(CJK, '<65E5672C> Tj', [CID, DESCRIPTOR])],
    ['in a font of another machine', withFont('<</Type/Font/Subtype/TrueType/BaseFont/Calibri>>')],
    ['with a character that the standard font lacks', withFont(DIFFERENCES, '(A) Tj')],
    [
      'with an image that is too large to decode',
      pageOf('q 595 0 0 842 0 0 cm /I Do Q', `${A4}/Resources<</XObject<</I 5 0 R>>>>`, [
        '<</Type/XObject/Subtype/Image/Width 60000/Height 60000/ColorSpace/DeviceGray/BitsPerComponent 1/Length 1>>\nstream\n0\nendstream',
      ]),
    ],
    ['with fields that pdf.js cannot draw', readFileSync(fixturePath('forms/without-appearances.pdf'))],
    ['of a file that is no PDF', readFileSync(fixturePath('malformed/html.pdf'))],
    ['behind a password', readFileSync(fixturePath('encrypted/user-password.pdf'))],
  ])('of a page %s', async (_what, input) => {
    expect(await render(input)).toBeNull();
  });

  it.each(['@napi-rs/canvas', 'pdfjs-dist/legacy/build/pdf.mjs', 'sharp'])(
    'where %s is not installed',
    (name) => {
      const module = new URL('../../packages/toolkit/operations/rendering.ts', import.meta.url).href;
      const args = ['--input-type=module', '-e', WITHOUT_PACKAGE, name, module];
      const input = fixturePath('forms/contract.pdf');
      expect(execFileSync(process.execPath, [...args, input], { encoding: 'utf8' })).toBe('null\n');
    },
  );
});
