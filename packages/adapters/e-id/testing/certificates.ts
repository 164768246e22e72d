import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { DAY_MS } from '@countersign/base/time';
import forge from 'node-forge';

export interface TestCertificate {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

interface CertificateOptions {
  readonly commonName: string;
  readonly serialNumber?: string;
  readonly isAuthority?: boolean;
  /** RFC 6960 4.2.2.2. */
  readonly isResponder?: boolean;
  readonly issuer?: TestCertificate;
  /** Negative: expired. */
  readonly days?: number;
}

/** forge's type has the classes of tags here, its code the types of strings. */
const UTF8_STRING = forge.asn1.Type.UTF8 as unknown as forge.asn1.Class;
const ID_OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const ID_SERIAL_NUMBER = '2.5.4.5';

/** Self-signed without an issuer. */
export function makeCertificate(options: CertificateOptions): TestCertificate {
  const { commonName, serialNumber, isAuthority = false, isResponder = false, issuer, days = 30 } = options;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - 60 * DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + days * DAY_MS);
  certificate.setSubject([
    { name: 'commonName', value: commonName, valueTagClass: UTF8_STRING },
    ...(serialNumber === undefined ? [] : [{ type: ID_SERIAL_NUMBER, value: serialNumber }]),
  ]);
  const signer = issuer ?? { certificate: '', key: privateKey };
  certificate.setIssuer(
    issuer === undefined
      ? certificate.subject.attributes
      : forge.pki.certificateFromPem(issuer.certificate).subject.attributes,
  );
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isAuthority, critical: true },
    ...(isAuthority ? [{ name: 'keyUsage', keyCertSign: true, critical: true }] : []),
    ...(isResponder ? [{ name: 'extKeyUsage', [ID_OCSP_SIGNING]: true }] : []),
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(signer.key), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), key: privateKey };
}

/** As a relying party gets it from its bank. */
export function toP12({ certificate, key }: TestCertificate, passphrase: string): Buffer {
  const p12 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    forge.pki.certificateFromPem(certificate),
    passphrase,
    // Of the derivation of its key, which takes a quarter of a second otherwise.
    { algorithm: 'aes256', count: 16 },
  );
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'latin1');
}
