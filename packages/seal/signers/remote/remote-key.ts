import type { SignatureAlgorithm } from '../signature-algorithm.ts';

/** A digest to sign, without document or name. Plain data that can be sent between threads. */
export interface DigestToSign {
  /** Made with the digest of `algorithm`. */
  readonly digest: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
}

/**
 * A remote key: in an HSM (PKCS #11), a cloud's key management or a signing service. `createRemoteSigner`
 * verifies its signatures.
 */
export interface RemoteKey {
  /** Name for messages, such as an address. No secrets. */
  readonly name: string;
  /**
   * Signs a digest. ECDSA signatures may be DER or r and s concatenated (IEEE P1363, PKCS #11). Rejects with
   * a {@link RemoteKeyError} or `code` `timed_out`; other errors count as `not_reachable`. May be called
   * again for the same digest.
   */
  signDigest(request: DigestToSign): Promise<Uint8Array>;
}

export type SignerFaultReason =
  /** No connection, or the response is too long. */
  | 'not_reachable'
  | 'timed_out'
  /** The TLS certificate is invalid or not trusted. */
  | 'not_trusted'
  /** HTTP status 429, 5xx and the like. */
  | 'http_status'
  | 'not_readable'
  /** Not authenticated, not permitted, or not supported. */
  | 'refused'
  /** The signature does not match the certificate and digest. */
  | 'wrong_signature';

export interface SignerFailure {
  readonly authority: string;
  readonly reason: SignerFaultReason;
  readonly message: string;
}
