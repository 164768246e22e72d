import { readCertificate } from './read-certificate.ts';
import type { SignerFailure } from './remote/remote-key.ts';
import { findSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts';

export interface Signer {
  /** X.509 in DER: the signer's certificate, then its known issuers. */
  readonly certificateChain: readonly Uint8Array[];
  /** Defaults to {@link algorithmOf}. */
  readonly algorithm?: SignatureAlgorithm;
  /**
   * Signs `bytes`. Returns the signature as encoded in CMS: RFC 8017 for RSA, DER for ECDSA (RFC 5753 7.2).
   * Called once per attempt. Reports every remote key that failed, also if another one signed.
   */
  sign(bytes: Uint8Array, onFailure?: (failure: SignerFailure) => void): Promise<Uint8Array>;
}

/** PKCS #1 v1.5 with SHA-256 for RSA, the curve's digest for ECDSA. Throws `certificate_unusable`. */
export function algorithmOf({ algorithm, certificateChain }: Signer): SignatureAlgorithm {
  return algorithm ?? findSignatureAlgorithm(readCertificate(certificateChain[0]));
}
