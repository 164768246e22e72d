/**
 * Whoever holds the key: a file, a card, a service elsewhere. Sealing knows no more of it than this.
 */
export interface Signer {
  /** X.509 certificates in DER, the signer's own first, then its issuers as far as they are known. */
  readonly certificateChain: readonly Uint8Array[];
  /**
   * Signs `bytes` with SHA-256 and the key of the first certificate. Answers the signature as CMS carries it: PKCS #1
   * v1.5 for RSA (RFC 5754 3.2), the DER sequence of r and s for ECDSA (RFC 5753 7.2). Called once for every seal, and
   * once before the first one.
   */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}
