import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { mergePdfs } from './merge.ts';

interface SharedParts {
  readonly pixels?: string;
  readonly font?: string;
  readonly width?: number;
  readonly image?: string;
  /** Objects before the font, so that numbers differ between files. */
  readonly shift?: number;
}

/** A page with an image with soft mask and an embedded font, and a form whose fields use the font. */
function fileWithParts(parts: SharedParts = {}): Uint8Array {
  const { pixels = 'AAAA', font = 'font file', width = 500, image = '', shift = 0 } = parts;
  const at = (number: number) => `${number + shift} 0 R`;
  const stream = (dict: string, text: string) =>
    `<< ${dict} /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const picture =
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray';
  return buildPdf({
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /DR << /Font << /F ${at(10)} >> >> >> >>`,
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /XObject << /I ${at(20)} >> /Font << /F ${at(10)} >> >> /Annots [4 0 R] >>`,
    4: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /DA (0 g /F 12 Tf) /Rect [0 0 9 9] /P 3 0 R >>',
    [10 + shift]:
      `<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 32 /LastChar 32 /Widths [${width}] /FontDescriptor ${at(11)} >>`,
    [11 + shift]: `<< /Type /FontDescriptor /FontName /X /FontFile2 ${at(12)} >>`,
    [12 + shift]: stream('', font),
    [20 + shift]: stream(`${picture} /SMask ${at(21)} ${image}`, pixels),
    [21 + shift]: stream(picture, 'MMMM'),
  });
}

/** Values of `copiesFrom`: all files are copied from, or none. */
const COPIES_FROM = [0, 1000];

function mergeText(copiesFrom: number, ...files: readonly Uint8Array[]): string {
  const merged = mergePdfs(
    files.map((bytes) => openPdf(bytes)),
    { copiesFrom },
  ).toBytes();
  expect(complaintsOfQpdf(merged)).toBe('');
  return Buffer.from(merged).toString('latin1');
}

function count(text: string, word: string): number {
  return text.split(word).length - 1;
}

/** A page with an image without references. `shift` and `others`: objects before and after it. */
function fileWithPicture(pixels: string, shift = 0, others = 0): Uint8Array {
  const dict = `/Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length ${pixels.length}`;
  return buildPdf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /XObject << /I ${4 + shift} 0 R >> >> >>`,
    [4 + shift]: `<< ${dict} >>\nstream\n${pixels}\nendstream`,
    ...Object.fromEntries(Array.from({ length: others }, (_, at) => [at + 10, `<< /Note ${at} >>`])),
  });
}

describe('equal images that refer to nothing', () => {
  const [begin, end] = ['x'.repeat(64), 'y'.repeat(64)];
  const [a, b] = [`${begin}AAAA${end}`, `${begin}BBBB${end}`];

  it.each(COPIES_FROM)('are stored once, others as often as they come (copied from %d objects)', (from) => {
    const text = mergeText(from, ...[a, b, a, b].map((pixels, at) => fileWithPicture(pixels, at)));
    expect([count(text, 'AAAA'), count(text, 'BBBB')]).toEqual([1, 1]);
  });

  it('are stored once when some inputs are copied and others are made', () => {
    const many = fileWithPicture(a, 0, 1200);
    const few = fileWithPicture(a);
    for (const files of [
      [few, many, few],
      [many, few, many],
    ])
      expect(count(mergeText(1000, ...files), 'AAAA')).toBe(1);
  });
});

describe.each(COPIES_FROM)('equal fonts and images of merged files (copied from %d objects)', (from) => {
  const mergeParts = (...files: readonly SharedParts[]) =>
    mergeText(from, ...files.map((parts) => fileWithParts(parts)));

  it('are stored once, with all that they refer to', () => {
    const text = mergeParts({}, { shift: 30 }, { shift: 3 });
    expect(count(text, 'AAAA')).toBe(1);
    expect(count(text, 'MMMM')).toBe(1);
    expect(count(text, 'font file')).toBe(1);
    expect(count(text, '/BaseFont')).toBe(1);
    expect(count(text, '/Type/Page/')).toBe(3);
  });

  it('are kept apart when stored bytes differ, and share what does not', () => {
    const text = mergeParts({}, { pixels: 'AAAB' }, { font: 'font fild' });
    expect([count(text, 'AAAA'), count(text, 'AAAB'), count(text, 'MMMM')]).toEqual([1, 1, 1]);
    expect([count(text, 'font file'), count(text, 'font fild')]).toEqual([1, 1]);
    expect(count(text, '/BaseFont')).toBe(2);
  });

  it('are kept apart when a dictionary differs', () => {
    const text = mergeParts({}, { width: 501 }, { image: '/Decode [1 0]' });
    expect([count(text, 'AAAA'), count(text, '/BaseFont'), count(text, 'font file')]).toEqual([2, 2, 1]);
  });

  it('may refer to themselves', () => {
    const circle = fileWithParts({ image: '/Alternates [20 0 R]' });
    expect(count(mergeText(from, circle, circle), 'AAAA')).toBe(2);
  });

  it('leave a font of another kind under the same name to the fields that chose it', () => {
    const text = mergeParts({}, { width: 501 });
    expect(text).toMatch(/\/DR<<\/Font<<\/F \d+ 0 R\/F_2 \d+ 0 R>>>>/);
    expect(text).toMatch(/\/DA ?\(0 g \/F 12 Tf\)/);
    expect(text).toContain(`/DA<${Buffer.from('0 g /F_2 12 Tf').toString('hex').toUpperCase()}>`);
  });
});
