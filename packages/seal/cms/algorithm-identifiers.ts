import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import type { DigestName, SignatureAlgorithm } from '../signers/signature-algorithm.ts';
import {
  ID_ECDSA_SHA256,
  ID_ECDSA_SHA384,
  ID_ECDSA_SHA512,
  ID_MGF1,
  ID_RSA_PSS,
  ID_RSA_SHA256,
  ID_RSA_SHA384,
  ID_RSA_SHA512,
  ID_SHA256,
  ID_SHA384,
  ID_SHA512,
} from './object-identifiers.ts';

/** Alone and with a signature scheme; `bytes` is the length. */
const DIGESTS = {
  sha256: { bytes: 32, id: ID_SHA256, rsa: ID_RSA_SHA256, ecdsa: ID_ECDSA_SHA256 },
  sha384: { bytes: 48, id: ID_SHA384, rsa: ID_RSA_SHA384, ecdsa: ID_ECDSA_SHA384 },
  sha512: { bytes: 64, id: ID_SHA512, rsa: ID_RSA_SHA512, ecdsa: ID_ECDSA_SHA512 },
} as const satisfies Readonly<Record<DigestName, object>>;

/** Without parameters (RFC 5754 2). */
export function digestIdentifier({ digest }: SignatureAlgorithm): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: DIGESTS[digest].id });
}

/** RFC 5754 3.2 for PKCS #1 v1.5 and 3.3 for ECDSA, RFC 4056 3 for PSS. */
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

/** RFC 4055 3.1: the same digest for message and mask, salt of its length. Identifiers have NULL (2.1). */
export function pssParameters(digest: DigestName): RSASSAPSSParams {
  return encodePssParameters(digest, DIGESTS[digest].bytes, new asn1js.Null());
}

/** Undefined unless everything else is as in RFC 4055: the parameters are not signed. */
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
    ...(none && { algorithmParams: none }),
  });
  const mask = { algorithmId: ID_MGF1, algorithmParams: hashAlgorithm.toSchema() };
  return new RSASSAPSSParams({ hashAlgorithm, maskGenAlgorithm: new AlgorithmIdentifier(mask), saltLength });
}

function isDigestName(name: string): name is DigestName {
  return Object.hasOwn(DIGESTS, name);
}
