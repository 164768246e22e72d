import { readFileSync } from 'node:fs';
import { openPdf } from '@countersign/pdf';
import { PDFHexString, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { findSignatureFields, findSignatureValue } from '../fields/signature-fields.ts';
import { BER, listBer } from './ber-elements.ts';
import { readStatedSigner } from './certificates.ts';

const CONSTRUCTED = 0x20;

/** Returns a CMS made by OpenSSL, followed by zeros. */
function fixtureCms(): Uint8Array {
  const file = openPdf(readFileSync(new URL('../../../fixtures/pdf/signed/signed.pdf', import.meta.url)));
  const [field] = findSignatureFields(file);
  return (
    (field && findSignatureValue(field))?.lookup(PDFName.of('Contents'), PDFHexString).asBytes() ??
    new Uint8Array()
  );
}

/** Re-encodes constructed elements with indefinite length, like streaming encoders. */
function makeIndefinite(der: Uint8Array): Buffer {
  const parts = listBer(der).map(({ tag, content, whole }) =>
    tag & CONSTRUCTED
      ? Buffer.concat([Buffer.of(tag, 0x80), makeIndefinite(content), Buffer.alloc(2)])
      : whole,
  );
  return Buffer.concat(parts);
}

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag, 0x82, content.length >> 8, content.length & 0xff), content]);
}

const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');
const VERSION = Buffer.of(BER.integer, 1, 3);
const TIMESTAMP_INFO = Buffer.from('060b2a864886f70d0109100104', 'hex');

/** Builds a token without certificates and signers. */
function tokenOf(time: string): Buffer {
  const info = der(BER.sequence, VERSION, der(BER.generalizedTime, Buffer.from(time)));
  const enclosed = der(BER.sequence, TIMESTAMP_INFO, der(BER.context0, der(BER.octetString, info)));
  const signedData = der(BER.sequence, VERSION, der(BER.set), enclosed, der(BER.set));
  return der(BER.sequence, SIGNED_DATA, der(BER.context0, signedData));
}

describe('the stated signer and time of a CMS', () => {
  it('are found in a CMS made by openssl, with definite and indefinite lengths', () => {
    const cms = fixtureCms();
    const found = readStatedSigner(cms);
    expect(found.name).toBe('Fixture Signer');
    expect(readStatedSigner(makeIndefinite(cms))).toEqual(found);
  });

  it.each([
    ['20260102030405Z', '2026-01-02T03:04:05.000Z'],
    ['20260102030405.678901Z', '2026-01-02T03:04:05.678Z'],
    ['202601020304+0200', '2026-01-02T01:04:00.000Z'],
    ['20269902030405Z', undefined],
    ['yesterday', undefined],
  ])('is the time %s of a timestamp', (time, expected) => {
    expect(readStatedSigner(tokenOf(time)).signedAt?.toISOString()).toBe(expected);
  });

  it('are undefined for truncated and other bytes', () => {
    const cms = fixtureCms();
    for (let length = 0; length < 2_000; length += 7) readStatedSigner(cms.subarray(0, length));
    expect(readStatedSigner(new Uint8Array())).toEqual({ name: undefined, signedAt: undefined });
    expect(readStatedSigner(cms.subarray(0, 100))).toEqual({ name: undefined, signedAt: undefined });
    expect(readStatedSigner(Buffer.alloc(9_000, '3080', 'hex'))).toEqual({
      name: undefined,
      signedAt: undefined,
    });
  });
});
