import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevelopmentSigner } from '@countersign/seal';
import { inlineToolkit, type PdfToolkit, type SignerSource } from '@countersign/toolkit';
import { createToolkitPool } from '@countersign/workers';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const contract = fixturePath('forms/contract.pdf');
const boxes = [
  { id: 'ada', type: 'signature', placement: 'existing', page: 0, x: 60, y: 700, label: 'Ada' },
  { id: 'bob', type: 'signature', placement: 'new_page', label: 'Łukasz Żółć' },
  { id: 'scan', type: 'id_scan', placement: 'existing', page: 1, x: 60, y: 400, scale: 0.5 },
] as const;
const values = [
  { name: 'fullName|svc-input-fullname', value: 'Łukasz Żółć' },
  { name: 'terms', value: ['Yes'] },
  { name: 'plan', value: 'Basic' },
];

const folder = mkdtempSync(join(tmpdir(), 'countersign-toolkit-'));
const toolkits = new Map<string, PdfToolkit>();
let ink: Uint8Array;
const unlisted = join(folder, 'unlisted-in.pdf');

beforeAll(async () => {
  const pem = join(folder, 'signer.pem');
  writeFileSync(pem, (await createDevelopmentSigner({ key: 'ec-p256' })).pem);
  const signer: SignerSource = { kind: 'pem', certificatePath: pem, keyPath: pem };
  toolkits.set('inline', inlineToolkit({ signer }));
  toolkits.set('pool', createToolkitPool({ signer, threads: 1 }));
  ink = await drawInk();
  writeFileSync(unlisted, await buildUnlistedField());
});

afterAll(async () => {
  await Promise.all([...toolkits.values()].map((toolkit) => toolkit.close()));
  rmSync(folder, { recursive: true });
});

/** 120 pages; the form lists the field of the first one and not that of the last. */
async function buildUnlistedField(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const pages = Array.from({ length: 120 }, () => document.addPage([595, 842]));
  const form = document.getForm();
  for (const [name, page] of [
    ['near', pages[0]],
    ['far', pages[119]],
  ] as const) {
    if (page) form.createTextField(name).addToPage(page, { x: 60, y: 700 });
  }
  form.acroForm.Fields()?.remove(1);
  return document.save();
}

async function both<T>(call: (toolkit: PdfToolkit, name: string) => Promise<T>): Promise<T> {
  const [inline, pool] = await Promise.all(
    [...toolkits].map(([name, toolkit]) => call(toolkit, name).catch(plainFault)),
  );
  expect(pool).toEqual(inline);
  return inline as T;
}

function plainFault(error: unknown): unknown {
  const { name, code, params, origin, message } = error as Record<string, unknown>;
  return { name, code, params, origin, message };
}

const output = (name: string, file: string): string => join(folder, `${name}-${file}`);

describe('inline and on a thread, the toolkit gives the same', () => {
  it('report of an upload', async () => {
    const report = await both((toolkit) => toolkit.inspectUpload({ input: contract }));
    expect(report).toEqual({
      pages: 2,
      repaired: false,
      encrypted: false,
      signatureFields: 0,
      signed: 0,
      hiddenLayers: [],
      unprintedLayers: [],
      hiddenAnnotations: 0,
      redrawnFields: 0,
      drawnAnnotations: 0,
      formFields: 10,
      needsStripping: false,
      activeContent: 0,
      conformance: null,
    });
  });

  it('form of a large file, after fields that only far pages show were listed in it', async () => {
    const report = await both((toolkit) => toolkit.inspectUpload({ input: unlisted }));
    expect(report).toMatchObject({ formFields: 2, needsStripping: true, activeContent: 0 });
    await both(async (toolkit, name) => {
      const stripped = await toolkit.strip({ input: unlisted, output: output(name, 'unlisted.pdf') });
      expect(stripped).toMatchObject({ changed: true, listedFields: ['far'], removedFields: [] });
      return stripped;
    });
    await both(async (toolkit, name) => {
      const listed = output(name, 'unlisted.pdf');
      expect(await toolkit.inspectUpload({ input: listed })).toMatchObject({
        formFields: 2,
        needsStripping: false,
      });
      return (await toolkit.readFields({ input: listed })).map((field) => [
        field.name,
        field.boundingBox?.page,
      ]);
    });
  });

  it('report of a file', async () => {
    const report = await both((toolkit) => toolkit.inspect({ input: contract }));
    expect(report).toEqual({
      pages: 2,
      repaired: false,
      encrypted: false,
      signatureFields: 0,
      signed: 0,
      formFields: 10,
    });
  });

  it('report of bytes', async () => {
    await both((toolkit) => toolkit.inspectUpload({ input: new Uint8Array(readFileSync(contract)) }));
  });

  it.each([
    ['malformed/html.pdf', 'not_a_pdf'],
    ['malformed/header-only.pdf', 'damaged'],
    ['malformed/no-pages.pdf', 'no_pages'],
    ['encrypted/user-password.pdf', 'password_required'],
    ['encrypted/owner-password.pdf', 'locked'],
    ['forms/xfa-only.pdf', 'xfa_not_supported'],
  ])('refusal of %s', async (file, code) => {
    const fault = await both((toolkit) => toolkit.inspectUpload({ input: fixturePath(file) }));
    expect(fault).toMatchObject({ name: 'ToolkitError', origin: 'PdfError', code });
  });

  it('fields', async () => {
    const fields = await both((toolkit) => toolkit.readFields({ input: contract }));
    expect(fields.map(({ type }) => type)).toContain('radioButton');
  });

  it('pages', async () => {
    const pages = await both((toolkit) => toolkit.readPages({ input: fixturePath('plain/rotated.pdf') }));
    expect(pages).toHaveLength(6);
    expect(pages[1]).toEqual({ width: 841.89, height: 595.28 });
  });

  it('warnings about boxes', async () => {
    const twice = [boxes[0], { ...boxes[0], id: 'eve', x: 100 }];
    const { warnings } = await both((toolkit) => toolkit.checkBoxes({ input: contract, boxes: twice }));
    expect(warnings).toContainEqual({
      code: 'boxes_overlap',
      params: { page: 0, box: 'ada', other: 'eve' },
    });
  });

  it('refusal of a box', async () => {
    const fault = await both((toolkit) =>
      toolkit.checkBoxes({ input: contract, boxes: [{ ...boxes[0], x: 500 }] }),
    );
    expect(fault).toMatchObject({ code: 'box_outside_page', origin: 'SealError', params: { page: 0 } });
  });

  it('refusal of a value', async () => {
    const fault = await both((toolkit) =>
      toolkit.checkValues({ input: contract, values: [{ name: 'nobody', value: 'x' }] }),
    );
    expect(fault).toMatchObject({ code: 'unknown_field', params: { field: 'nobody' } });
    await both((toolkit) => toolkit.checkValues({ input: contract, values }));
    const long = [{ name: 'fullName|svc-input-fullname', value: 'Łukasz Żółć '.repeat(3) }];
    const check = await both((toolkit) => toolkit.checkValues({ input: contract, values: long }));
    expect(check).toMatchObject({ values: long });
  });

  it('refusal of a text', async () => {
    const fault = await both((toolkit) => toolkit.checkText({ texts: ['Ada', '\u{13000}'] }));
    expect(fault).toMatchObject({ code: 'text_not_drawable' });
    await both((toolkit) => toolkit.checkText({ texts: ['Łukasz Żółć', 'Ελένη'] }));
  });

  it('prepared document', async () => {
    const request = { values, mode: 'filled', boxes } as const;
    const report = await both((toolkit, name) =>
      toolkit.prepare({ input: contract, output: output(name, 'p.pdf'), ...request }),
    );
    expect(report).toMatchObject({
      pages: 3,
      boxes: [{ id: 'ada', page: 0, x: 60, y: 700 }, { page: 2 }, {}],
    });
    const fields = await both((toolkit, name) => toolkit.readFields({ input: output(name, 'p.pdf') }));
    expect(fields.find(({ name }) => name === 'plan')).toMatchObject({ value: ['Basic'], readOnly: true });
  });

  it('preview', async () => {
    const request = { values, mode: 'keepOriginal', boxes } as const;
    await both((toolkit, name) =>
      toolkit.preview({ input: contract, output: output(name, 'v.pdf'), ...request }),
    );
  });

  it('completed and sealed document', async () => {
    const { boxes: placed } = await both((toolkit, name) =>
      toolkit.prepare({
        input: contract,
        output: output(name, 'c.pdf'),
        values: [],
        mode: 'keepOriginal',
        boxes,
      }),
    );
    const stamps = placed.slice(0, 2).map((box, index) => ({
      box,
      ...(index === 0 ? { image: ink } : { typedName: 'Łukasz Żółć' }),
      lines: ['Ada Lovelace', '2026-01-02 03:04 UTC'],
    }));
    const seal = { reason: 'Signed by all', signedAt: '2026-01-02T03:04:05.000Z' };
    await both(async (toolkit, name) => {
      const done = output(name, 'done.pdf');
      const report = await toolkit.complete({
        input: output(name, 'c.pdf'),
        output: done,
        values,
        stamps,
        seal,
      });
      expect(report.size).toBe(readFileSync(done).length);
      return { ...report, sha256: '' };
    });
    const [signature] = await both(async (toolkit, name) => {
      const { signatures } = await toolkit.verify({ input: output(name, 'done.pdf') });
      // Two files have two identifiers, and so two digests.
      return signatures.map((report) => ({ ...report, digest: null }));
    });
    expect(signature).toMatchObject({ valid: true, coversWholeDocument: true, signedAt: seal.signedAt });
    await expect(
      both((toolkit, name) => toolkit.readFields({ input: output(name, 'done.pdf') })),
    ).resolves.toEqual([]);
  });

  it('stripped document', async () => {
    const signed = fixturePath('signed/certified.pdf');
    const report = await both((toolkit, name) =>
      toolkit.strip({ input: signed, output: output(name, 's.pdf') }),
    );
    expect(report).toMatchObject({ removedFields: ['Signature1'], removedSignatures: 1, changed: true });
    const after = await both((toolkit, name) => toolkit.inspectUpload({ input: output(name, 's.pdf') }));
    expect(after).toMatchObject({ signatureFields: 0, signed: 0, formFields: 1, needsStripping: false });
  });

  it('merged document', async () => {
    const inputs = [contract, fixturePath('plain/rotated.pdf'), contract];
    const report = await both((toolkit, name) => toolkit.merge({ inputs, output: output(name, 'm.pdf') }));
    expect(report.pages).toBe(10);
    expect(report.renamedFields).toContainEqual({ input: 2, from: 'plan', to: 'plan#2' });
    const fields = await both((toolkit, name) => toolkit.readFields({ input: output(name, 'm.pdf') }));
    expect(fields).toHaveLength(20);
  });
});

describe('a failed operation', () => {
  it('leaves no file behind', async () => {
    const toolkit = inlineToolkit();
    const target = join(folder, 'never.pdf');
    const request = { values: [{ name: 'nobody', value: 'x' }], mode: 'keepOriginal', boxes: [] } as const;
    await expect(toolkit.prepare({ input: contract, output: target, ...request })).rejects.toMatchObject({
      code: 'unknown_field',
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
  });

  it('says that the certificate is unusable when its file is missing', async () => {
    const signer = { kind: 'p12', path: join(folder, 'none.p12'), passphrase: '' } as const;
    const sealing = inlineToolkit({ signer }).seal({
      input: contract,
      output: join(folder, 'x.pdf'),
      reason: 'x',
      signedAt: '2026-01-02T03:04:05.000Z',
    });
    await expect(sealing).rejects.toMatchObject({ code: 'certificate_unusable' });
  });
});

function drawInk(): Promise<Uint8Array> {
  const stroke =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><path d="M10 60 Q 200 0 390 70" stroke="navy" stroke-width="6" fill="none"/></svg>';
  return sharp(Buffer.from(stroke)).png().toBuffer();
}
