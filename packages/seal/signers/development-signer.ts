import { randomBytes, webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs';
import { loadPemSigner } from './pem-signer.ts';
import type { Signer } from './signer.ts';

export const DEVELOPMENT_SUBJECT = 'Countersign development';

/** Test installations should not expire, and this certificate is not trusted anyway. */
const VALID_YEARS = 10;

const DIGITAL_SIGNATURE_AND_NON_REPUDIATION = 0b1100_0000;

export type DevelopmentKey = 'rsa-2048' | 'rsa-3072' | 'ec-p256';

/** The default is RSA 3072, valid from now on. */
export interface DevelopmentSignerOptions {
  readonly key?: DevelopmentKey;
  readonly now?: Date;
}

/** A generated signer that can be stored. */
export interface DevelopmentSigner extends Signer {
  /** The key and certificate as unencrypted PEM, for `loadPemSigner`. Keep it private. */
  readonly pem: string;
}

const KEY_PARAMETERS = {
  'rsa-2048': rsaParameters(2048),
  'rsa-3072': rsaParameters(3072),
  'ec-p256': { name: 'ECDSA', namedCurve: 'P-256' },
};

/**
 * Creates a key and a self-signed certificate for "Countersign development". Proves integrity but not
 * identity.
 */
export async function createDevelopmentSigner(
  options: DevelopmentSignerOptions = {},
): Promise<DevelopmentSigner> {
  const keys = (await webcrypto.subtle.generateKey(KEY_PARAMETERS[options.key ?? 'rsa-3072'], true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const certificate = await issueCertificate(keys, options.now ?? new Date());
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const pem = encodePem('PRIVATE KEY', pkcs8) + encodePem('CERTIFICATE', certificate);
  return { ...(await loadPemSigner(pem)), pem };
}

async function issueCertificate(keys: webcrypto.CryptoKeyPair, from: Date): Promise<ArrayBuffer> {
  const certificate = new Certificate({ version: 2, serialNumber: createSerialNumber() });
  const name = new AttributeTypeAndValue({
    type: '2.5.4.3',
    value: new asn1js.Utf8String({ value: DEVELOPMENT_SUBJECT }),
  });
  certificate.subject.typesAndValues.push(name);
  certificate.issuer.typesAndValues.push(name);
  certificate.notBefore.value = from;
  certificate.notAfter.value = addYears(from, VALID_YEARS);
  certificate.extensions = createExtensions();
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  return certificate.toSchema(true).toBER();
}

function createExtensions(): Extension[] {
  const usage = new asn1js.BitString({
    valueHex: Uint8Array.of(DIGITAL_SIGNATURE_AND_NON_REPUDIATION).buffer,
    unusedBits: 6,
  });
  return [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(),
    }),
    new Extension({ extnID: '2.5.29.15', critical: true, extnValue: usage.toBER() }),
  ];
}

function createSerialNumber(): asn1js.Integer {
  const bytes = randomBytes(16);
  // The number is positive (RFC 5280 4.1.2.2), and in the shortest encoding.
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return new asn1js.Integer({ valueHex: new Uint8Array(bytes).buffer });
}

function rsaParameters(modulusLength: number) {
  return {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength,
    publicExponent: Uint8Array.of(1, 0, 1),
  };
}

function addYears(date: Date, years: number): Date {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

function encodePem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
