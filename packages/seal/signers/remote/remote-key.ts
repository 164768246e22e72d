import type { SignatureAlgorithm } from '../signature-algorithm.ts';

/** What a remote key gets to see: no document, and no name. Plain data, so that it can travel. */
export interface DigestToSign {
  /** Of the bytes to sign, made with the digest of `algorithm`. */
  readonly digest: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
}

/**
 * A key that lies elsewhere: in an HSM behind PKCS #11, in a cloud's key management, with a signing service. Knows nothing
 * of certificates: see `createRemoteSigner`, which believes no answer it has not checked.
 */
export interface RemoteKey {
  /** As it may be told and logged: an address, without secrets. */
  readonly name: string;
  /**
   * Signs a digest as the algorithm says. An ECDSA signature may be the DER sequence of r and s or both side by side (IEEE
   * P1363), as PKCS #11 has them. Rejects with a {@link RemoteKeyError}, or with an Error whose `code` is `timed_out`; any
   * other one is taken for `not_reachable`. May be called again for the same digest.
   */
  signDigest(request: DigestToSign): Promise<Uint8Array>;
}

/** Why a key gave no usable signature. */
export type SignerFaultReason =
  /** No connection, or no answer within the limit of bytes. */
  | 'not_reachable'
  | 'timed_out'
  /** It is not who it should be: TLS found its certificate wrong, or made out by nobody who is trusted. */
  | 'not_trusted'
  /** The server failed or had no time: HTTP status 429, 500 and the like. */
  | 'http_status'
  /** The answer holds no signature. */
  | 'not_readable'
  /** The key's holder said no: who asks is not let in, may not use the key, or asked for something it cannot do. */
  | 'refused'
  /** The signature is not one of the certificate's key over the digest. */
  | 'wrong_signature';

/** One holder of the key that gave no usable signature, for the log. */
export interface SignerFailure {
  readonly authority: string;
  readonly reason: SignerFaultReason;
  readonly message: string;
}
