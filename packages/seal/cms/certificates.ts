/**
 * `toLegacyObject()` of Node 24 aborts the process for keys on curves without a NIST name (brainpool,
 * secp256k1), so names are read from DER.
 */

import { createHash, type X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import { findDigestName, ID_SHA256 } from './algorithms.ts';
import { BER, type BerElement, hexOf, listBer, NO_BYTES, readBer } from './ber-elements.ts';

/** The encoded id-at-commonName (RFC 5280 appendix A.1). */
const COMMON_NAME = '550403';

/** The decoders by string type (RFC 5280 4.1.2.4). */
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

/** Returns the common name, otherwise the whole subject, otherwise ''. */
export function readCommonName(certificate: X509Certificate): string {
  // The subject is undefined for an empty name, unlike its type.
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

/** TBSCertificate has [0] version, serialNumber, signature, issuer, validity and subject (RFC 5280 4.1). */
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

export interface CertificateDigest {
  readonly algorithm: string;
  readonly value: Uint8Array;
}

/** Covers the whole chain (RFC 5035 4). SHA-256 is left out, because it is the default (DER). */
export function createSigningCertificateV2(chain: readonly Uint8Array[]): asn1js.Sequence {
  const certificates = chain.map((der) => {
    const digest = createHash('sha256').update(der).digest();
    return new asn1js.Sequence({ value: [new asn1js.OctetString({ valueHex: new Uint8Array(digest) })] });
  });
  return new asn1js.Sequence({ value: [new asn1js.Sequence({ value: certificates })] });
}

/** Reads the attribute with SHA-1 (RFC 2634) or its second version. Returns undefined if it is malformed. */
export function readSigningCertificate(value: unknown, version: 1 | 2): CertificateDigest[] | undefined {
  const list = value instanceof asn1js.Sequence ? value.valueBlock.value[0] : undefined;
  if (!(list instanceof asn1js.Sequence)) return undefined;
  const digests = list.valueBlock.value.map((entry) => readCertificateId(entry, version));
  if (digests.length === 0) return undefined;
  return digests.every((digest) => digest !== undefined) ? digests : undefined;
}

function readCertificateId(entry: unknown, version: 1 | 2): CertificateDigest | undefined {
  if (!(entry instanceof asn1js.Sequence)) return undefined;
  const [first, second] = entry.valueBlock.value;
  if (first instanceof asn1js.OctetString)
    return readDigest(first, version === 1 ? 'sha1' : findDigestName(ID_SHA256));
  if (!(first instanceof asn1js.Sequence) || !(second instanceof asn1js.OctetString)) return undefined;
  const oid = first.valueBlock.value[0];
  if (!(oid instanceof asn1js.ObjectIdentifier)) return undefined;
  return readDigest(second, findDigestName(oid.valueBlock.toString()));
}

function readDigest(
  octets: asn1js.OctetString,
  algorithm: string | undefined,
): CertificateDigest | undefined {
  return algorithm ? { algorithm, value: octets.valueBlock.valueHexView } : undefined;
}

/** What the CMS says of its signer, without verification. */
export interface StatedSigner {
  readonly name: string | undefined;
  /** The time in the signed attributes, or in the TSTInfo of a timestamp. */
  readonly signedAt: Date | undefined;
}

/** The encoded id-signingTime and id-ct-TSTInfo (RFC 5652 11.3, RFC 3161 2.4.2). */
const SIGNING_TIME = '2a864886f70d010905';
const TIMESTAMP_INFO = '2a864886f70d0109100104';

const NOTHING: StatedSigner = { name: undefined, signedAt: undefined };

/** Reads more than `readCms`: enclosed content, old algorithms and BER. Never throws. */
export function readStatedSigner(cms: Uint8Array): StatedSigner {
  const [, content] = listBer(readBer(cms)?.content ?? cms);
  const signedData = content?.tag === BER.context0 ? readBer(content.content) : undefined;
  if (signedData?.tag !== BER.sequence) return NOTHING;
  const [, , enclosed, ...rest] = listBer(signedData.content);
  const certificates = rest.find(({ tag }) => tag === BER.context0);
  const signerInfos = rest.find(({ tag }) => tag === BER.set);
  const signer = listBer(listBer(signerInfos?.content ?? NO_BYTES)[0]?.content ?? NO_BYTES);
  const certificate = findCertificate(listBer(certificates?.content ?? NO_BYTES), signer[1]);
  const stamped = enclosed && readStampedTime(enclosed);
  return {
    name: certificate && readCertificateName(certificate.whole),
    signedAt: stamped ?? readSigningTime(signer),
  };
}

/**
 * Finds a certificate by issuer and serial number. With a key identifier (RFC 5652 5.3) there must be exactly
 * one.
 */
function findCertificate(
  certificates: readonly BerElement[],
  signer: BerElement | undefined,
): BerElement | undefined {
  if (signer?.tag !== BER.sequence) return certificates.length === 1 ? certificates[0] : undefined;
  const [issuer, serial] = listBer(signer.content);
  return certificates.find((certificate) => {
    const fields = listBer(readBer(certificate.content)?.content ?? NO_BYTES);
    const [ownSerial, , ownIssuer] = fields[0]?.tag === BER.context0 ? fields.slice(1) : fields;
    return isEqual(ownSerial, serial) && isEqual(ownIssuer, issuer);
  });
}

function isEqual(a: BerElement | undefined, b: BerElement | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a.whole, b.whole) === 0;
}

function readStampedTime({ content }: BerElement): Date | undefined {
  const [type, wrapped] = listBer(content);
  if (wrapped === undefined || hexOf(type) !== TIMESTAMP_INFO) return undefined;
  const octets = readBer(wrapped.content);
  if (octets === undefined) return undefined;
  const pieces = octets.tag === BER.octetString ? [octets] : listBer(octets.content);
  const info = readBer(Buffer.concat(pieces.map((piece) => piece.content)));
  const time = listBer(info?.content ?? NO_BYTES).find(({ tag }) => tag === BER.generalizedTime);
  return time && readTime(time);
}

function readSigningTime(signer: readonly BerElement[]): Date | undefined {
  const attributes = signer.find(({ tag }) => tag === BER.context0);
  for (const attribute of listBer(attributes?.content ?? NO_BYTES)) {
    const [type, values] = listBer(attribute.content);
    const time = values && hexOf(type) === SIGNING_TIME ? readBer(values.content) : undefined;
    if (time) return readTime(time);
  }
  return undefined;
}

/** UTCTime covers 1950 to 2049 (RFC 5280 4.1.2.5.1). */
function readTime({ tag, content }: BerElement): Date | undefined {
  const text = Buffer.from(content).toString('latin1');
  const century = Number(text.slice(0, 2)) < 50 ? '20' : '19';
  const fullText = tag === BER.utcTime ? century + text : text;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(\.\d+)?(Z|[+-]\d{4})?$/.exec(fullText);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = parts;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const date = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`,
  );
  return Number.isNaN(date.getTime()) ? undefined : date;
}
