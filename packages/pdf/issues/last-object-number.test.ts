import { PDFName, PDFNumber } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { appendBlankPage } from '../pages/page-content.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

/**
 * Found by the fuzzer: the catalog has the highest allowed object number, so an added page got one that the engine
 * refuses to read.
 */
function numberedUpTo(number: number): Buffer {
  const text = Buffer.from(buildPdf(pageBodies(1))).toString('latin1');
  const renumbered = text
    .replace('\n1 0 obj', `\n${number} 0 obj`)
    .replace('/Root 1 0 R', `/Root ${number} 0 R`);
  return Buffer.from(renumbered.replace(/startxref\n\d+/, 'startxref\n0'), 'latin1');
}

describe('a file that has used up the object numbers', () => {
  it('is opened, and refuses new objects', () => {
    const file = openPdf(numberedUpTo(8_388_607));
    expect(file.pageCount).toBe(1);
    expect(() => appendBlankPage(file)).toThrow(
      expect.objectContaining({ code: 'too_complex', params: { limit: 'objects', value: 8_388_607 } }),
    );
  });

  it('is rewritten at the cost of its objects, not of the highest number', () => {
    const written = openPdf(numberedUpTo(8_388_607)).rewrite();
    expect(written.size).toBeLessThan(4_000);
    expect(openPdf(written.toBytes()).pageCount).toBe(1);
  });

  it('takes new objects while numbers are left', () => {
    const file = openPdf(numberedUpTo(8_388_000));
    appendBlankPage(file);
    expect(openPdf(file.save().toBytes()).pageCount).toBe(2);
  });
});

/** A valid file whose cross-reference stream has the given number. */
function withXrefStream(number: number): Buffer {
  const text = Buffer.from(buildPdf(pageBodies(1), { kind: 'stream' })).toString('latin1');
  const renumbered = text
    .replace('\n5 0 obj', `\n${number} 0 obj`)
    .replace('5 1]', `${number} 1]`)
    .replace('/Size 6', `/Size ${number + 1}`);
  return Buffer.from(renumbered, 'latin1');
}

describe('a file whose cross-reference stream has the highest object number', () => {
  const noNumberLeft = expect.objectContaining({
    code: 'too_complex',
    params: { limit: 'objects', value: 8_388_607 },
  });

  it('is opened and stays as it is', () => {
    const bytes = withXrefStream(8_388_607);
    const file = openPdf(bytes);
    expect([file.pageCount, file.repaired]).toEqual([1, false]);
    expect(Buffer.compare(file.save().toBytes(), bytes)).toBe(0);
  });

  it('takes neither new objects nor a change that is appended: the next stream has no number', () => {
    const file = openPdf(withXrefStream(8_388_607));
    expect(() => appendBlankPage(file)).toThrow(noNumberLeft);
    file.page(0).dict.set(PDFName.of('Rotate'), PDFNumber.of(90));
    expect(() => file.saveIncremental()).toThrow(noNumberLeft);
    expect(() => file.save()).toThrow(/Rewrite the file/);
  });

  it('is rewritten with a change', () => {
    const file = openPdf(withXrefStream(8_388_607));
    file.page(0).dict.set(PDFName.of('Rotate'), PDFNumber.of(90));
    const saved = file.rewrite().toBytes();
    expect(saved.length).toBeLessThan(4_000);
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(openPdf(saved).page(0).geometry.rotate).toBe(90);
  });

  it('is appended to with the last number, and then no more', () => {
    const file = openPdf(withXrefStream(8_388_606));
    file.page(0).dict.set(PDFName.of('Rotate'), PDFNumber.of(90));
    const saved = file.save().toBytes();
    expect(complaintsOfQpdf(saved)).toBe('');
    const once = openPdf(saved);
    expect([once.page(0).geometry.rotate, once.repaired]).toEqual([90, false]);
    once.page(0).dict.set(PDFName.of('Rotate'), PDFNumber.of(180));
    expect(() => once.save()).toThrow(noNumberLeft);
  });
});
