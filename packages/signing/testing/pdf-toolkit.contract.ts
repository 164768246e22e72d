import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxRequest, CompleteRequest, PdfToolkit, PlacedBox } from '../ports/pdf-toolkit.ts';
import { encodePng } from './encode-png.ts';
import { smallPdf } from './small-pdf.ts';

export interface PdfToolkitHarness {
  readonly toolkit: PdfToolkit;
  close(): Promise<void>;
}

/** What every `PdfToolkit` keeps to, inline or on threads. */
export function pdfToolkitContract(open: () => Promise<PdfToolkitHarness>): void {
  describe('PdfToolkit contract', () => {
    let harness: PdfToolkitHarness;
    let folder: string;
    beforeAll(async () => {
      harness = await open();
      folder = await mkdtemp(join(tmpdir(), 'toolkit-contract-'));
    });
    afterAll(async () => {
      await harness.close();
      await rm(folder, { recursive: true });
    });
    const bench: Bench = {
      toolkit: () => harness.toolkit,
      path: () => join(folder, `${randomUUID()}.pdf`),
      write: async (bytes) => {
        const path = bench.path();
        await writeFile(path, bytes);
        return path;
      },
    };

    readingTests(bench);
    checkingTests(bench);
    writingTests(bench);
  });
}

interface Bench {
  toolkit(): PdfToolkit;
  path(): string;
  write(bytes: Uint8Array): Promise<string>;
}

function readingTests({ toolkit, write }: Bench): void {
  it('says what an upload is, from a path and from bytes', async () => {
    const expected = { pages: 1, signatureFields: 0, signed: 0, formFields: 1 };
    expect(await toolkit().inspectUpload(await write(smallPdf()))).toMatchObject(expected);
    expect(await toolkit().inspectUpload(smallPdf())).toMatchObject(expected);
  });

  it('rejects with a coded fault for what is no PDF', async () => {
    const work = toolkit().inspectUpload(new TextEncoder().encode('plain text'));
    await expect(work).rejects.toMatchObject({ code: 'not_a_pdf' });
    await expect(work).rejects.toBeInstanceOf(Error);
  });

  it('measures pages as a reader shows them', async () => {
    expect(await toolkit().readPages(smallPdf())).toEqual([{ width: 595, height: 842 }]);
    expect(await toolkit().readPages(smallPdf({ rotate: 90 }))).toEqual([{ width: 842, height: 595 }]);
  });

  it('reads fields with boxes in displayed points', async () => {
    const box = { page: 0, x: 72, y: 122, width: 200, height: 20 };
    expect(await toolkit().readFields(smallPdf())).toMatchObject([
      { name: 'Name', type: 'textField', editable: true, readOnly: false, boundingBox: box },
    ]);
  });
}

const BOX: BoxRequest = {
  id: 'a',
  type: 'signature',
  placement: 'existing',
  page: 0,
  x: 376,
  y: 784,
  scale: 1,
};

function checkingTests({ toolkit }: Bench): void {
  it('takes a box that just fits and refuses one that does not, with its figures', async () => {
    expect(await toolkit().checkBoxes(smallPdf(), [BOX])).toEqual({ warnings: [] });
    await expect(toolkit().checkBoxes(smallPdf(), [{ ...BOX, x: 376.5 }])).rejects.toMatchObject({
      code: 'box_outside_page',
      params: { page: 0, width: 595, height: 842, x: 376.5, y: 784 },
    });
    await expect(toolkit().checkBoxes(smallPdf(), [{ ...BOX, page: 1 }])).rejects.toMatchObject({
      code: 'page_out_of_range',
      params: { page: 1 },
    });
  });

  it('warns of boxes over one another and over fields, naming them by id and name', async () => {
    const boxes = [
      { ...BOX, x: 72, y: 120 },
      { ...BOX, id: 'b', x: 80, y: 150 },
    ];
    const { warnings } = await toolkit().checkBoxes(smallPdf(), boxes);
    expect(warnings.flatMap(({ params }) => Object.values(params))).toEqual(
      expect.arrayContaining(['a', 'b', 'Name']),
    );
  });

  it('checks values and names the field', async () => {
    await expect(
      toolkit().checkValues(smallPdf(), [{ name: 'Name', value: 'Łukasz' }]),
    ).resolves.toBeUndefined();
    const unknown = toolkit().checkValues(smallPdf(), [{ name: 'Nope', value: 'x' }]);
    await expect(unknown).rejects.toMatchObject({ code: 'unknown_field', params: { field: 'Nope' } });
    const empty = toolkit().checkValues(smallPdf(), [{ name: 'Name', value: '' }]);
    await expect(empty).rejects.toMatchObject({ code: 'empty_value', params: { field: 'Name' } });
    await expect(toolkit().checkValues(smallPdf(), [{ name: 'Name', value: [] }])).resolves.toBeUndefined();
  });

  it('knows which text it can draw', async () => {
    await expect(toolkit().checkText(['Łukasz Żółć', 'Ñandú'])).resolves.toBeUndefined();
    // U+10FFFD is a private character: no font has it.
    const work = toolkit().checkText(['ok', 'a\u{10FFFD}']);
    await expect(work).rejects.toMatchObject({
      code: 'text_not_drawable',
      params: { character: '\u{10FFFD}' },
    });
  });
}

function writingTests({ toolkit, write, path }: Bench): void {
  const newPage: BoxRequest = { id: 'n', type: 'signature', placement: 'new_page', label: 'Łukasz Żółć' };
  const values = [{ name: 'Name', value: 'Łukasz' }];

  it('prepares: values filled in, a page appended, every box placed, the input as it was', async () => {
    const input = await write(smallPdf());
    const output = path();
    const request = { values, mode: 'filled' as const, boxes: [BOX, newPage] };
    const report = await toolkit().prepare(input, output, request);
    expect(report.pages).toBe(2);
    expect(report.boxes).toMatchObject([
      { id: 'a', page: 0, x: 376, y: 784, width: 219, height: 58 },
      { id: 'n', page: 1 },
    ]);
    expect(await toolkit().readFields(output)).toMatchObject([
      { name: 'Name', value: ['Łukasz'], readOnly: true },
    ]);
    expect(await readFile(input)).toEqual(Buffer.from(smallPdf()));
  });

  it('completes: a sealed file that verifies, flattened, with size and hash as reported', async () => {
    const input = await write(smallPdf());
    const output = path();
    const report = await toolkit().complete(input, output, completeRequest());
    const bytes = await readFile(output);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(report).toEqual({ size: bytes.length, sha256 });
    expect(await toolkit().readFields(output)).toEqual([]);
    const signature = { valid: true, coversWholeDocument: true, subFilter: 'ETSI.CAdES.detached' };
    expect(await toolkit().verify(output)).toMatchObject([signature]);
  });

  it('strips what is sealed', async () => {
    const sealed = path();
    const stripped = path();
    await toolkit().complete(await write(smallPdf()), sealed, completeRequest());
    expect(await toolkit().stripSignatures(sealed, stripped)).toMatchObject({
      removedSignatures: 1,
      changed: true,
    });
    expect(await toolkit().verify(stripped)).toEqual([]);
    expect(await toolkit().inspectUpload(stripped)).toMatchObject({ signatureFields: 0, signed: 0 });
  });

  it('leaves no output when it fails', async () => {
    const output = path();
    const stamps = [{ box: placedBox(), image: new Uint8Array([1, 2, 3]), lines: [] }];
    const work = toolkit().complete(await write(smallPdf()), output, { ...completeRequest(), stamps });
    await expect(work).rejects.toMatchObject({ code: 'image_not_readable' });
    await expect(readFile(output)).rejects.toMatchObject({ code: 'ENOENT' });
  });
}

function placedBox(): PlacedBox {
  return { id: 'a', type: 'signature', page: 0, x: 72, y: 600, width: 219, height: 58 };
}

function completeRequest(): CompleteRequest {
  const lines = ['Łukasz Żółć', 'Signed 2026-03-04 05:06:07 UTC', 'IP address 192.0.2.1'];
  return {
    values: [{ name: 'Name', value: ['Łukasz'] }],
    stamps: [
      { box: placedBox(), typedName: 'Łukasz Żółć', lines },
      { box: { ...placedBox(), y: 500 }, image: new Uint8Array(encodePng(60, 20)), lines },
    ],
    seal: { reason: 'Contract test', signedAt: '2026-03-04T05:06:07.000Z' },
  };
}
