import { openPdf } from '@countersign/pdf';
import { describe, expect, it } from 'vitest';
import { stripSignatures } from '../../../packages/seal/strip/strip-signatures.ts';

/** Found by fuzzing. Writes the bodies of objects without a cross-reference, which the engine rebuilds. */
function writeFile(bodies: Readonly<Record<number, string>>): Buffer {
  const objects = Object.entries(bodies).map(([number, body]) => `${number} 0 obj ${body} endobj\n`);
  return Buffer.from(`%PDF-1.7\n${objects.join('')}trailer << /Root 1 0 R >>\n%%EOF`);
}

function strip(bodies: Readonly<Record<number, string>>) {
  const file = openPdf(writeFile(bodies));
  const report = stripSignatures(file);
  return { report, stripped: openPdf(file.rewrite().toBytes()) };
}

const PAGES = '<< /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >>';

describe('a signature field', () => {
  it.each(['1 0 R', '2 0 R', '3 0 R'])(
    'cannot take the document with it by calling %s its value',
    (value) => {
      const { report, stripped } = strip({
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
        2: PAGES,
        3: '<< /Type /Page /Parent 2 0 R >>',
        4: `<< /T (s) /FT /Sig /V ${value} >>`,
      });
      expect(report.removedFields).toEqual(['s']);
      expect([stripped.pageCount, stripped.page(0).geometry.displayedWidth]).toEqual([1, 200]);
    },
  );

  it('is not a page, even if the list of fields has one', () => {
    const { report, stripped } = strip({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [3 0 R 2 0 R] >> >>',
      2: PAGES,
      3: '<< /Type /Page /Parent 2 0 R /FT /Sig /T (page) >>',
    });
    expect([report.removedFields, stripped.pageCount]).toEqual([[], 1]);
  });
});

describe('thousands of signature fields', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index + 10);
  const list = `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
  const parts = {
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields 4 0 R >> >>',
    2: PAGES,
    3: '<< /Type /Page /Parent 2 0 R >>',
    4: list,
  };

  it('that share their kids are stripped without walking the kids for each', () => {
    const fields = Object.fromEntries(numbers.map((number) => [number, '<< /FT /Sig /Kids 4 0 R >>']));
    expect(strip({ ...parts, ...fields }).stripped.pageCount).toBe(1);
  });

  it('that are nested are refused without exhausting the stack', () => {
    const chain = numbers.map((number) => [number, `<< /FT /Sig /Kids [${number + 1} 0 R] >>`]);
    const hostile = { ...parts, 4: '[10 0 R]', ...Object.fromEntries(chain) };
    expect(() => strip(hostile)).toThrow(expect.objectContaining({ code: 'too_complex' }));
  });

  it('in one array are all removed', () => {
    const fields = Object.fromEntries(numbers.map((number) => [number, `<< /FT /Sig /T (s${number}) >>`]));
    const { report, stripped } = strip({ ...parts, ...fields });
    expect([report.removedFields.length, stripped.pageCount]).toEqual([numbers.length, 1]);
  });
});
