import * as asn1js from 'asn1js';
import type { SignerInfo } from 'pkijs';
import {
  ID_CONTENT_TYPE,
  ID_MESSAGE_DIGEST,
  ID_SIGNING_CERTIFICATE,
  ID_SIGNING_CERTIFICATE_V2,
  ID_SIGNING_TIME,
} from './algorithms.ts';
import { type CertificateDigest, readSigningCertificate } from './certificates.ts';
import { type CmsContentType, CmsProblem } from './read-cms.ts';

export interface SignedAttributes {
  /** The attributes encoded as a SET (RFC 5652 5.4). */
  readonly encoded: Uint8Array;
  readonly messageDigest: Uint8Array;
  /** The certificates of the signer and issuers, undefined if the attribute is missing. */
  readonly signingCertificate: readonly CertificateDigest[] | undefined;
  readonly signingTime: Date | undefined;
}

/** Returns undefined if there are none. Throws `CmsProblem` (RFC 5652 11). */
export function readSignedAttributes(
  signerInfo: SignerInfo,
  expectedType: CmsContentType,
): SignedAttributes | undefined {
  const { signedAttrs } = signerInfo;
  if (!signedAttrs) return undefined;
  const values = collectValues(signedAttrs.attributes);
  const contentType = values.get(ID_CONTENT_TYPE);
  if (!(contentType instanceof asn1js.ObjectIdentifier) || contentType.valueBlock.toString() !== expectedType)
    throw new CmsProblem('attribute_missing', { attribute: 'content-type' });
  const messageDigest = values.get(ID_MESSAGE_DIGEST);
  if (!(messageDigest instanceof asn1js.OctetString))
    throw new CmsProblem('attribute_missing', { attribute: 'message-digest' });
  return {
    encoded: new Uint8Array(signedAttrs.encodedValue),
    messageDigest: messageDigest.valueBlock.valueHexView,
    signingCertificate: findSigningCertificate(values),
    signingTime: readTime(values.get(ID_SIGNING_TIME)),
  };
}

/** Readers could pick different ones. Others may be repeated (RFC 5652 5.3). */
const READ_ATTRIBUTES: ReadonlySet<string> = new Set([
  ID_CONTENT_TYPE,
  ID_MESSAGE_DIGEST,
  ID_SIGNING_TIME,
  ID_SIGNING_CERTIFICATE,
  ID_SIGNING_CERTIFICATE_V2,
]);

function collectValues(attributes: readonly { type: string; values: unknown[] }[]): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const attribute of attributes) {
    if (!READ_ATTRIBUTES.has(attribute.type)) continue;
    if (values.has(attribute.type)) throw new CmsProblem('attribute_repeated', { attribute: attribute.type });
    values.set(attribute.type, attribute.values[0]);
  }
  return values;
}

function findSigningCertificate(values: ReadonlyMap<string, unknown>): CertificateDigest[] | undefined {
  const v2 = values.get(ID_SIGNING_CERTIFICATE_V2);
  const v1 = values.get(ID_SIGNING_CERTIFICATE);
  if (v2 === undefined && v1 === undefined) return undefined;
  const digests = v2 === undefined ? readSigningCertificate(v1, 1) : readSigningCertificate(v2, 2);
  if (!digests) throw new CmsProblem('attribute_malformed', { attribute: 'signing-certificate' });
  return digests;
}

function readTime(value: unknown): Date | undefined {
  return value instanceof asn1js.UTCTime || value instanceof asn1js.GeneralizedTime
    ? value.toDate()
    : undefined;
}
