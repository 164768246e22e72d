import { createVerify, type X509Certificate } from 'node:crypto';
import type * as asn1js from 'asn1js';
import type { AlgorithmIdentifier } from 'pkijs';
import { findSignatureDigest } from '../cms/algorithms.ts';

export interface Signed {
  readonly bytes: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: asn1js.BitString;
}

/** Checks RSA (PKCS #1 v1.5) or ECDSA. Never throws. */
export function isSignedBy(
  { bytes, signatureAlgorithm, signature }: Signed,
  signer: X509Certificate,
): boolean {
  const digest = findSignatureDigest(signatureAlgorithm.algorithmId);
  if (!digest) return false;
  try {
    const key = signer.publicKey.export({ format: 'pem', type: 'spki' });
    return createVerify(digest).update(bytes).verify(key, signature.valueBlock.valueHexView);
  } catch {
    // Unreadable keys and keys of another kind throw.
    return false;
  }
}

/** Compares name and signature. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

export function isRoot(certificate: X509Certificate): boolean {
  return isIssuedBy(certificate, certificate);
}
