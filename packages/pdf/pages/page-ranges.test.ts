import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, type ObjectBodies } from '../testing/build-pdf.ts';
import { hasPrograms, runToSuccess } from '../testing/outside-programs.ts';
import { parsePageRanges } from './page-ranges.ts';

const PAGES = 15;

describe('page ranges', () => {
  it.each([
    ['1-5,8,z', [1, 2, 3, 4, 5, 8, 15]],
    ['r2-r1', [14, 15]],
    ['z-13', [15, 14, 13]],
    ['3,3', [3, 3]],
    ['5,7-9,12:odd', [5, 8, 12]],
    ['5,7-9,12:even', [7, 9]],
    [':even', [2, 4, 6, 8, 10, 12, 14]],
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
    ['1-6,x2-4,x9', [1, 5, 6]],
    ['4-10,x7-9,12-8,xr5', [4, 5, 6, 10, 12, 10, 9, 8]],
    ['2,x2,5', [5]],
  ])('reads %j', (text, pages) => {
    expect(parsePageRanges(text, PAGES).map((index) => index + 1)).toEqual(pages);
  });

  it.each([
    'x3',
    '1-',
    '-3',
    '1,',
    ',1',
    '1, 2',
    '1-3:odd,5',
    '1-2-3',
    'q',
    ':',
    '1:EVEN',
    '1.5',
    '+1',
    '1:',
  ])('refuses %j', (text) => {
    expect(() => parsePageRanges(text, PAGES)).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }) as Error,
    );
  });

  it.each(['0', '16', 'r16', 'r0', '1-99', '1-3,x16'])('refuses pages that do not exist: %j', (text) => {
    expect(() => parsePageRanges(text, PAGES)).toThrow(
      expect.objectContaining({ code: 'page_out_of_range' }) as Error,
    );
  });

  it('bounds what a short text may cost', () => {
    const text = new Array(500).fill('1-z').join(',');
    expect(() => parsePageRanges(text, 50_000)).toThrow(
      expect.objectContaining({ code: 'too_complex' }) as Error,
    );
    expect(() => parsePageRanges(new Array(1001).fill('x1').join(','), PAGES)).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }) as Error,
    );
  });
});

/** Page 1 is 101 points wide, page 2 has 102, and so on. */
function numberedPages(): Uint8Array {
  const bodies: Record<number, string> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
  const refs = Array.from({ length: PAGES }, (_, at) => `${at + 3} 0 R`);
  bodies[2] = `<< /Type /Pages /Kids [${refs.join(' ')}] /Count ${PAGES} >>`;
  for (let at = 0; at < PAGES; at += 1) {
    bodies[at + 3] = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${101 + at} 100] >>`;
  }
  return buildPdf(bodies satisfies ObjectBodies);
}

describe.skipIf(!hasPrograms('qpdf'))('page ranges, as qpdf reads them', () => {
  it('name the same pages', () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-ranges-'));
    const [numbered, chosen] = [join(folder, 'numbered.pdf'), join(folder, 'chosen.pdf')];
    writeFileSync(numbered, numberedPages());
    const page = fc
      .tuple(fc.constantFrom('', 'r'), fc.integer({ min: 1, max: PAGES }))
      .map(([end, number]) => `${end}${number}`);
    const end = fc.oneof(page, fc.constant('z'));
    const range = fc.oneof(
      end,
      fc.tuple(end, end).map(([first, last]) => `${first}-${last}`),
    );
    const text = fc
      .tuple(fc.array(range, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', ':odd', ':even'))
      .map(([ranges, parity]) => ranges.join(',') + parity)
      // qpdf makes no file without pages.
      .filter((each) => parsePageRanges(each, PAGES).length > 0);
    try {
      fc.assert(
        fc.property(text, (ranges) => {
          runToSuccess('qpdf', ['--empty', '--pages', numbered, ranges, '--', chosen]);
          const file = openPdf(chosen);
          const widths = [...file.pages()].map(({ geometry }) => geometry.displayedWidth);
          file.close();
          expect(parsePageRanges(ranges, PAGES)).toEqual(widths.map((width) => width - 101));
        }),
        { numRuns: 25 },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
