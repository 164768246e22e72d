import { createHash, type Hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookupDict, openPdf } from '@countersign/pdf';
import { complaintsOfQpdf, hasPrograms, runProgram, runToSuccess } from '@countersign/pdf/testing';
import { PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import {
  createDevelopmentSigner,
  type DevelopmentSigner,
} from '../../../packages/seal/signers/development-signer.ts';
import { createFormSample } from '../../../packages/seal/testing/form-sample.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import { findMissedInFile } from '../../../packages/verify/testing/missed-changes.ts';
import { verifyFile, verifySignatures } from '../../../packages/verify/verify-signatures.ts';

/** In whole seconds. The certificate is made for this run: an earlier time would be remarked. */
const SIGNED_AT = new Date(Math.floor(Date.now() / 1000) * 1000);
const STATEMENT = {
  reason: 'Sealed by the service (förseglad)',
  name: 'Countersign',
  signedAt: SIGNED_AT,
};
const GOOD = {
  fieldName: 'Seal',
  subFilter: 'ETSI.CAdES.detached',
  signerName: 'Countersign development',
  signedAt: SIGNED_AT.toISOString(),
  timestamp: null,
  valid: true,
  level: 'B-B',
  digest: { algorithm: 'sha256', value: expect.stringMatching(/^[0-9a-f]{64}$/) },
  certificates: [expect.objectContaining({ name: 'Countersign development' })],
  revision: 1,
  coveredBytes: expect.any(Number),
  coversWholeDocument: true,
  laterChanges: 'none',
  changes: [],
  changesAllowed: true,
  problems: [],
  remarks: [],
};
const folder = mkdtempSync(join(tmpdir(), 'seal-sign-'));
const path = (name: string) => join(folder, name);
let rsa: DevelopmentSigner;
let ec: DevelopmentSigner;

beforeAll(async () => {
  rsa = await createDevelopmentSigner({ key: 'rsa-2048' });
  ec = await createDevelopmentSigner({ key: 'ec-p256' });
});
afterAll(() => rmSync(folder, { recursive: true }));

function isSealIntact(bytes: Uint8Array): boolean {
  try {
    const reports = verifySignatures(bytes);
    return reports.length === 1 && reports.every((report) => report.valid && report.coversWholeDocument);
  } catch {
    // A file that cannot be opened counts as detected.
    return false;
  }
}

describe.each([
  ['a cross-reference table', false],
  ['a cross-reference stream', true],
])('sealing a file with %s', (_, useObjectStreams) => {
  let sealedPath: string;
  let original: Uint8Array;

  beforeAll(async () => {
    original = await createSamplePdf([{}, { rotate: 90 }], useObjectStreams);
    writeFileSync(path('original.pdf'), original);
    const file = openPdf(path('original.pdf'));
    sealedPath = path(`sealed-${useObjectStreams}.pdf`);
    const sealed = await sealPdf(file, rsa, STATEMENT);
    sealed.writeTo(sealedPath);
    file.close();
    expect(sealed.sha256).toBe(createHash('sha256').update(readFileSync(sealedPath)).digest('hex'));
    expect(sealed.size).toBe(readFileSync(sealedPath).length);
  });

  it('leaves the original bytes in front', () => {
    expect(readFileSync(sealedPath).subarray(0, original.length).equals(original)).toBe(true);
  });

  it('gives a valid signature over the whole document', () => {
    expect(verifySignatures(sealedPath)).toEqual([GOOD]);
  });

  it('updates the modification date', () => {
    const file = openPdf(sealedPath);
    const info = lookupDict(file.trailer, 'Info');
    expect(info?.lookup(PDFName.of('ModDate'), PDFString).decodeDate()).toEqual(STATEMENT.signedAt);
    file.close();
  });

  it('reports that something was appended later', () => {
    const longer = Buffer.concat([readFileSync(sealedPath), Buffer.from('\n')]);
    // A trailing line end does not change the document.
    expect(verifySignatures(longer)).toEqual([{ ...GOOD, coversWholeDocument: false }]);
  });

  it('is sound to qpdf', () => {
    expect(complaintsOfQpdf(readFileSync(sealedPath))).toBe('');
  });

  it.skipIf(!hasPrograms('pdfsig'))('is valid to pdfsig', () => {
    const { text } = runProgram('pdfsig', ['-nocert', sealedPath]);
    expect(text).toContain('Signature is Valid');
    expect(text).toContain('Total document signed');
    expect(text).toContain('ETSI.CAdES.detached');
  });

  it.skipIf(!hasPrograms('openssl'))('is valid to openssl', () => {
    const bytes = readFileSync(sealedPath);
    const [, length = 0, next = 0] = (/\/ByteRange\[(\d+) (\d+) (\d+)/.exec(bytes.toString('latin1')) ?? [])
      .slice(1)
      .map(Number);
    writeFileSync(path('cms.der'), Buffer.from(bytes.toString('latin1', length + 1, next - 1), 'hex'));
    writeFileSync(path('content'), Buffer.concat([bytes.subarray(0, length), bytes.subarray(next)]));
    writeFileSync(path('signer.pem'), rsa.pem);
    const args = ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', path('cms.der')];
    const trust = ['-CAfile', path('signer.pem'), '-purpose', 'any'];
    runToSuccess('openssl', [...args, '-content', path('content'), ...trust]);
  });

  it('detects any change of any byte', () => {
    expect(findMissedInFile(readFileSync(sealedPath), 40)).toEqual([]);
  });
});

describe('sealPdf', () => {
  it('puts the changes of an edited file and the seal into one increment', async () => {
    const original = await createSamplePdf();
    const file = openPdf(original);
    file.page(0).dict.set(PDFName.of('Edited'), PDFHexString.fromText('yes'));
    const bytes = (await sealPdf(file, ec, STATEMENT)).toBytes();
    expect(verifySignatures(bytes)).toEqual([GOOD]);
    expect(openPdf(bytes).page(0).dict.has(PDFName.of('Edited'))).toBe(true);
    expect(Buffer.from(bytes).toString('latin1').match(/%%EOF/g)).toHaveLength(2);
  });

  it('grows a placeholder that is too small', async () => {
    const file = openPdf(await createSamplePdf());
    const sealed = await sealPdf(file, rsa, { ...STATEMENT, placeholderBytes: 100 });
    expect(verifySignatures(sealed.toBytes())).toEqual([GOOD]);
  });

  it('seals a second time under another field name, and the first seal stays valid', async () => {
    const first = (await sealPdf(openPdf(await createSamplePdf()), rsa, STATEMENT)).toBytes();
    const second = (await sealPdf(openPdf(first), ec, STATEMENT)).toBytes();
    expect(verifySignatures(second)).toEqual([
      {
        ...GOOD,
        coversWholeDocument: false,
        laterChanges: 'signature',
        changes: [expect.objectContaining({ code: 'signature', params: { field: 'Seal 2' } })],
      },
      { ...GOOD, fieldName: 'Seal 2', revision: 2 },
    ]);
  });

  it('certifies that nothing but validation data follows', async () => {
    const file = openPdf(await createSamplePdf());
    const bytes = (await sealPdf(file, ec, { ...STATEMENT, certify: true })).toBytes();
    expect(verifySignatures(bytes)).toEqual([GOOD]);
    const { catalog, context } = openPdf(bytes);
    const seal = lookupDict(lookupDict(catalog, 'Perms') ?? catalog, 'DocMDP');
    expect(String(seal?.get(PDFName.of('Reference')))).toBe(
      String(
        context.obj([
          {
            Type: 'SigRef',
            TransformMethod: 'DocMDP',
            TransformParams: { Type: 'TransformParams', P: 1, V: PDFName.of('1.2') },
          },
        ]),
      ),
    );
    await expect(sealPdf(openPdf(bytes), ec, STATEMENT)).rejects.toMatchObject({
      code: 'signing_not_allowed',
    });
  });

  it('approves a file that is signed already, or is to be signed', async () => {
    const first = (await sealPdf(openPdf(await createSamplePdf()), rsa, STATEMENT)).toBytes();
    for (const bytes of [first, await createFormSample()]) {
      const sealed = await sealPdf(openPdf(bytes), ec, { ...STATEMENT, certify: true });
      expect(openPdf(sealed.toBytes()).catalog.has(PDFName.of('Perms'))).toBe(false);
      expect(verifyFile(sealed.toBytes()).state).toBe('intact');
    }
  });

  it('seals a file whose cross-reference had to be rebuilt', async () => {
    const broken = Buffer.from(await createSamplePdf());
    broken.write('99999', broken.lastIndexOf('startxref') + 10, 'latin1');
    const file = openPdf(broken);
    expect(file.repaired).toBe(true);
    expect(verifySignatures((await sealPdf(file, ec, STATEMENT)).toBytes())).toEqual([GOOD]);
  });

  it('seals every time within the measured room, though ECDSA signatures differ in length', async () => {
    const original = await createSamplePdf();
    for (let run = 0; run < 20; run++) {
      const bytes = (await sealPdf(openPdf(original), ec, STATEMENT)).toBytes();
      expect(isSealIntact(bytes)).toBe(true);
    }
  });
});

describe('a file that was read before', () => {
  it('is not read again, and the seal is valid', async () => {
    const original = await createSamplePdf();
    const bytesReadFor = async (options: { readonly hashedSource?: Hash }) => {
      const file = openPdf(original);
      const sealed = await sealPdf(file, ec, { ...STATEMENT, ...options });
      const { bytesRead } = file.source;
      const bytes = sealed.toBytes();
      expect(verifySignatures(bytes)).toEqual([GOOD]);
      expect(sealed.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      return bytesRead;
    };
    const hashedSource = createHash('sha256').update(original);
    expect(await bytesReadFor({ hashedSource })).toBe((await bytesReadFor({})) - original.length);
  });

  it('is read again if it has to be rewritten', async () => {
    const broken = Buffer.from(await createSamplePdf());
    broken.write('99999', broken.lastIndexOf('startxref') + 10, 'latin1');
    const hashedSource = createHash('sha256').update(broken);
    const sealed = await sealPdf(openPdf(broken), ec, { ...STATEMENT, hashedSource });
    expect(verifySignatures(sealed.toBytes())).toEqual([GOOD]);
  });
});

describe('a signer', () => {
  it('with an expired certificate is refused', async () => {
    const expired = await createDevelopmentSigner({ key: 'ec-p256', now: new Date('2016-11-21T13:59:00Z') });
    const work = sealPdf(openPdf(await createSamplePdf()), expired, STATEMENT);
    await expect(work).rejects.toMatchObject({
      code: 'certificate_unusable',
      params: { reason: 'expired' },
    });
  });

  it('signs once per seal: the maximum size of a signature follows from the key', async () => {
    const signer = { ...ec, sign: vi.fn(ec.sign) };
    const original = await createSamplePdf();
    const signatures: number[] = [];
    for (let run = 0; run < 3; run++) {
      expect(isSealIntact((await sealPdf(openPdf(original), signer, STATEMENT)).toBytes())).toBe(true);
      signatures.push(signer.sign.mock.calls.length);
    }
    expect(signatures).toEqual([1, 2, 3]);
  });
});
