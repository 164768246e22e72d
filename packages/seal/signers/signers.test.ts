import { createPrivateKey, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevelopmentSigner, type DevelopmentSigner } from './development-signer.ts';
import { loadP12Signer } from './p12-signer.ts';
import { loadPemSigner } from './pem-signer.ts';
import { readValidity } from './validity.ts';

const MESSAGE = Buffer.from('to be signed');
const folder = mkdtempSync(join(tmpdir(), 'seal-signers-'));
let development: DevelopmentSigner;

beforeAll(async () => {
  development = await createDevelopmentSigner({ key: 'ec-p256', now: new Date('2026-01-02T03:04:05Z') });
});
afterAll(() => rmSync(folder, { recursive: true }));

function leafOf(signer: { certificateChain: readonly Uint8Array[] }): X509Certificate {
  return new X509Certificate(signer.certificateChain[0] ?? new Uint8Array());
}

describe('createDevelopmentSigner', () => {
  it('says in its certificate that it is for development, and lasts ten years', () => {
    const certificate = leafOf(development);
    expect(certificate.subject).toBe('CN=Countersign development');
    expect(certificate.validToDate.toISOString()).toBe('2036-01-02T03:04:05.000Z');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });

  it('is loaded from its PEM with the same certificate', async () => {
    const again = await loadPemSigner(development.pem);
    expect(again.certificateChain).toEqual(development.certificateChain);
    expect(verify('sha256', MESSAGE, leafOf(development).publicKey, await again.sign(MESSAGE))).toBe(true);
  });
});

describe('loadPemSigner', () => {
  it('refuses text without a key', async () => {
    await expect(loadPemSigner('nothing here')).rejects.toMatchObject({
      code: 'certificate_unusable',
      params: { reason: 'no_private_key' },
    });
  });

  it('refuses a key that matches none of the certificates', async () => {
    const other = await createDevelopmentSigner({ key: 'ec-p256' });
    const mixed = createPrivateKey(development.pem).export({ format: 'pem', type: 'pkcs8' }).toString();
    const certificate = other.pem.slice(other.pem.indexOf('-----BEGIN CERTIFICATE'));
    await expect(loadPemSigner(mixed + certificate)).rejects.toMatchObject({
      params: { reason: 'key_without_certificate' },
    });
  });
});

describe('readValidity', () => {
  it('returns the validity of the certificate', async () => {
    const now = new Date('2026-11-21T14:00:00Z');
    const signer = await createDevelopmentSigner({ key: 'ec-p256', now });
    expect(readValidity(signer)).toEqual({ notBefore: now, notAfter: new Date('2036-11-21T14:00:00Z') });
  });
});

describe.skipIf(!hasPrograms('openssl'))('loadP12Signer, with files made by openssl', () => {
  function exportP12(passphrase: string, options: readonly string[] = []): Uint8Array {
    const pem = join(folder, 'signer.pem');
    const p12 = join(folder, 'signer.p12');
    writeFileSync(pem, development.pem);
    const run = runProgram('openssl', [
      'pkcs12',
      '-export',
      '-in',
      pem,
      '-out',
      p12,
      '-passout',
      `pass:${passphrase}`,
      ...options,
    ]);
    expect(run.status, run.text).toBe(0);
    return readFileSync(p12);
  }

  it.each(['secret', 'sécrét', ''])('reads a file with the passphrase "%s"', async (passphrase) => {
    const signer = await loadP12Signer(exportP12(passphrase), passphrase);
    expect(signer.certificateChain).toEqual(development.certificateChain);
    expect(verify('sha256', MESSAGE, leafOf(development).publicKey, await signer.sign(MESSAGE))).toBe(true);
  });

  it('reports a wrong passphrase', async () => {
    await expect(loadP12Signer(exportP12('right'), 'wrong')).rejects.toMatchObject({
      code: 'certificate_unusable',
      params: { reason: 'wrong_passphrase' },
    });
  });

  it('names the commands that convert a file with 3DES encryption', async () => {
    const old = exportP12('secret', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES']);
    await expect(loadP12Signer(old, 'secret')).rejects.toMatchObject({
      params: { reason: 'encryption_not_supported' },
      message: expect.stringContaining('openssl pkcs12 -export'),
    });
  });

  it('refuses a file that is not PKCS #12', async () => {
    await expect(loadP12Signer(MESSAGE, 'secret')).rejects.toMatchObject({
      params: { reason: 'not_readable' },
    });
  });
});
