import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineToolkit } from '@countersign/toolkit';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { buildPdf } from '../../packages/pdf/testing/build-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-merge-'));
const output = join(folder, 'merged.pdf');
const toolkit = inlineToolkit();
const merge = (...names: string[]) => toolkit.merge({ inputs: names.map(fixturePath), output });

afterAll(() => rmSync(folder, { recursive: true }));

/** pdf.js' reading: pages as [width, height, rotation], and field names. */
async function readWithPdfjs() {
  const task = getDocument({ data: new Uint8Array(readFileSync(output)), verbosity: 0 });
  const document = await task.promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { view, rotate } = await document.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = view;
    pages.push([right - left, top - bottom, rotate]);
  }
  const names = [...((await document.getFieldObjects()) ?? new Map<string, object>()).keys()];
  await task.destroy();
  return { pages, names };
}

describe('merged files, as pdf.js reads them', () => {
  it('have all pages in order, with what they inherited', async () => {
    await expect(merge('plain/a4.pdf', 'plain/inherited.pdf', 'plain/cropped.pdf')).resolves.toMatchObject({
      pages: 8,
    });
    const { pages } = await readWithPdfjs();
    expect(pages.slice(0, 3)).toEqual([
      [595.28, 841.89, 0],
      [842, 595, 90],
      [300, 400, 0],
    ]);
    expect(pages[3]).toEqual([395, 642, 0]);
  });

  it('do not take the size of the file before them', async () => {
    await merge('plain/inherited.pdf', 'plain/a4.pdf');
    expect((await readWithPdfjs()).pages[2]).toEqual([595.28, 841.89, 0]);
  });

  it('keep the fields of both forms apart, also in a tree of names', async () => {
    const { renamedFields } = await merge('forms/nested-names.pdf', 'forms/nested-names.pdf');
    expect(renamedFields).toEqual([
      { input: 1, from: 'party', to: 'party#2' },
      { input: 1, from: 'reference', to: 'reference#2' },
    ]);
    const { names } = await readWithPdfjs();
    expect(names).toEqual(expect.arrayContaining(['party.name.first', 'party#2.name.first', 'reference#2']));
    const fields = await toolkit.readFields({ input: output });
    expect(fields.find(({ name }) => name === 'reference#2')?.widgets.map(({ page }) => page)).toEqual([
      2, 3,
    ]);
  });

  it('do not join the groups of two people', async () => {
    await merge('svc/attributes.pdf', 'svc/attributes.pdf');
    const { names } = await readWithPdfjs();
    expect(new Set(names).size).toBe(56);
    const groups = names.filter((name) => name.startsWith('First name|'));
    expect(groups).toEqual([
      'First name|svc-scanned-id-mrz-firstname[1]',
      'First name|svc-scanned-id-mrz-firstname[3]',
    ]);
  });

  it('do not join fields that only their pages know', async () => {
    const unlisted = buildPdf({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 9 0 R] >> >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 300] >>',
      3: '<< /Type /Page /Parent 2 0 R /Annots [4 0 R 5 0 R 6 0 R 8 0 R 9 0 R] >>',
      4: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [9 9 90 30] >>',
      5: '<< /Type /Annot /Subtype /Widget /Parent 7 0 R /Rect [9 50 90 70] >>',
      6: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (listed) /Rect [9 90 90 99] >>',
      7: '<< /FT /Tx /T (scan|svc-scan-id[1]) /Kids [5 0 R] >>',
      8: '<< /Type /Annot /Subtype /Link /T (name) /Rect [9 9 90 30] >>',
      9: '<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [9 200 90 220] >>',
      10: '<< /FT /Tx /T (above) /Kids [9 0 R] >>',
    });
    const { renamedFields } = await toolkit.merge({ inputs: [unlisted, unlisted.slice()], output });
    expect(renamedFields.map(({ from, to }) => [from, to])).toEqual([
      ['listed', 'listed#2'],
      ['name', 'name#2'],
      ['scan|svc-scan-id[1]', 'scan|svc-scan-id[2]'],
      ['above', 'above#2'],
    ]);
    const fields = await toolkit.readFields({ input: output });
    const places = fields.map(({ name, widgets }) => [name, widgets.map(({ page }) => page)]);
    expect(places).toEqual([
      ['above', [0]],
      ['listed', [0]],
      ['scan|svc-scan-id[1]', [0]],
      ['name', [0]],
      ['above#2', [1]],
      ['listed#2', [1]],
      ['scan|svc-scan-id[2]', [1]],
      ['name#2', [1]],
    ]);
  });

  it('keep a field that is listed by the form itself', async () => {
    const direct = buildPdf({
      1: `<< /Type /Catalog /Pages 2 0 R
        /AcroForm << /DA (/Helv 9 Tf) /Fields [<< /FT /Tx /T (direct) /V (v) /Kids [4 0 R] >>] >> >>`,
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 300] >>',
      3: '<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>',
      4: '<< /Type /Annot /Subtype /Widget /Rect [9 9 90 30] >>',
    });
    await toolkit.merge({ inputs: [direct, direct.slice()], output });
    const fields = await toolkit.readFields({ input: output });
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ['direct', ['v']],
      ['direct#2', ['v']],
    ]);
  });

  it('can be filled afterwards, in the style of their own form', async () => {
    await merge('plain/a4.pdf', 'forms/contract.pdf', 'forms/without-appearances.pdf');
    const filled = join(folder, 'filled.pdf');
    const values = [
      { name: 'plan', value: 'Plus' },
      { name: 'valued', value: 'Жизнь' },
    ];
    await toolkit.prepare({ input: output, output: filled, values, mode: 'keepOriginal', boxes: [] });
    const fields = await toolkit.readFields({ input: filled });
    expect(fields.find(({ name }) => name === 'valued')?.value).toEqual(['Жизнь']);
  });
});

describe('inputs of a merge', () => {
  it('lose their signatures, which are reported', async () => {
    const { removedSignatures } = await merge(
      'signed/certified.pdf',
      'plain/a4.pdf',
      'signed/signed.pdf',
      'signed/unsigned-field.pdf',
    );
    const signed = { signatures: [{ signerName: 'Fixture Signer', signedAt: '2026-01-02T03:04:05.000Z' }] };
    expect(removedSignatures).toMatchObject([
      { input: 0, removedCertification: true, ...signed },
      { input: 2, removedCertification: false, ...signed },
      { input: 3, removedFields: [expect.any(String)], signatures: [] },
    ]);
    await expect(toolkit.inspectUpload({ input: output })).resolves.toMatchObject({
      signatureFields: 0,
      formFields: 3,
    });
    expect(readFileSync(output).includes('ETSI.CAdES')).toBe(false);
  });

  it('are named by position when they are refused', async () => {
    await expect(merge('plain/a4.pdf', 'encrypted/owner-password.pdf')).rejects.toMatchObject({
      code: 'locked',
      params: { input: 1 },
    });
  });

  it('are refused before any is read when they are too large together', async () => {
    const half = new Uint8Array(26 * 1024 * 1024);
    await expect(toolkit.merge({ inputs: [half, half.slice()], output })).rejects.toMatchObject({
      code: 'inputs_too_large',
      params: { bytes: 52 * 1024 * 1024, limit: 50 * 1024 * 1024 },
    });
  });

  it('are called in the outline as the caller says', async () => {
    await toolkit.merge({
      inputs: ['plain/a4.pdf', 'plain/cropped.pdf'].map(fixturePath),
      output,
      titles: ['one', 'two'],
    });
    const task = getDocument({ data: new Uint8Array(readFileSync(output)), verbosity: 0 });
    const titles = (await (await task.promise).getOutline()).map(({ title }) => title);
    await task.destroy();
    expect(titles).toEqual(['one', 'two']);
  });

  it('may be damaged as long as they can be repaired', async () => {
    await expect(
      merge('malformed/wrong-offsets.pdf', 'malformed/junk-before-header.pdf'),
    ).resolves.toMatchObject({
      pages: 4,
      renamedFields: [],
    });
    expect((await readWithPdfjs()).pages).toHaveLength(4);
  });
});
