import { constants, type KeyObject, X509Certificate } from 'node:crypto';
import { SealError } from '../errors.ts';

/** Throws `certificate_unusable`. */
export function readCertificate(der: Uint8Array | undefined): X509Certificate {
  if (!der)
    throw new SealError('certificate_unusable', 'There is no certificate', { reason: 'no_certificate' });
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new SealError(
      'certificate_unusable',
      'The certificate cannot be read',
      { reason: 'not_readable' },
      cause,
    );
  }
}

/** Orders the certificates as far as they are present. */
export function orderChain(
  leaf: X509Certificate,
  certificates: readonly X509Certificate[],
): X509Certificate[] {
  const chain = [leaf];
  let current: X509Certificate | undefined = leaf;
  while (current && chain.length <= certificates.length) {
    const child: X509Certificate = current;
    current = certificates.find((issuer) => !chain.includes(issuer) && child.checkIssued(issuer));
    if (current) chain.push(current);
  }
  return chain;
}

/** Digests by their `node:crypto` names. */
export const DIGEST_NAMES = ['sha256', 'sha384', 'sha512'] as const;

export type DigestName = (typeof DIGEST_NAMES)[number];

/** An algorithm of RFC 8017 8.2 and 8.1 or FIPS 186-5 6. The PSS salt has the length of the digest. */
export interface SignatureAlgorithm {
  readonly scheme: 'RSASSA-PKCS1-v1_5' | 'RSASSA-PSS' | 'ECDSA';
  readonly digest: DigestName;
}

/** ETSI TS 119 312: 1024 bits are no longer secure. */
const MIN_RSA_BITS = 2048;

interface Curve {
  readonly bytes: number;
  /** The digest is as strong as the curve (RFC 5753 7.1.3); remote keys often support no other. */
  readonly digest: DigestName;
}

const CURVES: ReadonlyMap<string, Curve> = new Map([
  ['prime256v1', { bytes: 32, digest: 'sha256' }],
  ['secp384r1', { bytes: 48, digest: 'sha384' }],
  ['secp521r1', { bytes: 66, digest: 'sha512' }],
]);

/** Throws `certificate_unusable` for other kinds of keys. */
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

export function maxSignatureBytes({ publicKey }: X509Certificate): number {
  const curve = curveOf(publicKey);
  if (!curve) return Math.ceil((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  // The value has two integers, each with a leading zero at most.
  return 2 * (curve.bytes + 1 + 2) + 3;
}

/** Returns undefined for an unknown curve. */
export function coordinateBytes(publicKey: KeyObject): number | undefined {
  return curveOf(publicKey)?.bytes;
}

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

/** A PSS key may be restricted to a digest. */
function readDigestName(name: string | undefined): DigestName {
  const known = DIGEST_NAMES.find((digest) => digest === (name ?? 'sha256'));
  if (known) return known;
  throw new SealError('certificate_unusable', `The key may sign with ${name} only`, {
    reason: 'key_not_supported',
  });
}
