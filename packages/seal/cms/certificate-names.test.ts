import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import { describe, expect, it } from 'vitest';
import { createCurveSigner, makeTestCertificate, nameOf } from '../testing/test-certificate.ts';
import { readCertificateName, readCommonName, readIssuerName } from './certificates.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

function certify(subject: asn1js.Sequence, issuer = subject): X509Certificate {
  return new X509Certificate(makeTestCertificate({ publicKey, issuerKey: privateKey, subject, issuer }));
}

const organisation = new asn1js.Sequence({
  value: [
    new asn1js.Set({
      value: [
        new asn1js.Sequence({
          value: [
            new asn1js.ObjectIdentifier({ value: '2.5.4.10' }),
            new asn1js.PrintableString({ value: 'House' }),
          ],
        }),
      ],
    }),
  ],
});

describe('the name of a certificate', () => {
  it.each([
    ['UTF8String', new asn1js.Utf8String({ value: 'Åsa Żółć' }), 'Åsa Żółć'],
    ['PrintableString', new asn1js.PrintableString({ value: 'Ada' }), 'Ada'],
    ['TeletexString', new asn1js.TeletexString({ value: 'Jörg' }), 'Jörg'],
    ['BMPString', new asn1js.BmpString({ value: 'Åsa' }), 'Åsa'],
    ['UniversalString', new asn1js.UniversalString({ value: 'Ada' }), 'Ada'],
  ])('is its common name in a %s, as OpenSSL reads it', (_, value, expected) => {
    const certificate = certify(nameOf(value));
    expect(readCommonName(certificate)).toBe(expected);
    expect(readCommonName(certificate)).toBe(certificate.toLegacyObject().subject.CN);
  });

  it('is the first of several common names, and the issuer has its own', () => {
    const [first, second] = ['First', 'Second'].map((value) => new asn1js.Utf8String({ value }));
    const certificate = certify(nameOf(...[first, second].filter((one) => one !== undefined)), organisation);
    expect([readCommonName(certificate), readIssuerName(certificate)]).toEqual(['First', 'O=House']);
  });

  it('is the whole subject without a common name, and empty without a subject', () => {
    expect(readCommonName(certify(organisation))).toBe('O=House');
    const nameless = certify(nameOf());
    expect([readCommonName(nameless), readIssuerName(nameless)]).toEqual(['', '']);
    expect(readCertificateName(nameless.raw)).toBeUndefined();
  });

  it('is undefined for a truncated certificate and for other bytes', () => {
    const { raw } = certify(nameOf(new asn1js.Utf8String({ value: 'Ada' })));
    expect(readCertificateName(raw)).toBe('Ada');
    for (let length = 0; length < raw.length; length += 1)
      expect(readCertificateName(raw.subarray(0, length))).toBeUndefined();
    expect(readCertificateName(Buffer.alloc(500, '3003', 'hex'))).toBeUndefined();
  });

  it.each(['brainpoolP256r1', 'brainpoolP320t1', 'secp256k1', 'secp112r1'])(
    'is read where the key lies on %s, of which Node cannot make a legacy object',
    (curve) => {
      const [der = new Uint8Array()] = createCurveSigner(curve).certificateChain;
      expect(readCommonName(new X509Certificate(der))).toBe(`Holder of ${curve}`);
    },
  );
});
