import { describe, expect, it, vi } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { inspect } from '../read/preflight.ts';
import { buildPdf } from '../testing/build-pdf.ts';

/**
 * Found by the fuzzer: shared lists multiply the work. 5,000 pages with one list of 5,000 annotations have 25
 * million of them.
 */
const COUNT = 5_000;

function repeat(item: string): string {
  return `[${`${item} `.repeat(COUNT)}]`;
}

describe('one list of annotations for thousands of pages', () => {
  const bodies = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${COUNT} /MediaBox [0 0 200 200] /Kids ${repeat('3 0 R')} >>`,
    3: '<< /Type /Page /Parent 2 0 R /Annots 4 0 R >>',
    4: repeat('5 0 R'),
    5: '<< /Type /Annot /Subtype /Widget /Rect [0 0 50 50] >>',
  };

  it('is refused when all pages are asked for theirs', () => {
    const file = openPdf(buildPdf(bodies));
    const listAll = () => Array.from(file.pages(), (page) => page.annotations().length);
    expect(listAll).toThrow(
      expect.objectContaining({ code: 'too_complex', params: { limit: 'annotations', value: 1_000_000 } }),
    );
  });

  it('is listed for one page as often as one likes', () => {
    const file = openPdf(buildPdf(bodies));
    for (let turn = 0; turn < 300; turn += 1) expect(file.page(0).annotations()).toHaveLength(COUNT);
  });
});

// 15 KB from which every step made two million references.
describe('one page with a long list, thousands of times', () => {
  const bodies = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${COUNT} /MediaBox [0 0 200 200] /Kids ${repeat('3 0 R')} >>`,
    3: `<< /Type /Page /Parent 2 0 R /Contents ${repeat('4 0 R')} >>`,
    4: '<< /Length 0 >>\nstream\n\nendstream',
  };

  it('is refused when its pages are to be changed', () => {
    const file = openPdf(buildPdf(bodies));
    expect(() => file.page(1).dict).toThrow(
      expect.objectContaining({ code: 'too_complex', params: { limit: 'copiedItems', value: 1_000_000 } }),
    );
  });

  it('is shown on every page', () => {
    const file = openPdf(buildPdf(bodies));
    expect(Array.from(file.pages(), ({ geometry }) => geometry.displayedWidth)).toEqual(
      Array(COUNT).fill(200),
    );
  });
});

describe('one list of kids for thousands of fields', () => {
  it('is walked once', () => {
    const numbers = Array.from({ length: COUNT }, (_, index) => index + 10);
    const fields = numbers.map((number) => [number, `<< /T (f${number}) /FT /Tx /Kids 4 0 R >>`]);
    const bodies = {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields 4 0 R >> >>',
      2: '<< /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R >>',
      4: `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`,
      ...Object.fromEntries(fields),
    };
    const file = openPdf(buildPdf(bodies));
    const lookups = vi.spyOn(file.context, 'lookup');
    expect(inspect(file).formFields).toBe(COUNT);
    expect(lookups.mock.calls.length).toBeLessThan(COUNT * 20);
  });
});
