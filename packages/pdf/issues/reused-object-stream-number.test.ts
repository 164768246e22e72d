import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';

/**
 * Found by the fuzzer: in a file without a usable cross-reference the number of an object stream is redefined
 * later. The index kept the members of the first, so a rewrite wrote wrong entries and lost the page tree.
 */
const text = Buffer.from(buildPdf(pageBodies(1), { kind: 'stream', compressed: [3] })).toString('latin1');
const withoutTail = text.slice(0, text.lastIndexOf('startxref'));
const number = /(\d+) 0 obj\s*<<[^>]*\/ObjStm/.exec(withoutTail)?.[1];
const openWith = (more: string) => openPdf(Buffer.from(`${withoutTail}\n${more}`, 'latin1'));

describe('the number of an object stream that is used again', () => {
  it('belongs to an object stream that holds the page', () => {
    expect(openWith('').page(0).ref.objectNumber).toBe(3);
    expect(Number(number)).toBeGreaterThan(3);
  });

  it('takes the members of the first one away', () => {
    expect(() => openWith(`${number} 0 obj\n<< >>\nendobj\n`)).toThrow(
      expect.objectContaining({ code: 'no_pages' }),
    );
  });

  it('gives those of the last one when that is an object stream as well', () => {
    const body = '3 0 << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Rotate 90 >>';
    const stream = `<< /Type /ObjStm /N 1 /First 4 /Length ${body.length} >>\nstream\n${body}\nendstream`;
    const file = openWith(`${number} 0 obj\n${stream}\nendobj\n`);
    const written = openPdf(file.rewrite().toBytes());
    expect([file.page(0).geometry.rotate, written.page(0).geometry.rotate]).toEqual([90, 90]);
  });
});
