/**
 * `toLegacyObject()` of Node 24 aborts the process for keys on curves without a NIST name (brainpool,
 * secp256k1), so names are read from DER.
 */
import type { X509Certificate } from 'node:crypto';
import { BER, type BerElement, hexOf, listBer, NO_BYTES, readBer } from './ber-elements.ts';

/** id-at-commonName (RFC 5280 appendix A.1), encoded. */
const COMMON_NAME = '550403';

/** By string type (RFC 5280 4.1.2.4). */
const DECODERS: ReadonlyMap<number, (bytes: Uint8Array) => string> = new Map([
  [BER.utf8String, (bytes) => new TextDecoder().decode(bytes)],
  [BER.numericString, readLatin1],
  [BER.printableString, readLatin1],
  [BER.teletexString, readLatin1],
  [BER.ia5String, readLatin1],
  [BER.visibleString, readLatin1],
  [BER.universalString, readUtf32],
  [BER.bmpString, (bytes) => new TextDecoder('utf-16be').decode(bytes)],
]);

/** Otherwise the whole subject, otherwise ''. */
export function readCommonName(certificate: X509Certificate): string {
  // Undefined for an empty name, unlike its type.
  return findCommonName(listNames(certificate.raw).subject) ?? certificate.subject ?? '';
}

export function readIssuerName(certificate: X509Certificate): string {
  return findCommonName(listNames(certificate.raw).issuer) ?? certificate.issuer ?? '';
}

/** Never throws. */
export function readCertificateName(der: Uint8Array): string | undefined {
  return findCommonName(listNames(der).subject) || undefined;
}

interface CertificateNames {
  readonly issuer: BerElement | undefined;
  readonly subject: BerElement | undefined;
}

/** TBSCertificate -> [0] version, serialNumber, signature, issuer, validity, subject (RFC 5280 4.1). */
function listNames(der: Uint8Array): CertificateNames {
  const toBeSigned = readBer(readBer(der)?.content ?? NO_BYTES);
  const fields = listBer(toBeSigned?.content ?? NO_BYTES);
  const [, , issuer, , subject] = fields[0]?.tag === BER.context0 ? fields.slice(1) : fields;
  return { issuer, subject };
}

function findCommonName(name: BerElement | undefined): string | undefined {
  for (const relativeName of listBer(name?.content ?? NO_BYTES)) {
    for (const { content } of listBer(relativeName.content)) {
      const [type, value] = listBer(content);
      if (value === undefined || hexOf(type) !== COMMON_NAME) continue;
      const text = DECODERS.get(value.tag)?.(value.content);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

function readLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function readUtf32(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length - (bytes.length % 4));
  const points = Array.from({ length: view.byteLength / 4 }, (_, index) => view.getUint32(index * 4));
  return points.map((point) => (point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point))).join('');
}
