import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SignerFaultReason } from '../errors.ts';
import {
  findSignatureAlgorithm,
  readCertificate,
  type SignatureAlgorithm,
  signatureOptions,
} from './signature-algorithm.ts';

/** A digest to sign, without document or name. Plain data that can be sent between threads. */
export interface DigestToSign {
  /** The digest is made with the one of `algorithm`. */
  readonly digest: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
}

/**
 * A remote key, in an HSM (PKCS #11), a cloud's key management or a signing service. `createRemoteSigner`
 * verifies its signatures.
 */
export interface RemoteKey {
  /** The name for messages, such as an address. It has no secrets. */
  readonly name: string;
  /**
   * Signs a digest. ECDSA signatures may be DER or r and s concatenated (IEEE P1363, PKCS #11). Rejects with
   * a {@link RemoteKeyError} or `code` `timed_out`; other errors count as `not_reachable`. May be called
   * again for the same digest.
   */
  signDigest(request: DigestToSign): Promise<Uint8Array>;
}

export interface SignerFailure {
  readonly authority: string;
  readonly reason: SignerFaultReason;
  readonly message: string;
}

export interface Signer {
  /** The certificates in X.509 DER: the signer's, then its known issuers. */
  readonly certificateChain: readonly Uint8Array[];
  /** The default is {@link algorithmOf}. */
  readonly algorithm?: SignatureAlgorithm | undefined;
  /**
   * Signs `bytes`. Returns the signature as encoded in CMS: RFC 8017 for RSA, DER for ECDSA (RFC 5753 7.2).
   * Called once per attempt. Reports every remote key that failed, also if another one signed.
   */
  sign(bytes: Uint8Array, onFailure?: (failure: SignerFailure) => void): Promise<Uint8Array>;
}

/**
 * Returns PKCS #1 v1.5 with SHA-256 for RSA, and the curve's digest for ECDSA. Throws `certificate_unusable`.
 */
export function algorithmOf({ algorithm, certificateChain }: Signer): SignatureAlgorithm {
  return algorithm ?? findSignatureAlgorithm(readCertificate(certificateChain[0]));
}

/** Signs on libuv's threads, because RSA takes milliseconds. */
const signAsync = promisify(sign);

/**
 * Creates a signer of an RSA key (2048 bits or more) or EC key (P-256, P-384, P-521). Throws
 * `certificate_unusable`.
 */
export function createKeySigner(key: KeyObject, certificateChain: readonly Uint8Array[]): Signer {
  const algorithm = findSignatureAlgorithm(readCertificate(certificateChain[0]));
  const options = { key, ...signatureOptions(algorithm) };
  return {
    certificateChain,
    algorithm,
    sign: async (bytes) => new Uint8Array(await signAsync(algorithm.digest, bytes, options)),
  };
}
