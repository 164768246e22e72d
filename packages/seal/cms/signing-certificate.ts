import { createHash } from 'node:crypto';
import * as asn1js from 'asn1js';
import { findDigestName, ID_SHA256 } from './object-identifiers.ts';

export interface CertificateDigest {
  readonly algorithm: string;
  readonly value: Uint8Array;
}

/** For the whole chain (RFC 5035 4). Without SHA-256, the default (DER). */
export function createSigningCertificateV2(chain: readonly Uint8Array[]): asn1js.Sequence {
  const certificates = chain.map((der) => {
    const digest = createHash('sha256').update(der).digest();
    return new asn1js.Sequence({ value: [new asn1js.OctetString({ valueHex: new Uint8Array(digest) })] });
  });
  return new asn1js.Sequence({ value: [new asn1js.Sequence({ value: certificates })] });
}

/** SHA-1 (RFC 2634) or -v2. Undefined if malformed. */
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
