import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import type { DigestName, SignatureAlgorithm } from '../signers/signature-algorithm.ts';

/** The identifiers of RFC 5652, 5035, 5754 and 8017. */
export const ID_DATA = '1.2.840.113549.1.7.1';
export const ID_CONTENT_TYPE = '1.2.840.113549.1.9.3';
export const ID_MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
export const ID_SIGNING_TIME = '1.2.840.113549.1.9.5';
export const ID_SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
export const ID_SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
/** The type is a content type and an unsigned attribute (RFC 3161 2.4.2, appendix A). */
export const ID_TST_INFO = '1.2.840.113549.1.9.16.1.4';
export const ID_TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';
export const ID_TIMESTAMPING = '1.3.6.1.5.5.7.3.8';

export const ID_SHA256 = '2.16.840.1.101.3.4.2.1';
const ID_SHA384 = '2.16.840.1.101.3.4.2.2';
const ID_SHA512 = '2.16.840.1.101.3.4.2.3';
export const ID_RSA = '1.2.840.113549.1.1.1';
export const ID_RSA_PSS = '1.2.840.113549.1.1.10';
const ID_RSA_SHA256 = '1.2.840.113549.1.1.11';
const ID_RSA_SHA384 = '1.2.840.113549.1.1.12';
const ID_RSA_SHA512 = '1.2.840.113549.1.1.13';
const ID_MGF1 = '1.2.840.113549.1.1.8';
export const ID_EC_PUBLIC_KEY = '1.2.840.10045.2.1';
export const ID_ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const ID_ECDSA_SHA384 = '1.2.840.10045.4.3.3';
const ID_ECDSA_SHA512 = '1.2.840.10045.4.3.4';

const DIGEST_NAMES: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  [ID_SHA256, 'sha256'],
  [ID_SHA384, 'sha384'],
  [ID_SHA512, 'sha512'],
]);

/** German qualified signatures concatenate r and s (BSI TR-03111 5.2.1.1). */
const PLAIN_ECDSA_DIGESTS = [
  ['0.4.0.127.0.7.1.1.4.1.1', 'sha1'],
  ['0.4.0.127.0.7.1.1.4.1.2', 'sha224'],
  ['0.4.0.127.0.7.1.1.4.1.3', 'sha256'],
  ['0.4.0.127.0.7.1.1.4.1.4', 'sha384'],
  ['0.4.0.127.0.7.1.1.4.1.5', 'sha512'],
] as const;
const PLAIN_ECDSA: ReadonlySet<string> = new Set(PLAIN_ECDSA_DIGESTS.map(([oid]) => oid));

/** For `null` the digest algorithm or the parameters decide. */
const SIGNATURE_DIGESTS: ReadonlyMap<string, string | null> = new Map([
  [ID_RSA, null],
  [ID_RSA_PSS, null],
  ['1.2.840.113549.1.1.5', 'sha1'],
  ['1.2.840.113549.1.1.14', 'sha224'],
  [ID_RSA_SHA256, 'sha256'],
  [ID_RSA_SHA384, 'sha384'],
  [ID_RSA_SHA512, 'sha512'],
  ['1.2.840.10045.4.1', 'sha1'],
  ['1.2.840.10045.4.3.1', 'sha224'],
  [ID_ECDSA_SHA256, 'sha256'],
  [ID_ECDSA_SHA384, 'sha384'],
  [ID_ECDSA_SHA512, 'sha512'],
  ...PLAIN_ECDSA_DIGESTS,
]);

/** Returns undefined if the digest is not accepted, such as MD5. */
export function findDigestName(oid: string): string | undefined {
  return DIGEST_NAMES.get(oid);
}

export function findDigestId(name: string): string | undefined {
  return [...DIGEST_NAMES].find(([, known]) => known === name)?.[0];
}

/** Returns null if the algorithm leaves the digest open, undefined if it is unknown. */
export function findSignatureDigest(oid: string): string | null | undefined {
  return SIGNATURE_DIGESTS.get(oid);
}

export function isPlainEcdsa(oid: string): boolean {
  return PLAIN_ECDSA.has(oid);
}

/** Alone and with a signature scheme; `bytes` is the length. */
const DIGESTS = {
  sha256: { bytes: 32, id: ID_SHA256, rsa: ID_RSA_SHA256, ecdsa: ID_ECDSA_SHA256 },
  sha384: { bytes: 48, id: ID_SHA384, rsa: ID_RSA_SHA384, ecdsa: ID_ECDSA_SHA384 },
  sha512: { bytes: 64, id: ID_SHA512, rsa: ID_RSA_SHA512, ecdsa: ID_ECDSA_SHA512 },
} as const satisfies Readonly<Record<DigestName, object>>;

/** The identifier has no parameters (RFC 5754 2). */
export function digestIdentifier({ digest }: SignatureAlgorithm): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: DIGESTS[digest].id });
}

/** Returns the identifier of RFC 5754 3.2 for PKCS #1 v1.5 and 3.3 for ECDSA, and of RFC 4056 3 for PSS. */
export function signatureIdentifier({ scheme, digest }: SignatureAlgorithm): AlgorithmIdentifier {
  const { rsa, ecdsa } = DIGESTS[digest];
  if (scheme === 'ECDSA') return new AlgorithmIdentifier({ algorithmId: ecdsa });
  if (scheme === 'RSASSA-PSS')
    return new AlgorithmIdentifier({
      algorithmId: ID_RSA_PSS,
      algorithmParams: pssParameters(digest).toSchema(),
    });
  return new AlgorithmIdentifier({ algorithmId: rsa, algorithmParams: new asn1js.Null() });
}

/**
 * Message and mask have the same digest, and the salt its length (RFC 4055 3.1). Identifiers have NULL (2.1).
 */
export function pssParameters(digest: DigestName): RSASSAPSSParams {
  return encodePssParameters(digest, DIGESTS[digest].bytes, new asn1js.Null());
}

/** Returns undefined unless everything else is as in RFC 4055, because the parameters are not signed. */
export function readSaltLength(parameters: asn1js.AsnType, digest: string): number | undefined {
  if (!isDigestName(digest)) return undefined;
  const { saltLength } = new RSASSAPSSParams({ schema: parameters });
  const encoded = Buffer.from(parameters.toBER());
  const expected = [new asn1js.Null(), undefined].map((none) =>
    Buffer.from(encodePssParameters(digest, saltLength, none).toSchema().toBER()),
  );
  return expected.some((bytes) => bytes.equals(encoded)) ? saltLength : undefined;
}

function encodePssParameters(
  digest: DigestName,
  saltLength: number,
  none: asn1js.Null | undefined,
): RSASSAPSSParams {
  const hashAlgorithm = new AlgorithmIdentifier({
    algorithmId: DIGESTS[digest].id,
    algorithmParams: none,
  });
  const mask = { algorithmId: ID_MGF1, algorithmParams: hashAlgorithm.toSchema() };
  return new RSASSAPSSParams({ hashAlgorithm, maskGenAlgorithm: new AlgorithmIdentifier(mask), saltLength });
}

function isDigestName(name: string): name is DigestName {
  return Object.hasOwn(DIGESTS, name);
}
