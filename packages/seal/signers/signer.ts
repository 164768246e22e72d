import { readCertificate } from './read-certificate.ts';
import type { SignerFailure } from './remote/remote-key.ts';
import { findSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts';

/**
 * Whoever holds the key: a file, a card, a service elsewhere. Sealing knows no more of it than this.
 */
export interface Signer {
  /** X.509 certificates in DER, the signer's own first, then its issuers as far as they are known. */
  readonly certificateChain: readonly Uint8Array[];
  /** When left out it follows from the key of the first certificate: see {@link algorithmOf}. */
  readonly algorithm?: SignatureAlgorithm;
  /**
   * Signs `bytes` with the key of the first certificate. Answers the signature as CMS carries it: that of RFC 8017 for RSA,
   * the DER sequence of r and s for ECDSA (RFC 5753 7.2). Called once for every attempt of a seal. Tells of every holder
   * of the key that failed, also when another one signed.
   */
  sign(bytes: Uint8Array, tell?: (failure: SignerFailure) => void): Promise<Uint8Array>;
}

/** How a signer signs: PKCS #1 v1.5 with SHA-256 for RSA, the digest of the curve's size for ECDSA. Throws `certificate_unusable`. */
export function algorithmOf({ algorithm, certificateChain }: Signer): SignatureAlgorithm {
  return algorithm ?? findSignatureAlgorithm(readCertificate(certificateChain[0]));
}
