import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type {
  BoxRequest,
  CompleteRequest,
  DocumentRequest,
  EvidenceRequest,
  PdfToolkit,
  PlacedBox,
  SigningRequest,
} from '@countersign/toolkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePng } from './encode-png.ts';
import { smallPdf } from './small-pdf.ts';

export interface PdfToolkitHarness {
  readonly toolkit: PdfToolkit;
  close(): Promise<void>;
}

/** Inline or on threads. */
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
    mergingTests(bench);
    rehearsalTests(bench);
    admissionTests(bench);
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
    expect(await toolkit().inspectUpload({ input: await write(smallPdf()) })).toMatchObject(expected);
    expect(await toolkit().inspectUpload({ input: smallPdf() })).toMatchObject(expected);
  });

  it('rejects with a coded fault for what is no PDF', async () => {
    const work = toolkit().inspectUpload({ input: new TextEncoder().encode('plain text') });
    await expect(work).rejects.toMatchObject({ code: 'not_a_pdf' });
    await expect(work).rejects.toBeInstanceOf(Error);
  });

  it('measures pages as a reader shows them', async () => {
    expect(await toolkit().readPages({ input: smallPdf() })).toEqual([{ width: 595, height: 842 }]);
    expect(await toolkit().readPages({ input: smallPdf({ rotate: 90 }) })).toEqual([
      { width: 842, height: 595 },
    ]);
  });

  it('draws a page as readers show it, in WebP, and none that is not there', async () => {
    const draw = (page: number) =>
      toolkit().renderPage({ input: smallPdf({ rotate: 90 }), page, width: 400 });
    const drawn = await draw(0);
    expect(drawn).toMatchObject({ width: 842, height: 595, text: null });
    expect(Buffer.from(drawn?.picture ?? []).toString('latin1')).toMatch(/^RIFF.{4}WEBP/s);
    await expect(draw(1)).rejects.toMatchObject({ code: 'page_out_of_range' });
  });

  it('reads fields with boxes in displayed points', async () => {
    const box = { page: 0, x: 72, y: 122, width: 200, height: 20 };
    expect(await toolkit().readFields({ input: smallPdf() })).toMatchObject([
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
  const check = (request: Partial<DocumentRequest>) =>
    toolkit().checkRequest({ input: smallPdf(), texts: [], boxes: [], values: [], ...request });
  const checkSigning = (request: Partial<SigningRequest>) =>
    toolkit().checkSigning({ input: smallPdf(), values: [], ...request });

  it('[D1-08] [D1-09] takes a box that just fits and refuses one that does not, with its figures', async () => {
    expect(await check({ boxes: [BOX] })).toMatchObject({ boxWarnings: [], fields: [{ name: 'Name' }] });
    const { faults } = await check({ boxes: [{ ...BOX, x: 376.6 }, BOX, { ...BOX, page: 1 }] });
    expect(faults).toMatchObject([
      {
        of: 'box',
        index: 0,
        code: 'box_outside_page',
        params: { page: 0, width: 595, height: 842, x: 376.6, y: 784 },
      },
      { of: 'box', index: 2, code: 'page_out_of_range', params: { page: 1 } },
    ]);
  });

  it('[D1-11] [D1-12] warns of boxes over one another and over fields, naming them by id and name', async () => {
    const boxes = [
      { ...BOX, x: 72, y: 120 },
      { ...BOX, id: 'b', x: 80, y: 150 },
    ];
    const { boxWarnings } = await check({ boxes });
    expect(boxWarnings.flatMap(({ params }) => Object.values(params))).toEqual(
      expect.arrayContaining(['a', 'b', 'Name']),
    );
  });

  it('checks values and names the field', async () => {
    const name = [{ name: 'Name', value: 'Łukasz' }];
    await expect(check({ values: name })).resolves.toMatchObject({ values: name, valueWarnings: [] });
    await expect(checkSigning({ values: name })).resolves.toEqual({ values: name, warnings: [] });
    const unknown = [{ name: 'Nope', value: 'x' }];
    const isUnknown = { code: 'unknown_field', params: { field: 'Nope' } };
    await expect(check({ values: unknown })).resolves.toMatchObject({ faults: [isUnknown] });
    await expect(checkSigning({ values: unknown })).rejects.toMatchObject(isUnknown);
    const { faults } = await check({ values: [{ name: 'Name', value: '' }, ...unknown] });
    expect(faults).toMatchObject([
      { of: 'value', index: 0, code: 'empty_value', params: { field: 'Name' } },
      { of: 'value', index: 1, ...isUnknown },
    ]);
    const cleared = [{ name: 'Name', value: [] }];
    await expect(check({ values: cleared })).resolves.toMatchObject({ values: cleared });
  });

  it('knows which text it can draw', async () => {
    await expect(check({ texts: ['Łukasz Żółć', 'Ñandú'] })).resolves.toBeDefined();
    await expect(checkSigning({ typedName: 'Łukasz Żółć' })).resolves.toBeDefined();
    // U+10FFFD has no font.
    const undrawable = { code: 'text_not_drawable', params: { character: '\u{10FFFD}' } };
    const { faults } = await check({ texts: ['ok', 'a\u{10FFFD}'], values: [{ name: 'Nope', value: 'x' }] });
    expect(faults).toMatchObject([
      { of: 'text', index: 1, ...undrawable },
      { of: 'value', index: 0, code: 'unknown_field' },
    ]);
    await expect(checkSigning({ typedName: 'a\u{10FFFD}' })).rejects.toMatchObject(undrawable);
  });

  it('takes ink it can stamp', async () => {
    await expect(checkSigning({ image: new Uint8Array(encodePng(40, 20)) })).resolves.toBeDefined();
  });

  it.each(Object.entries(brokenInks()))('refuses ink that is %s', async (_what, image) => {
    const work = checkSigning({ image: new Uint8Array(image) });
    await expect(work).rejects.toMatchObject({ code: 'image_not_readable' });
  });
}

/** They cannot be stamped. */
function brokenInks(): Readonly<Record<string, Uint8Array>> {
  const whole = encodePng(40, 20);
  return {
    empty: new Uint8Array(),
    'another format': Buffer.from('GIF89a'),
    'cut off': whole.subarray(0, whole.length - 20),
    'short of pixels': encodePng(40, 20, deflateSync(Buffer.alloc(10))),
    blank: encodePng(40, 20, deflateSync(Buffer.alloc(20 * 161))),
    'larger than any screen': encodePng(100_000, 100_000, new Uint8Array(9)),
  };
}

function writingTests({ toolkit, write, path }: Bench): void {
  const newPage: BoxRequest = { id: 'n', type: 'signature', placement: 'new_page', label: 'Łukasz Żółć' };
  const values = [{ name: 'Name', value: 'Łukasz' }];

  it('prepares: values filled in, a page appended, every box placed, the input as it was', async () => {
    const input = await write(smallPdf());
    const output = path();
    const request = { values, mode: 'filled' as const, boxes: [BOX, newPage] };
    const report = await toolkit().prepare({ input, output, ...request });
    expect(report.pages).toBe(2);
    expect(report.boxes).toMatchObject([
      { id: 'a', page: 0, x: 376, y: 784, width: 219, height: 58 },
      { id: 'n', page: 1 },
    ]);
    expect(await toolkit().readFields({ input: output })).toMatchObject([
      { name: 'Name', value: ['Łukasz'], readOnly: true },
    ]);
    expect(await readFile(input)).toEqual(Buffer.from(smallPdf()));
  });

  it('completes: a sealed file that verifies, flattened, with size and hash as reported', async () => {
    const input = await write(smallPdf());
    const output = path();
    const report = await toolkit().complete({ input, output, ...completeRequest() });
    const bytes = await readFile(output);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const seal = { level: 'B-B', timestamp: null, failures: [] };
    expect(report).toEqual({ size: bytes.length, sha256, seal });
    expect(await toolkit().readFields({ input: output })).toEqual([]);
    const signature = { valid: true, coversWholeDocument: true, subFilter: 'ETSI.CAdES.detached' };
    expect(await toolkit().verify({ input: output })).toMatchObject({
      state: 'intact',
      signatures: [signature],
    });
  });

  it('adds evidence behind the pages, under the same seal, and tells the hash of what was signed', async () => {
    const input = await write(smallPdf());
    const output = path();
    const request = { ...completeRequest(), evidence: evidenceRequest() };
    const report = await toolkit().complete({ input, output, ...request });
    const bytes = await readFile(output);
    expect(report.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await toolkit().readPages({ input: output })).toHaveLength(
      (await toolkit().readPages({ input })).length + 1,
    );
    const { signatures } = await toolkit().verify({ input: output });
    expect(signatures).toMatchObject([
      {
        valid: true,
        coversWholeDocument: true,
        level: 'B-B',
        timestamp: null,
        laterChanges: 'none',
        revision: 1,
        coveredBytes: bytes.length,
        digest: { algorithm: 'sha256' },
      },
    ]);
    const record = await toolkit().readAttachment({ input: output, name: 'evidence.json' });
    expect(JSON.parse(Buffer.from(record ?? []).toString())).toMatchObject({
      version: 1,
      content: { size: expect.any(Number) },
    });
    expect(await toolkit().readAttachment({ input: output, name: 'another.json' })).toBeNull();
    expect(await toolkit().readAttachment({ input, name: 'evidence.json' })).toBeNull();
  });

  it('strips what is sealed', async () => {
    const sealed = path();
    const stripped = path();
    await toolkit().complete({ input: await write(smallPdf()), output: sealed, ...completeRequest() });
    expect(await toolkit().strip({ input: sealed, output: stripped })).toMatchObject({
      removedSignatures: 1,
      changed: true,
    });
    expect(await toolkit().verify({ input: stripped })).toEqual({ state: 'unsigned', signatures: [] });
    expect(await toolkit().inspectUpload({ input: stripped })).toMatchObject({
      signatureFields: 0,
      signed: 0,
    });
  });

  it('leaves no output when it fails', async () => {
    const output = path();
    const stamps = [{ box: placedBox(), image: new Uint8Array([1, 2, 3]), lines: [] }];
    const work = toolkit().complete({ input: await write(smallPdf()), output, ...completeRequest(), stamps });
    await expect(work).rejects.toMatchObject({ code: 'image_not_readable' });
    await expect(readFile(output)).rejects.toMatchObject({ code: 'ENOENT' });
  });
}

function mergingTests({ toolkit, write, path }: Bench): void {
  it('merges in order, tells fields of one name apart, and leaves the inputs as they were', async () => {
    const inputs = [await write(smallPdf()), await write(smallPdf({ rotate: 90 }))];
    const output = path();
    const report = await toolkit().merge({ inputs, output, titles: ['first', 'second'] });
    expect(report).toMatchObject({
      pages: 2,
      size: (await readFile(output)).length,
      renamedFields: [{ input: 1, from: 'Name', to: 'Name#2' }],
      droppedStructures: [],
      differingOutputIntents: [],
    });
    expect(await toolkit().readPages({ input: output })).toEqual([
      { width: 595, height: 842 },
      { width: 842, height: 595 },
    ]);
    expect((await toolkit().readFields({ input: output })).map(({ name }) => name)).toEqual([
      'Name',
      'Name#2',
    ]);
    expect(await readFile(inputs[0] ?? '')).toEqual(Buffer.from(smallPdf()));
  });

  it('names the input that it cannot read, and writes nothing', async () => {
    const inputs = [await write(smallPdf()), await write(new TextEncoder().encode('plain text'))];
    const output = path();
    await expect(toolkit().merge({ inputs, output })).rejects.toMatchObject({
      code: 'not_a_pdf',
      params: { input: 1 },
    });
    await expect(readFile(output)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses more than 50 MiB together before it reads any', async () => {
    const blank = await write(new Uint8Array(26 * 1024 * 1024));
    await expect(toolkit().merge({ inputs: [blank, blank], output: path() })).rejects.toMatchObject({
      code: 'inputs_too_large',
      params: { bytes: 52 * 1024 * 1024 },
    });
  });
}

function rehearsalTests({ toolkit, write }: Bench): void {
  it('rehearses: every page stamped and one added, every field filled, the input as it was', async () => {
    const input = await write(smallPdf());
    expect(await toolkit().rehearse({ input })).toEqual({ stampedPages: 2, flattenedFields: 1 });
    expect(await readFile(input)).toEqual(Buffer.from(smallPdf()));
  });

  it('refuses in a rehearsal what the first step would refuse', async () => {
    const work = toolkit().rehearse({ input: new TextEncoder().encode('%PDF-1.7 and nothing else') });
    await expect(work).rejects.toMatchObject({ code: 'damaged' });
  });
}

function admissionTests({ toolkit, write, path }: Bench): void {
  it('admits a file as it is, and writes nothing', async () => {
    const [input, output] = [await write(smallPdf()), path()];
    const { upload, strip } = await toolkit().admit({ input, output });
    expect(upload).toEqual(await toolkit().inspectUpload({ input }));
    expect(strip).toBeNull();
    await expect(readFile(output)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('admits a sealed file without its seal, as inspecting and stripping it would', async () => {
    const [sealed, output, stripped] = [path(), path(), path()];
    await toolkit().complete({ input: await write(smallPdf()), output: sealed, ...completeRequest() });
    const { upload, strip } = await toolkit().admit({ input: sealed, output });
    expect(upload).toEqual(await toolkit().inspectUpload({ input: sealed }));
    expect(strip).toEqual(await toolkit().strip({ input: sealed, output: stripped }));
    expect(await readFile(output)).toEqual(await readFile(stripped));
  });

  it('does not admit what one of the steps refuses', async () => {
    const work = toolkit().admit({
      input: await write(new TextEncoder().encode('plain text')),
      output: path(),
    });
    await expect(work).rejects.toMatchObject({ code: 'not_a_pdf' });
  });
}

function placedBox(): PlacedBox {
  return { id: 'a', type: 'signature', page: 0, x: 72, y: 600, width: 219, height: 58 };
}

function evidenceRequest(): EvidenceRequest {
  const rows = [
    { label: 'Signed by', value: 'Łukasz Żółć' },
    { label: 'SHA-256', contentTemplate: '{sha256} of {size} bytes' },
  ];
  return {
    report: { title: 'Evidence', introduction: '', sections: [{ heading: 'Facts', rows }], footer: 'Foot' },
    record: { fileName: 'evidence.json', description: 'The same', facts: { version: 1 } },
  };
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
