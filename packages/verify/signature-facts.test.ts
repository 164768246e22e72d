import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { hasPrograms, runToSuccess } from '@countersign/pdf/testing';
import { sealPdf } from '@countersign/seal';
import {
  createDevelopmentSigner,
  type DevelopmentSigner,
} from '@countersign/seal/signers/development-signer';
import { createSamplePdf } from '@countersign/seal/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifySignatures } from './verify-signatures.ts';

const STATEMENT = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };

describe('the report of a signature', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seal-facts-'));
  let signer: DevelopmentSigner;
  let sealed: Buffer;

  beforeAll(async () => {
    signer = await createDevelopmentSigner({ key: 'ec-p256' });
    sealed = Buffer.from((await sealPdf(openPdf(await createSamplePdf()), signer, STATEMENT)).toBytes());
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Digests everything except /Contents, located in the bytes. */
  function digestOf(bytes: Buffer): string {
    const range = /\/ByteRange\s*\[\s*(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(bytes.toString('latin1'));
    const [, start = 0, length = 0, next = 0, rest = 0] = (range ?? []).map(Number);
    const hash = createHash('sha256').update(bytes.subarray(start, start + length));
    return hash.update(bytes.subarray(next, next + rest)).digest('hex');
  }

  it('is the digest of the covered bytes, also of changed ones', () => {
    const value = digestOf(sealed);
    expect(verifySignatures(sealed)).toMatchObject([{ digest: { algorithm: 'sha256', value } }]);
    const changed = Buffer.from(sealed);
    // In the comment of the second line, which readers ignore.
    changed[11] = (changed[11] ?? 0) ^ 1;
    const [report] = verifySignatures(changed);
    expect(report).toMatchObject({ valid: false, level: null, digest: { value: digestOf(changed) } });
    expect(report?.digest?.value).not.toBe(value);
  });

  it('is the end of the signed revision, regardless of later bytes', () => {
    const longer = Buffer.concat([sealed, Buffer.from('\n% more')]);
    expect(verifySignatures(longer)).toMatchObject([{ coveredBytes: sealed.length, revision: 1 }]);
  });

  it.skipIf(!hasPrograms('openssl'))('is of the certificate what openssl reads in it', () => {
    const path = join(folder, 'signer.pem');
    writeFileSync(path, signer.pem);
    const read = (...options: readonly string[]) =>
      runToSuccess('openssl', ['x509', '-in', path, '-noout', ...options]).toString();
    const [certificate] = verifySignatures(sealed)[0]?.certificates ?? [];
    const [, serial = ''] = read('-serial').trim().split('=');
    const [, fingerprint = ''] = read('-fingerprint', '-sha256').trim().split('=');
    const [, end = ''] = read('-enddate').trim().split('=');
    expect(certificate).toEqual({
      name: 'Countersign development',
      issuerName: 'Countersign development',
      serialNumber: serial.toLowerCase(),
      sha256: fingerprint.replaceAll(':', '').toLowerCase(),
      validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      validTo: new Date(end).toISOString(),
    });
  });
});
