import { readFileSync } from 'node:fs';
import type { FormField } from '@countersign/forms';
import { type ByteSource, openPdf } from '@countersign/pdf';
import { textField } from '@countersign/signing/testing';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { buildLargeScan } from '../../fixtures/build/large.ts';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { buildPdf } from '../../packages/pdf/testing/build-pdf.ts';
import { inspectUpload } from '../../packages/toolkit/operations/admission.ts';
import { checkSigning } from '../../packages/toolkit/operations/checking.ts';
import { rehearse, rehearseFile, sampleValues } from '../../packages/toolkit/operations/rehearsal.ts';

describe('rehearse', () => {
  it('goes through every page, the form and one page more, and leaves the file as it was', async () => {
    const path = fixturePath('forms/contract.pdf');
    const before = readFileSync(path);
    expect(await rehearse(path)).toEqual({ stampedPages: 3, flattenedFields: 10 });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  // A rehearsal once computed the digest of its discarded seal, which cost a pass over the file.
  it('reads a twentieth of a scan of 48 MB', async () => {
    const file = openPdf(buildLargeScan());
    const reads = watchReads(file.source);
    expect(await rehearseFile(file)).toEqual({ stampedPages: 23, flattenedFields: 2 });
    const { size } = file.source;
    file.close();
    expect(reads.bytes).toBeLessThan(size / 20);
  });

  it('stamps all of a thousand pages, and no more of longer documents', async () => {
    expect(await rehearse(manyPages(999))).toEqual({ stampedPages: 1_000, flattenedFields: 0 });
    expect(await rehearse(manyPages(2_500))).toEqual({ stampedPages: 1_000, flattenedFields: 0 });
  });
});

it('refuses a page whose content has the word endstream, at which MuPDF stops', async () => {
  const content = '0 g 9 9 9 9 re f endstream 50 50 9 9 re f';
  const file = buildPdf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /MediaBox [0 0 300 200] /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    4: `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  });
  await expect(rehearse(file)).rejects.toMatchObject({ code: 'damaged', params: { page: 1 } });
});

describe('a field for the date of a signature', () => {
  const withDateField = async (width: number, maxLength?: number) => {
    const made = await PDFDocument.create();
    const field = made.getForm().createTextField('Date|svc-date-now');
    field.addToPage(made.addPage([300, 100]), { x: 20, y: 20, width, height: 20, borderWidth: 0 });
    if (maxLength !== undefined) field.setMaxLength(maxLength);
    return made.save();
  };

  it.each([
    [60, undefined, null],
    [22, undefined, 'value_too_long'],
    [22, 8, null],
    [14, 8, 'value_too_long'],
  ])('%d points wide, of at most %s characters: %s', async (width, maxLength, code) => {
    const rehearsal = rehearse(await withDateField(width, maxLength));
    const found = await rehearsal.then(
      () => null,
      (error: { code: string }) => error.code,
    );
    expect(found).toBe(code);
  });
});

it('a name that the service would fill in has to fit its field', async () => {
  const made = await PDFDocument.create();
  made
    .getForm()
    .createTextField('Name')
    .addToPage(made.addPage([300, 100]), { width: 30, height: 20 });
  const pdf = await made.save();
  const check = (value: string) =>
    checkSigning({ input: pdf, values: [], filled: [{ name: 'Name', value }] });
  await expect(check('Ada')).resolves.toMatchObject({ warnings: [] });
  await expect(check('Ada Augusta King, Countess of Lovelace')).rejects.toMatchObject({
    code: 'value_too_long',
    params: { field: 'Name' },
  });
});

/** First and last page match the counts; the branch between them is listed twice. */
const MANY = 120;
const BRANCH_LISTED_TWICE = buildPdf({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: `<< /Type /Pages /Count ${2 * MANY + 2} /MediaBox [0 0 300 200] /Kids [3 0 R 4 0 R 4 0 R 5 0 R] >>`,
  3: '<< /Type /Page /Parent 2 0 R >>',
  4: `<< /Type /Pages /Parent 2 0 R /Count ${MANY} /Kids [${'6 0 R '.repeat(MANY)}] >>`,
  5: '<< /Type /Page /Parent 2 0 R >>',
  6: '<< /Type /Page /Parent 4 0 R >>',
});

// With the claimed page count, a box on the last page would have no page.
it('an upload has the pages that all of its pages are, and is kept as repaired', async () => {
  expect(await inspectUpload({ input: BRANCH_LISTED_TWICE })).toMatchObject({
    pages: MANY + 2,
    repaired: true,
  });
});

describe('sample values', () => {
  const sampleOf = (...fields: Partial<FormField>[]) =>
    sampleValues(fields.map((field) => textField('f', field)));

  it('are given to fields that take one and have none', () => {
    expect(sampleOf({})).toEqual([{ name: 'f', value: 'A' }]);
    expect(sampleOf({ value: ['kept'] })).toEqual([]);
    // Values of the service have to be drawable too.
    expect(sampleOf({ editable: false })).toEqual([{ name: 'f', value: 'A' }]);
    expect(sampleOf({ name: '' })).toEqual([]);
    expect(sampleOf({ maxLength: 0 })).toEqual([]);
    expect(sampleOf({}, { value: ['other'] })).toEqual([]);
  });

  it('of a choice are the first option that any font draws', () => {
    const options = [
      { label: '\u{10FFFD}', value: '1' },
      { label: 'Two', value: '2' },
    ];
    expect(sampleOf({ type: 'combobox', options })).toEqual([{ name: 'f', value: '2' }]);
    expect(sampleOf({ type: 'checkbox', options: options.slice(0, 1) })).toEqual([]);
  });
});

function watchReads(source: ByteSource): { readonly bytes: number; readonly largest: number } {
  const reads = { bytes: 0, largest: 0 };
  const note = (length: number) => {
    reads.bytes += length;
    reads.largest = Math.max(reads.largest, length);
  };
  const { read, readInto } = source;
  source.read = (offset, length) => {
    note(length);
    return read.call(source, offset, length);
  };
  if (readInto !== undefined) {
    source.readInto = (target, offset) => {
      note(target.length);
      return readInto.call(source, target, offset);
    };
  }
  return reads;
}

function manyPages(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, index) => index + 3);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  return buildPdf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${count} /MediaBox [0 0 9 9] /Kids [${kids}] >>`,
    ...Object.fromEntries(numbers.map((number) => [number, '<< /Type /Page /Parent 2 0 R >>'])),
  });
}
