import { constants, type KeyObject, type X509Certificate } from 'node:crypto';
import { SealError } from '../errors.ts';

/** Digests that a signature may be over, as `node:crypto` calls them. */
export const DIGEST_NAMES = ['sha256', 'sha384', 'sha512'] as const;

/** One of {@link DIGEST_NAMES}. */
export type DigestName = (typeof DIGEST_NAMES)[number];

/** How a key signs: RFC 8017 8.2 and 8.1, FIPS 186-5 6. The salt of PSS is as long as the digest. */
export interface SignatureAlgorithm {
  readonly scheme: 'RSASSA-PKCS1-v1_5' | 'RSASSA-PSS' | 'ECDSA';
  readonly digest: DigestName;
}

/** Shorter RSA keys are refused: ETSI TS 119 312 ends 1024 bits, and 2048 is the least readers still trust. */
const MIN_RSA_BITS = 2048;

interface Curve {
  /** Of one coordinate. */
  readonly bytes: number;
  /** As strong as the curve (RFC 5753 7.1.3); services that hold keys sign no other one with it. */
  readonly digest: DigestName;
}

/** By the names OpenSSL gives them. */
const CURVES: ReadonlyMap<string, Curve> = new Map([
  ['prime256v1', { bytes: 32, digest: 'sha256' }],
  ['secp384r1', { bytes: 48, digest: 'sha384' }],
  ['secp521r1', { bytes: 66, digest: 'sha512' }],
]);

/** How the key of a certificate signs when nobody says otherwise. Throws `certificate_unusable` for other kinds of keys. */
export function findSignatureAlgorithm({ publicKey }: X509Certificate): SignatureAlgorithm {
  const { asymmetricKeyType, asymmetricKeyDetails: details } = publicKey;
  const isLongEnough = (details?.modulusLength ?? 0) >= MIN_RSA_BITS;
  if (asymmetricKeyType === 'rsa' && isLongEnough) return { scheme: 'RSASSA-PKCS1-v1_5', digest: 'sha256' };
  if (asymmetricKeyType === 'rsa-pss' && isLongEnough)
    return { scheme: 'RSASSA-PSS', digest: readDigestName(details?.hashAlgorithm) };
  const curve = curveOf(publicKey);
  if (curve) return { scheme: 'ECDSA', digest: curve.digest };
  throw new SealError(
    'certificate_unusable',
    `Expected an RSA key of ${MIN_RSA_BITS} bits or more, or an EC key on P-256, P-384 or P-521, found ${asymmetricKeyType}`,
    { reason: 'key_not_supported' },
  );
}

/** The most bytes that a signature with the key of a certificate can have. */
export function maxSignatureBytes({ publicKey }: X509Certificate): number {
  const curve = curveOf(publicKey);
  if (!curve) return Math.ceil((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  // A sequence of two integers, each with a zero before it at most: tag and length of each, and of the whole.
  return 2 * (curve.bytes + 1 + 2) + 3;
}

/** Bytes of a coordinate of the key's curve; undefined of a key on none. */
export function coordinateBytes(publicKey: KeyObject): number | undefined {
  return curveOf(publicKey)?.bytes;
}

/** What `sign` and `verify` of `node:crypto` want to know beside the digest. */
export function signatureOptions({ scheme }: SignatureAlgorithm) {
  if (scheme === 'ECDSA') return { dsaEncoding: 'der' } as const;
  if (scheme === 'RSASSA-PKCS1-v1_5') return { padding: constants.RSA_PKCS1_PADDING };
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}

function curveOf(publicKey: KeyObject): Curve | undefined {
  return publicKey.asymmetricKeyType === 'ec'
    ? CURVES.get(publicKey.asymmetricKeyDetails?.namedCurve ?? '')
    : undefined;
}

/** A PSS key may be bound to a digest; one that is not takes SHA-256. */
function readDigestName(name: string | undefined): DigestName {
  const known = DIGEST_NAMES.find((digest) => digest === (name ?? 'sha256'));
  if (known) return known;
  throw new SealError('certificate_unusable', `The key may sign with ${name} only`, {
    reason: 'key_not_supported',
  });
}
