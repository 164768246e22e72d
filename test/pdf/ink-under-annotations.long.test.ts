import { openPdf } from '@countersign/pdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openPdfium } from './forms-look/pdfium.ts';
import type { Raster } from './forms-look/raster.ts';
import { hasPoppler, RENDERERS, type Render } from './forms-look/renderers.ts';
import { buildPage, OPAQUE, RECT, stamp, UPRIGHT } from './stamped-page.ts';

/** Ink pixels of an uncovered box at two pixels per point; a hidden box has none. */
const MIN_INK = 2000;

/** Entries of one annotation on a page of 300 x 200 points. */
const ANNOTATIONS: Readonly<Record<string, string>> = {
  'a stamp': `/Subtype /Stamp ${RECT} /F 4 ${OPAQUE}`,
  'a text without an appearance': `/Subtype /FreeText ${RECT} /F 4 /C [1 1 0] /DA (/Helv 12 Tf 0 g) /Contents (Sign here)`,
  'a text with an appearance': `/Subtype /FreeText ${RECT} /F 4 ${OPAQUE} /Contents (Sign here)`,
  'a filled square without an appearance': `/Subtype /Square ${RECT} /F 4 /IC [1 1 0] /C [0 0 0]`,
  'a filled circle without an appearance': `/Subtype /Circle ${RECT} /F 4 /IC [1 1 0]`,
  'a polygon without an appearance': `/Subtype /Polygon ${RECT} /F 4 /IC [1 1 0] /Vertices [20 20 280 20 280 180 20 180]`,
  'a stamp that is not printed': `/Subtype /Stamp ${RECT} /F 0 ${OPAQUE}`,
  'a stamp that does not turn with its page': `/Subtype /Stamp ${RECT} /F 20 ${OPAQUE}`,
  'a stamp that covers half of the box': `/Subtype /Stamp /Rect [20 20 150 180] /F 4 ${OPAQUE}`,
  'a stamp of which one corner reaches into the box': `/Subtype /Stamp /Rect [45 110 120 180] /F 4 ${OPAQUE}`,
  'a watermark': `/Subtype /Watermark ${RECT} /F 4 ${OPAQUE} /FixedPrint << /Type /FixedPrint /H 0 /V 0 >>`,
  'a redaction': `/Subtype /Redact ${RECT} /F 4 /IC [0 0 0] ${OPAQUE}`,
  'a link with an appearance': `/Subtype /Link ${RECT} /F 4 ${OPAQUE}`,
  'an unknown kind': `/Subtype /Unheard ${RECT} /F 4 ${OPAQUE}`,
  'a caret with transparency': `/Subtype /Caret ${RECT} /F 4 /CA 1 ${OPAQUE}`,
  'a projection': `/Subtype /Projection ${RECT} /F 4 ${OPAQUE}`,
};

const PAGES: Readonly<Record<string, readonly [entries: string, content: string]>> = {
  upright: ['/MediaBox [0 0 300 200]', '0 g'],
  'turned by 90': ['/MediaBox [0 0 200 300] /Rotate 90', '0 g'],
  'turned by 180': ['/MediaBox [0 0 300 200] /Rotate 180', '0 g'],
  'turned by -90': ['/MediaBox [0 0 200 300] /Rotate -90', '0 g'],
  'cropped, far from the origin': ['/MediaBox [0 0 700 700] /CropBox [50 60 350 260]', '0 g'],
  'a group that knocks out': [
    '/MediaBox [0 0 300 200] /Group << /S /Transparency /I true /K true /CS /DeviceCMYK >>',
    '0 g',
  ],
};

/** Content with an unbalanced graphics state, or that readers do not draw to its end. */
const CONTENTS: Readonly<Record<string, string>> = {
  'a clipping path': 'q 0 0 1 1 re W n',
  'more Q than q, and a matrix': 'Q Q 1 0 0 1 900 900 cm Q',
  'a text and marked content': '/Span BMC BT /F1 9 Tf',
  'an array': '0 g [ /oops',
  'a dictionary': '0 g << /oops',
  'a string': '0 g (a (b',
  'a string that ends with a backslash': '0 g (a\\',
  'a hexadecimal string': '0 g <abc',
  'an inline image': 'BI /W 1 /H 1 /BPC 8 /CS /G ID a',
  'operators within an array': '[ 0 g q 1 0 0 rg',
  'unknown operators': 'Q4Td foo bar Tj9Tj '.repeat(30),
  'closing brackets': ']] >> } ) 0 g',
};

let pdfium: Awaited<ReturnType<typeof openPdfium>> | undefined;

beforeAll(async () => {
  if (hasChromium) pdfium = await openPdfium();
}, 60_000);

afterAll(() => pdfium?.close());

function renderers(): [string, Render][] {
  const all = Object.entries(RENDERERS).filter(([name]) => name !== 'Poppler' || hasPoppler);
  if (pdfium !== undefined) all.push(['PDFium', pdfium.render]);
  return all;
}

async function findHidden(pdf: Uint8Array): Promise<string[]> {
  const hidden: string[] = [];
  for (const [name, render] of renderers()) {
    const found = countRed(await render(pdf, 0));
    if (found < MIN_INK) hidden.push(`${name}: ${found}`);
  }
  return hidden;
}

function countRed({ rgb }: Raster): number {
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
    if (red > 180 && green < 90 && blue < 90) count += 1;
  }
  return count;
}

describe('ink in a box', { timeout: 120_000 }, () => {
  it.each(Object.entries(ANNOTATIONS))('is visible in every reader under %s', async (_, annotation) => {
    expect(await findHidden(await stamp(buildPage(UPRIGHT, annotation)))).toEqual([]);
  });

  it.each(Object.entries(PAGES))('is seen over an opaque stamp on a page that is %s', async (_, page) => {
    const [left, bottom, right, top] = openPdf(buildPage(page)).page(0).geometry.cropBox;
    const rect = [left + 20, bottom + 20, right - 20, top - 20].join(' ');
    const covering = `/Subtype /Stamp /Rect [${rect}] /F 4 ${OPAQUE}`;
    expect(await findHidden(await stamp(buildPage(page, covering)))).toEqual([]);
  });

  it.each(Object.entries(CONTENTS))('is seen on a page whose content leaves open %s', async (_, content) => {
    expect(await findHidden(await stamp(buildPage([UPRIGHT[0], content])))).toEqual([]);
  });
});
