import { webcrypto, X509Certificate } from 'node:crypto';
import { createCMSECDSASignature } from 'pkijs';
import { SealError } from '../errors.ts';
import type { Signer } from './signer.ts';

type KeyAlgorithm =
  | { readonly name: 'RSASSA-PKCS1-v1_5'; readonly hash: 'SHA-256' }
  | { readonly name: 'ECDSA'; readonly namedCurve: string; readonly hash: 'SHA-256' };

/** Curves WebCrypto can sign with, by the names OpenSSL gives them. */
const CURVES: ReadonlyMap<string, string> = new Map([
  ['prime256v1', 'P-256'],
  ['secp384r1', 'P-384'],
  ['secp521r1', 'P-521'],
]);

/** Shorter RSA keys are refused: ETSI TS 119 312 ends 1024 bits, and 2048 is the least readers still trust. */
const MIN_RSA_BITS = 2048;

/**
 * A signer over a private key in memory (PKCS #8 DER) and its chain. Throws `certificate_unusable` when the key is not
 * RSA (2048 bits or more) or EC (P-256, P-384, P-521), or does not belong to the first certificate.
 */
export async function createKeySigner(
  privateKey: Uint8Array,
  certificateChain: readonly Uint8Array[],
): Promise<Signer> {
  const algorithm = findKeyAlgorithm(readCertificate(certificateChain[0]));
  const key = await importKey(privateKey, algorithm);
  const signer: Signer = {
    certificateChain,
    sign: async (bytes) => encodeSignature(await webcrypto.subtle.sign(algorithm, key, bytes), algorithm),
  };
  return signer;
}

/** Reads one DER certificate; throws `certificate_unusable`. */
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

function findKeyAlgorithm(certificate: X509Certificate): KeyAlgorithm {
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS)
    return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const curve = CURVES.get(asymmetricKeyDetails?.namedCurve ?? '');
  if (asymmetricKeyType === 'ec' && curve) return { name: 'ECDSA', namedCurve: curve, hash: 'SHA-256' };
  throw new SealError(
    'certificate_unusable',
    `Expected an RSA key of ${MIN_RSA_BITS} bits or more, or an EC key on P-256, P-384 or P-521, found ${asymmetricKeyType}`,
    { reason: 'key_not_supported' },
  );
}

async function importKey(pkcs8: Uint8Array, algorithm: KeyAlgorithm): Promise<webcrypto.CryptoKey> {
  try {
    return await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  } catch (cause) {
    throw new SealError(
      'certificate_unusable',
      'The private key does not belong to the certificate or cannot be read',
      { reason: 'key_not_readable' },
      cause,
    );
  }
}

function encodeSignature(signature: ArrayBuffer, algorithm: KeyAlgorithm): Uint8Array {
  // WebCrypto answers r and s side by side (IEEE P1363); CMS wants them as a DER sequence.
  return new Uint8Array(algorithm.name === 'ECDSA' ? createCMSECDSASignature(signature) : signature);
}
