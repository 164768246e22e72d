import { createHash, type X509Certificate } from 'node:crypto';
import { SealError } from '../../errors.ts';
import { SIGNER_BUDGET_MS } from '../../limits.ts';
import { describeNetworkError } from '../../network/network-error.ts';
import { readCertificate } from '../read-certificate.ts';
import { findSignatureAlgorithm, type SignatureAlgorithm } from '../signature-algorithm.ts';
import type { Signer } from '../signer.ts';
import { acceptSignature } from './accept-signature.ts';
import { readSignerFault } from './read-signer-fault.ts';
import type { RemoteKey, SignerFailure, SignerFaultReason } from './remote-key.ts';

export interface RemoteSignerOptions {
  /** DER, the signer's own first. */
  readonly certificateChain: readonly Uint8Array[];
  /** Defaults to the algorithm of the first certificate's key. */
  readonly algorithm?: SignatureAlgorithm;
  /** Access to the same key, in order of preference. */
  readonly keys: readonly RemoteKey[];
}

/** Timeouts are not retried. */
const TEMPORARY: ReadonlySet<SignerFaultReason> = new Set(['not_reachable', 'http_status']);
const ROUNDS = 2;

/**
 * Creates a signer with a remote key. Tries the keys in order, those with temporary faults twice, until a
 * signature is valid under the certificate. Throws `certificate_unusable`; `sign` throws
 * `signature_unavailable`.
 */
export function createRemoteSigner({ certificateChain, keys, ...options }: RemoteSignerOptions): Signer {
  const certificate = readCertificate(certificateChain[0]);
  const algorithm = options.algorithm ?? findSignatureAlgorithm(certificate);
  return {
    certificateChain,
    algorithm,
    sign: (bytes, onFailure = () => undefined) =>
      signWithKeys(bytes, { keys, certificate, algorithm, onFailure }),
  };
}

interface KeyAccess {
  readonly keys: readonly RemoteKey[];
  readonly certificate: X509Certificate;
  readonly algorithm: SignatureAlgorithm;
  readonly onFailure: (failure: SignerFailure) => void;
}

async function signWithKeys(bytes: Uint8Array, access: KeyAccess): Promise<Uint8Array> {
  const end = performance.now() + SIGNER_BUDGET_MS;
  const failures: SignerFailure[] = [];
  let keys = access.keys;
  for (let round = 1; round <= ROUNDS; round++) {
    const failed: RemoteKey[] = [];
    for (const key of keys) {
      if (performance.now() > end) break;
      const answer = await signWithKey(key, bytes, access);
      if (answer instanceof Uint8Array) return answer;
      failures.push(answer);
      access.onFailure(answer);
      if (TEMPORARY.has(answer.reason)) failed.push(key);
    }
    keys = failed;
  }
  throw describeFailure(failures, access.keys.length);
}

async function signWithKey(
  key: RemoteKey,
  bytes: Uint8Array,
  { certificate, algorithm }: KeyAccess,
): Promise<Uint8Array | SignerFailure> {
  const digest = new Uint8Array(createHash(algorithm.digest).update(bytes).digest());
  const authority = key.name;
  try {
    const signature = await key.signDigest({ digest, algorithm });
    const accepted = acceptSignature(signature, { bytes, certificate, algorithm });
    if (accepted) return accepted;
    const message = `The signature was not made with the key of "${certificate.subject}" over the digest`;
    return { authority, reason: 'wrong_signature', message };
  } catch (error) {
    return { authority, reason: readSignerFault(error), message: describeNetworkError(error) };
  }
}

function describeFailure(failures: readonly SignerFailure[], signers: number): SealError {
  const details = failures.map(({ authority, message }) => `${authority}: ${message}`).join('; ');
  const reason = failures.at(-1)?.reason ?? 'no_key';
  return new SealError(
    'signature_unavailable',
    `No key returned a valid signature. ${details || 'None is configured'}`,
    { signers, reason },
  );
}
