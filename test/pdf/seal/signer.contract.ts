import { verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import { maxSignatureBytes, signatureOptions } from '../../../packages/seal/signers/signature-algorithm.ts';
import { algorithmOf, type Signer } from '../../../packages/seal/signers/signer.ts';
import type { KeyFiles, KeyKind } from '../../../packages/seal/testing/key-files.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

export interface SignerHarness {
  readonly signer: Signer;
  close?(): Promise<void>;
}

const STATEMENT = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };
/** pdfsig (NSS) rejects keys restricted to PSS. It accepts PSS with an RSA key, as openssl does. */
const UNKNOWN_TO_PDFSIG: ReadonlySet<KeyKind> = new Set(['RSA-PSS 2048']);

export function describeSigner(
  name: string,
  kinds: readonly KeyKind[],
  filesOf: (kind: KeyKind) => KeyFiles,
  open: (files: KeyFiles) => Promise<SignerHarness>,
): void {
  describe.each(kinds)(`a signer ${name} with a key of kind %s`, (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'seal-signer-'));
    const path = (file: string) => join(folder, file);
    let files: KeyFiles;
    let harness: SignerHarness;
    let signer: Signer;
    let certificate: X509Certificate;

    beforeAll(async () => {
      files = filesOf(kind);
      harness = await open(files);
      ({ signer } = harness);
      certificate = new X509Certificate(signer.certificateChain[0] ?? new Uint8Array());
    });
    afterAll(async () => {
      await harness?.close?.();
      rmSync(folder, { recursive: true });
    });

    function isValid(bytes: Uint8Array, signature: Uint8Array): boolean {
      const algorithm = algorithmOf(signer);
      const key = certificate.publicKey.export({ format: 'pem', type: 'spki' });
      return verify(algorithm.digest, bytes, { key, ...signatureOptions(algorithm) }, signature);
    }

    it('offers its own certificate first and the issuer after it', () => {
      const names = signer.certificateChain.map((der) => new X509Certificate(der).subject);
      expect(names).toEqual([`CN=Test ${kind}`, 'CN=Test issuer']);
    });

    it.each([0, 1, 1_000_000])('signs %i bytes with the key of that certificate', async (size) => {
      const bytes = new Uint8Array(size).fill(7);
      const signature = await signer.sign(bytes);
      expect(isValid(bytes, signature)).toBe(true);
      expect(signature.length).toBeLessThanOrEqual(maxSignatureBytes(certificate));
    });

    it('signs several concurrently', async () => {
      const all = Array.from({ length: 8 }, (_, index) => Buffer.from(`document ${index}`));
      const signatures = await Promise.all(all.map((bytes) => signer.sign(bytes)));
      signatures.forEach((signature, index) => {
        expect(isValid(all[index] ?? new Uint8Array(), signature)).toBe(true);
      });
    });

    describe('seals a file', () => {
      let bytes: Buffer;
      beforeAll(async () => {
        const sealed = await sealPdf(openPdf(await createSamplePdf()), signer, STATEMENT);
        bytes = Buffer.from(sealed.toBytes());
        writeFileSync(path('sealed.pdf'), bytes);
      });

      it('that is valid, in the measured space', () => {
        const { digest: algorithm } = algorithmOf(signer);
        expect(verifySignatures(bytes)).toMatchObject([
          { valid: true, problems: [], coversWholeDocument: true, level: 'B-B', digest: { algorithm } },
        ]);
      });

      it.skipIf(!hasPrograms('pdfsig') || UNKNOWN_TO_PDFSIG.has(kind))('that is valid to pdfsig', () => {
        const { text } = runProgram('pdfsig', ['-nocert', path('sealed.pdf')]);
        expect(text).toContain('Signature is Valid');
        expect(text).toContain('Total document signed');
      });

      it.skipIf(!hasPrograms('openssl'))('that openssl accepts as CAdES under the issuer', () => {
        const { cms, content } = extractSignature(bytes);
        writeFileSync(path('cms.der'), cms);
        writeFileSync(path('content'), content);
        const input = [
          '-inform',
          'DER',
          '-in',
          path('cms.der'),
          '-content',
          path('content'),
          '-out',
          path('out'),
        ];
        const trust = ['-CAfile', files.issuerPath, '-purpose', 'any'];
        const { text } = runProgram('openssl', ['cms', '-verify', '-cades', '-binary', ...input, ...trust]);
        expect(text).toContain('CAdES Verification successful');
      });
    });
  });
}

function extractSignature(pdf: Buffer): { readonly cms: Buffer; readonly content: Buffer } {
  const [, ...numbers] = /\/ByteRange\s*\[\s*(\d+) (\d+) (\d+) (\d+)/.exec(pdf.toString('latin1')) ?? [];
  const [, first = 0, second = 0, length = 0] = numbers.map(Number);
  const cms = Buffer.from(pdf.subarray(first + 1, second - 1).toString('latin1'), 'hex');
  return { cms, content: Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + length)]) };
}
