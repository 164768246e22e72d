import { execFileSync } from 'node:child_process';
import { createHash, sign as signBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { openPdf } from '@countersign/pdf';
import { hasPrograms, runProgram, runToSuccess } from '@countersign/pdf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCms } from '../../../packages/seal/cms/build-cms.ts';
import { completeSeal, type PreparedSeal, prepareSeal } from '../../../packages/seal/sign/prepare-seal.ts';
import {
  createDevelopmentSigner,
  type DevelopmentSigner,
} from '../../../packages/seal/signers/development-signer.ts';
import type { Signer } from '../../../packages/seal/signers/signer.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import { createCurveSigner } from '../../../packages/seal/testing/test-certificate.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

const OPTIONS = {
  reason: 'All have signed',
  name: 'Countersign',
  signedAt: new Date('2026-11-24T14:00:00Z'),
  placeholderBytes: 4000,
};
const VALID = { valid: true, coversWholeDocument: true, laterChanges: 'none', problems: [] };
const folder = mkdtempSync(join(tmpdir(), 'seal-complete-'));
const path = (name: string) => join(folder, name);
let signer: DevelopmentSigner;
let original: Uint8Array;

beforeAll(async () => {
  signer = await createDevelopmentSigner({ key: 'ec-p256' });
  original = await createSamplePdf();
});
beforeEach(() => writeFileSync(path('in.pdf'), original));
afterAll(() => rmSync(folder, { recursive: true }));

async function prepare(input: string | Uint8Array, options = {}): Promise<PreparedSeal> {
  const file = openPdf(input);
  const prepared = await prepareSeal(file, { ...OPTIONS, ...options });
  file.close();
  return prepared;
}

const sign = (prepared: PreparedSeal) => buildCms(prepared.digest, signer);

/** Its arguments are the files with the prepared seal, the CMS and the result. */
const OTHER_PROCESS = `
  import { readFileSync } from 'node:fs';
  import { deserialize } from 'node:v8';
  import { completeSeal } from ${JSON.stringify(new URL('../../../packages/seal/sign/prepare-seal.ts', import.meta.url).href)};
  const [prepared, cms, result] = process.argv.slice(2);
  completeSeal(deserialize(readFileSync(prepared)), readFileSync(cms)).writeTo(result);
`;

describe('a seal in two steps', () => {
  it.each(['a path', 'bytes'])('is completed by another process, of a file opened by %s', async (kind) => {
    const prepared = await prepare(kind === 'bytes' ? original : path('in.pdf'));
    writeFileSync(path('prepared'), serialize(prepared));
    writeFileSync(path('cms'), await sign(prepared));
    writeFileSync(path('complete.mjs'), OTHER_PROCESS);
    const files = ['complete.mjs', 'prepared', 'cms', 'sealed.pdf'].map(path);
    execFileSync(process.execPath, files, { cwd: import.meta.dirname });
    expect(verifySignatures(path('sealed.pdf'))).toMatchObject([VALID]);
    if (!hasPrograms('pdfsig')) return;
    expect(runProgram('pdfsig', ['-nocert', path('sealed.pdf')]).text).toContain('Signature is Valid');
  });

  it('survives structuredClone, and reads the base again', async () => {
    const prepared = await prepare(path('in.pdf'));
    const clone = structuredClone(prepared);
    expect(clone).toEqual(prepared);
    expect(clone).toMatchObject({ version: 1, base: path('in.pdf'), digestAlgorithm: 'sha256' });
    const sealed = completeSeal(clone, await sign(prepared));
    const bytes = sealed.toBytes();
    expect(verifySignatures(bytes)).toMatchObject([VALID]);
    expect(sealed.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    sealed.writeTo(path('written.pdf'));
    expect(readFileSync(path('written.pdf')).equals(bytes)).toBe(true);
  });

  it('signs another digest than SHA-256', async () => {
    const prepared = structuredClone(await prepare(original, { digestAlgorithm: 'sha384' }));
    const { contents } = prepared;
    const curve = createCurveSigner('secp384r1');
    const p384: Signer = {
      ...curve,
      algorithm: { scheme: 'ECDSA', digest: 'sha384' },
      sign: async (bytes) => signBytes('sha384', bytes, curve.privateKey),
    };
    const sealed = completeSeal(prepared, await buildCms(prepared.digest, p384)).toBytes();
    expect(verifySignatures(sealed)).toMatchObject([VALID]);
    const start = sealed.subarray(0, original.length + contents.start);
    const end = sealed.subarray(original.length + contents.end);
    const digest = createHash('sha384').update(start).update(end).digest();
    expect(digest.equals(prepared.digest)).toBe(true);
  });

  it('keeps the bytes of a file that had to be rewritten', async () => {
    const broken = Buffer.from(original);
    broken.write('99999', broken.lastIndexOf('startxref') + 10, 'latin1');
    writeFileSync(path('in.pdf'), broken);
    const prepared = structuredClone(await prepare(path('in.pdf')));
    expect(prepared.base).toBeInstanceOf(Uint8Array);
    const sealed = completeSeal(prepared, await sign(prepared));
    expect(verifySignatures(sealed.toBytes())).toMatchObject([VALID]);
  });

  it('is completed where the file has moved to, and leaves what was prepared', async () => {
    const prepared = await prepare(path('in.pdf'));
    const before = structuredClone(prepared);
    renameSync(path('in.pdf'), path('moved.pdf'));
    const sealed = completeSeal({ ...prepared, base: path('moved.pdf') }, await sign(prepared));
    expect(verifySignatures(sealed.toBytes())).toMatchObject([VALID]);
    expect(prepared).toEqual(before);
  });
});

it('two processes may complete one prepared seal, and each result is whole', async () => {
  const prepared = await prepare(path('in.pdf'));
  const other = await createDevelopmentSigner({ key: 'ec-p256' });
  const results = [await sign(prepared), await buildCms(prepared.digest, other)].map((cms) =>
    completeSeal(prepared, cms),
  );
  for (const result of results) result.writeTo(path('raced.pdf'));
  expect(verifySignatures(path('raced.pdf'))).toMatchObject([VALID]);
  expect(results.map((result) => verifySignatures(result.toBytes())[0]?.valid)).toEqual([true, true]);
});

it.skipIf(!hasPrograms('openssl'))('a visible seal is completed with a CMS of openssl', async () => {
  const look = { lines: ['Signed elsewhere'], box: { page: 0, x: 50, y: 50, width: 150, height: 40 } };
  const prepared = await prepare(original, { field: 'Elsewhere', appearance: look });
  const { contents, increment } = prepared;
  const [start, end] = [increment.subarray(0, contents.start), increment.subarray(contents.end)];
  writeFileSync(path('content'), Buffer.concat([original, start, end]));
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', path('key.pem'), '-out', path('certificate.pem')];
  runToSuccess('openssl', ['req', '-x509', ...key, '-days', '30', '-subj', '/CN=Somebody']);
  const files = ['-in', path('content'), '-signer', path('certificate.pem'), '-inkey', path('key.pem')];
  const sign = (...options: readonly string[]) =>
    runToSuccess('openssl', [
      'cms',
      '-sign',
      '-binary',
      '-md',
      'sha256',
      '-outform',
      'DER',
      ...files,
      ...options,
    ]);
  expect(verifySignatures(completeSeal(prepared, sign('-cades')).toBytes())).toMatchObject([VALID]);
  // PAdES requires the certificate among the signed attributes.
  expect(() => completeSeal(prepared, sign())).toThrowError(
    expect.objectContaining({ code: 'cms_not_valid', params: { problem: 'attribute_missing' } }),
  );
});

describe('completeSeal refuses', () => {
  it.each([
    ['a file that got longer', () => appendFileSync(path('in.pdf'), ' ')],
    ['a file with another byte', () => writeFileSync(path('in.pdf'), original.with(-200, 0x20))],
  ])('%s since it was prepared, or is to be written', async (_, change) => {
    const prepared = await prepare(path('in.pdf'));
    const cms = await sign(prepared);
    const sealed = completeSeal(prepared, cms);
    change();
    const changed = expect.objectContaining({ code: 'file_changed' });
    expect(() => completeSeal(prepared, cms)).toThrowError(changed);
    expect(() => sealed.toBytes()).toThrowError(changed);
    expect(() => sealed.writeTo(path('refused.pdf'))).toThrowError(changed);
  });

  it('an increment with another byte', async () => {
    const prepared = await prepare(original);
    const increment = prepared.increment.with(prepared.contents.end + 3, 0x20);
    const cms = await sign(prepared);
    expect(() => completeSeal({ ...prepared, increment }, cms)).toThrowError(
      expect.objectContaining({ code: 'file_changed' }),
    );
  });

  it('an increment that was replaced together with its digest', async () => {
    const prepared = await prepare(original);
    const cms = await sign(prepared);
    const forged = await prepare(original, { reason: 'Another reason' });
    expect(() => completeSeal(forged, cms)).toThrowError(
      expect.objectContaining({ code: 'cms_not_valid', params: { problem: 'content_changed' } }),
    );
  });

  it('what is no CMS', async () => {
    const prepared = await prepare(original);
    expect(() => completeSeal(prepared, new Uint8Array(1))).toThrowError(
      expect.objectContaining({ code: 'cms_not_valid' }),
    );
  });

  it('a CMS that exceeds the placeholder', async () => {
    const prepared = await prepare(original, { placeholderBytes: 100 });
    const cms = await sign(prepared);
    expect(() => completeSeal(prepared, cms)).toThrowError(
      expect.objectContaining({
        code: 'placeholder_too_small',
        params: { reserved: 100, needed: cms.length },
      }),
    );
  });

  it.each([
    ['prepared.version', { version: 2 }],
    ['prepared.increment', { increment: { 0: 37 } }],
    ['prepared', { contents: { start: 0, end: 9 } }],
    ['prepared.digestAlgorithm', { digestAlgorithm: 'md5' }],
  ])('another shape, naming %s', async (argument, change) => {
    const other = { ...(await prepare(original)), ...change } as PreparedSeal;
    expect(() => completeSeal(other, new Uint8Array(1))).toThrowError(
      expect.objectContaining({ code: 'invalid_argument', params: expect.objectContaining({ argument }) }),
    );
  });
});
