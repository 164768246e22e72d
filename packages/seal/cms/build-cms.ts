import * as asn1js from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { SealError } from '../errors.ts';
import { algorithmOf, type Signer } from '../signers/signer.ts';
import {
  digestIdentifier,
  ID_CONTENT_TYPE,
  ID_DATA,
  ID_MESSAGE_DIGEST,
  ID_SIGNING_CERTIFICATE_V2,
  signatureIdentifier,
} from './algorithms.ts';
import { createSigningCertificateV2 } from './certificates.ts';
import { createUnsignedAttributes } from './read-cms.ts';

/** Returns the timestamp token (DER) of a signature value; undefined for none. */
export type StampSignature = (signatureValue: Uint8Array) => Promise<Uint8Array | undefined>;

/**
 * Builds the detached CMS of a PAdES baseline B-B signature in DER (ETSI EN 319 142-1 6.3). Has no
 * signing-time attribute: the time is in /M. A token from `stamp` becomes its only unsigned attribute (B-T).
 */
export async function buildCms(
  digest: Uint8Array,
  signer: Signer,
  stamp: StampSignature = async () => undefined,
): Promise<Uint8Array> {
  const certificates = signer.certificateChain.map(parseCertificate);
  const leaf = certificates[0];
  if (!leaf)
    throw new SealError('certificate_unusable', 'The signer has no certificate', {
      reason: 'no_certificate',
    });
  const signedAttributes = createSignedAttributes(digest, signer.certificateChain);
  const algorithm = algorithmOf(signer);
  const signature = await signer.sign(encodeForSigning(signedAttributes));
  const token = await stamp(signature);
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: leaf.issuer, serialNumber: leaf.serialNumber }),
    digestAlgorithm: digestIdentifier(algorithm),
    signedAttrs: signedAttributes,
    signatureAlgorithm: signatureIdentifier(algorithm),
    signature: new asn1js.OctetString({ valueHex: signature }),
    ...(token && { unsignedAttrs: createUnsignedAttributes(token) }),
  });
  return encodeSignedData(signerInfo, certificates);
}

function encodeSignedData(signerInfo: SignerInfo, certificates: Certificate[]): Uint8Array {
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [signerInfo.digestAlgorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ID_DATA }),
    certificates,
    signerInfos: [signerInfo],
  });
  const contentInfo = new ContentInfo({
    contentType: ContentInfo.SIGNED_DATA,
    content: signedData.toSchema(true),
  });
  return new Uint8Array(contentInfo.toSchema().toBER());
}

function createSignedAttributes(
  digest: Uint8Array,
  chain: readonly Uint8Array[],
): SignedAndUnsignedAttributes {
  const attributes = [
    createAttribute(ID_CONTENT_TYPE, new asn1js.ObjectIdentifier({ value: ID_DATA })),
    createAttribute(ID_MESSAGE_DIGEST, new asn1js.OctetString({ valueHex: digest })),
    createAttribute(ID_SIGNING_CERTIFICATE_V2, createSigningCertificateV2(chain)),
  ];
  return new SignedAndUnsignedAttributes({ type: 0, attributes: sortForDer(attributes) });
}

function createAttribute(type: string, value: asn1js.BaseBlock): Attribute {
  return new Attribute({ type, values: [value] });
}

/** A SET OF is sorted by encodings (X.690 11.6). */
function sortForDer(attributes: Attribute[]): Attribute[] {
  const encoded = attributes.map((attribute) => ({
    attribute,
    bytes: Buffer.from(attribute.toSchema().toBER()),
  }));
  return encoded.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ attribute }) => attribute);
}

/** Encodes the attributes as a SET, which is what is signed (RFC 5652 5.4). */
function encodeForSigning(attributes: SignedAndUnsignedAttributes): Uint8Array {
  const bytes = new Uint8Array(attributes.toSchema().toBER());
  bytes[0] = 0x31;
  return bytes;
}

/** Certificates are kept parsed, because a key signs many files. */
const PARSED = new WeakMap<Uint8Array, Certificate>();

function parseCertificate(der: Uint8Array): Certificate {
  const known = PARSED.get(der);
  if (known !== undefined) return known;
  try {
    const certificate = Certificate.fromBER(new Uint8Array(der));
    PARSED.set(der, certificate);
    return certificate;
  } catch (cause) {
    throw new SealError(
      'certificate_unusable',
      'A certificate cannot be read',
      { reason: 'not_readable' },
      cause,
    );
  }
}
