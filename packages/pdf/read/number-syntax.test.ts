import fc from 'fast-check';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { roundsOf } from '../testing/share.ts';
import { parseNumber } from './characters.ts';

function parse(text: string): number {
  const bytes = Buffer.from(`(${text})`, 'latin1');
  return parseNumber(bytes, 1, bytes.length - 1);
}

/** Raw numbers that pdf.js reads alike, including all that Poppler and MuPDF accept. */
const AGREED = [
  ['12', 12],
  ['+12', 12],
  ['-12', -12],
  ['--12', -12],
  ['00012', 12],
  ['12.', 12],
  ['595.', 595],
  ['.5', 0.5],
  ['+.5', 0.5],
  ['-.5', -0.5],
  ['5-3', 53],
  ['1.5-3', 1.53],
  ['205--.88', 205.88],
  ['5-', 5],
  ['2147483648', 2147483648],
  ['1234567.123456789', 1234567.123456789],
  [`0.${'0'.repeat(30)}1${'0'.repeat(300)}1`, 1e-31],
] as const;

/** Not numbers: qpdf reads strings, MuPDF null, Poppler and pdf.js several tokens. */
const NOT_NUMBERS = [
  ['---12', -12],
  ['-+12', 12],
  ['+-12', -12],
  ['.', 0],
  ['-', 0],
  ['+', 0],
  ['-.', 0],
  ['-0', 0],
  ['1.2.3', 1.2],
  ['1..2', 1],
  ['1e3', 1],
  ['1.5e-2', 1.5],
  ['12abc', 12],
  ['0x10', 0],
  ['1_000', 1],
  ['9007199254740993', 9007199254740992],
  ['99999999999999999999', 1e20],
  ['9'.repeat(400), 0],
] as const;

describe('parseNumber', () => {
  it.each([...AGREED, ...NOT_NUMBERS])('reads %s as %d', (text, value) => {
    expect(parse(text)).toBe(value);
  });

  it('reads what JavaScript prints, to the last bit', () => {
    const decimals = fc.oneof(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.integer().map((value) => value / 1000),
    );
    fc.assert(
      fc.property(decimals, (value) => {
        fc.pre(!String(value).includes('e') && !Object.is(value, -0));
        expect(parse(String(value))).toBe(value);
        expect(parse(value.toFixed(6))).toBe(Number(value.toFixed(6)) || 0);
      }),
      { numRuns: roundsOf(1000) },
    );
  });
});

describe('a number in a file', () => {
  it('is what pdf.js reads', async () => {
    for (const [text, value] of AGREED.slice(0, -1)) {
      const bytes = buildPdf(pageBodies(1, `/MediaBox [0 0 ${text} 500]`));
      const box = [Math.min(0, value), 0, Math.max(0, value), 500];
      expect(openPdf(bytes).page(0).geometry.mediaBox, text).toEqual(box);
      const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
      expect((await (await task.promise).getPage(1)).view, text).toEqual(box);
      await task.destroy();
    }
  });
});
