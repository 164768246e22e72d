import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf, PdfError } from '@countersign/pdf';
import { complaintsOfQpdf, hasPrograms, runProgram } from '@countersign/pdf/testing';
import {
  createDevelopmentSigner,
  type DevelopmentSigner,
  SealError,
  type SealOptions,
  sealPdf,
} from '@countersign/seal';
import { createFormSample } from '@countersign/seal/testing';
import { verifyFile, verifySignatures } from '@countersign/verify';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder, listCorpus } from '../../../packages/pdf/testing/corpus.ts';

const OPTIONS = { reason: 'Agreed', name: 'Ada', signedAt: new Date('2026-11-28T12:00:00Z') };
const BOX = { page: 1, x: 60, y: 90, width: 180, height: 60 };
const VISIBLE = { lines: ['Signed by Ada'] };
const folder = mkdtempSync(join(tmpdir(), 'signing-again-'));
let signer: DevelopmentSigner;
let form: Uint8Array;

beforeAll(async () => {
  signer = await createDevelopmentSigner();
  form = await createFormSample();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function sign(pdf: Uint8Array, options: Partial<SealOptions> = {}): Promise<Uint8Array> {
  return (await sealPdf(openPdf(pdf), signer, { ...OPTIONS, ...options })).toBytes();
}

/** What Poppler says of each signature; undefined without Poppler. */
function opinionsOfPoppler(pdf: Uint8Array): readonly string[] | undefined {
  if (!hasPrograms('pdfsig')) return undefined;
  const path = join(folder, 'file.pdf');
  writeFileSync(path, pdf);
  const { text } = runProgram('pdfsig', ['-nocert', path], { timeout: 60_000 });
  return [...text.matchAll(/Signature Validation: (.*)/g)].map(([, opinion = '']) => opinion);
}

function expectAllValid(pdf: Uint8Array, count: number): void {
  const { state, signatures } = verifyFile(pdf);
  expect([state, signatures.map(({ valid }) => valid)]).toEqual(['intact', Array(count).fill(true)]);
  expect(opinionsOfPoppler(pdf) ?? Array(count).fill('Signature is Valid.')).toEqual(
    Array(count).fill('Signature is Valid.'),
  );
  expect(complaintsOfQpdf(pdf)).toBe('');
}

describe('signatures in sequence', () => {
  it('stay valid, and verification numbers their revisions', async () => {
    const first = await sign(form, { field: 'countersignature', appearance: VISIBLE });
    const second = await sign(first, { field: 'Board', appearance: { ...VISIBLE, box: BOX } });
    const third = await sign(second);
    expectAllValid(third, 3);
    expect(verifySignatures(third).map(({ fieldName, revision }) => [fieldName, revision])).toEqual([
      ['countersignature', 1],
      ['Board', 2],
      ['Seal', 3],
    ]);
  });

  it.each([2, 3] as const)('may follow a certification of level %i in an existing field', async (certify) => {
    const certified = await sign(form, { certify });
    expectAllValid(await sign(certified, { field: 'countersignature', appearance: VISIBLE }), 2);
    expectAllValid(await sign(certified), 2);
  });

  it('may follow a certification of level 3 in a visible new field', async () => {
    const certified = await sign(form, { certify: 3 });
    expectAllValid(await sign(certified, { field: 'Board', appearance: { ...VISIBLE, box: BOX } }), 2);
  });

  it.each<[string, Partial<SealOptions>, Partial<SealOptions>, object]>([
    ['after level 1', { certify: 1 }, { field: 'countersignature' }, { reason: 'certified', level: 1 }],
    ['after level 1 in a new field', { certify: 1 }, {}, { reason: 'certified', level: 1 }],
    [
      'that is new and visible after level 2',
      { certify: 2 },
      { field: 'Board', appearance: { ...VISIBLE, box: BOX } },
      { reason: 'visible', level: 2 },
    ],
    ['that certifies after another', {}, { certify: 3 }, { reason: 'already_signed' }],
    ['that certifies a certified file', { certify: 2 }, { certify: 2 }, { reason: 'already_signed' }],
  ])('one %s is refused', async (_, first, second, params) => {
    const signed = await sign(form, first);
    await expect(sign(signed, second)).rejects.toMatchObject({ code: 'signing_not_allowed', params });
  });

  it('may certify in an existing field, visibly', async () => {
    const certified = await sign(form, { certify: 2, field: 'countersignature', appearance: VISIBLE });
    expectAllValid(certified, 1);
    expect(openPdf(certified).catalog.lookup(PDFName.of('Perms'))).toBeDefined();
  });
});

describe('a lock of the field', () => {
  async function locked(lock: string, fields: readonly string[]): Promise<Uint8Array> {
    const document = await PDFDocument.load(form);
    const field = document.getForm().getSignature('countersignature').acroField.dict;
    const Fields = document.context.obj(fields.map((name) => PDFString.of(name)));
    field.set(PDFName.of('Lock'), document.context.obj({ Type: 'SigFieldLock', Action: lock, Fields }));
    return document.save();
  }

  it.each([
    ['Include', ['empty'], 'changed'],
    ['Exclude', ['empty'], 'intact'],
    ['All', [], 'changed'],
  ])('%s %j is kept by verification', async (action, fields, state) => {
    const signed = await sign(await locked(action, fields), { field: 'countersignature' });
    expectAllValid(signed, 1);
    const file = openPdf(signed);
    const { prefill } = await import('@countersign/forms');
    await prefill(file, [{ name: 'empty', value: 'filled in later' }]);
    expect(verifyFile(file.save().toBytes()).state).toBe(state);
  });

  it('forbids to sign the fields that it locks', async () => {
    const document = await PDFDocument.load(await locked('All', []));
    const second = document.context.obj({ FT: 'Sig', T: PDFString.of('second') });
    document.getForm().acroForm.addField(document.context.register(second));
    const signed = await sign(await document.save(), { field: 'countersignature' });
    await expect(sign(signed, { field: 'second' })).rejects.toMatchObject({
      code: 'signing_not_allowed',
      params: { reason: 'locked' },
    });
  });
});

const files =
  listCorpus().length > 0
    ? readdirSync(join(corpusFolder, 'signed')).filter((name) => name.endsWith('.pdf'))
    : [];

describe.skipIf(files.length === 0)('a file that others signed', () => {
  it.each(files)('%s is signed again, and what was valid stays so', async (name) => {
    const path = join(corpusFolder, 'signed', name);
    const before = tryOr(() => verifySignatures(path));
    if (before === undefined) return;
    const file = openPdf(path);
    const isRepaired = file.repaired;
    let signed: Uint8Array;
    try {
      signed = (await sealPdf(file, signer, OPTIONS)).toBytes();
    } catch (error) {
      // The only reason why a file that opens cannot be signed.
      expect(error).toMatchObject({ code: 'signing_not_allowed' });
      expect(error).toBeInstanceOf(SealError);
      return;
    }
    const after = verifySignatures(signed);
    expect(after.at(-1)).toMatchObject({ valid: true, coversWholeDocument: true });
    expect(after).toHaveLength(before.length + 1);
    if (isRepaired) return;
    for (const [index, earlier] of before.entries())
      expect(after[index]).toMatchObject({ valid: earlier.valid, changesAllowed: earlier.changesAllowed });
  });
});

function tryOr<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
