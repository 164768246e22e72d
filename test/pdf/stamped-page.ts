import { openPdf } from '@countersign/pdf';
import { type PlacedBox, stampBoxes } from '@countersign/seal';
import sharp from 'sharp';
import { buildPdf } from '../../packages/pdf/testing/build-pdf.ts';

/** Displayed points, covered completely unless an annotation has another /Rect. */
const BOX: PlacedBox = { type: 'signature', page: 0, x: 40, y: 40, width: 219, height: 58 };

/** The box with a white margin, by which PDFium's page is found. */
export const RECT = '/Rect [20 20 280 180]';
export const OPAQUE = '/AP << /N 6 0 R >>';

/** Entries and content of a page of 300 x 200 points. */
export const UPRIGHT = ['/MediaBox [0 0 300 200]', '0 g'] as const;

const APPEARANCE =
  '<< /Type /XObject /Subtype /Form /BBox [0 0 400 400] /Length 26 >>\nstream\n1 1 0 rg 0 0 400 400 re f \nendstream';

/** Builds a file of one page with the given entries and content and, if given, one annotation. */
export function buildPage([entries, content]: readonly [string, string], annotation?: string): Uint8Array {
  const annots = annotation === undefined ? '' : '/Annots [5 0 R]';
  return buildPdf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /Resources << >> /Contents 4 0 R ${entries} ${annots} >>`,
    4: `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    5: `<< /Type /Annot ${annotation ?? ''} >>`,
    6: APPEARANCE,
  });
}

/** Stamps red ink and a date. */
export async function stamp(pdf: Uint8Array): Promise<Uint8Array> {
  const file = openPdf(pdf);
  await stampBoxes(file, [{ box: BOX, image: await drawInk(), lines: ['2026-11-22'] }]);
  return file.save().toBytes();
}

function drawInk(): Promise<Buffer> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#f00"/></svg>';
  return sharp(Buffer.from(svg)).png().toBuffer();
}
