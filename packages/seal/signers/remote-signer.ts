import { createHash, verify, type X509Certificate } from 'node:crypto';
import { createCMSECDSASignature } from 'pkijs';
import { ID_EC_PUBLIC_KEY, ID_RSA, signatureIdentifier } from '../cms/algorithms.ts';
import { RemoteKeyError, SealError, type SignerFaultReason } from '../errors.ts';
import { SIGNER_BUDGET_MS } from '../limits.ts';
import { describeNetworkError, isTimeout } from '../network.ts';
import {
  coordinateBytes,
  DIGEST_NAMES,
  findSignatureAlgorithm,
  readCertificate,
  type SignatureAlgorithm,
  signatureOptions,
} from './signature-algorithm.ts';
import type { RemoteKey, Signer, SignerFailure } from './signer.ts';

interface Signing {
  readonly bytes: Uint8Array;
  readonly certificate: X509Certificate;
  readonly algorithm: SignatureAlgorithm;
}

/** Returns the signature as encoded in CMS; undefined if it is not valid. Never throws. */
function acceptSignature(signature: unknown, signing: Signing): Uint8Array | undefined {
  if (!(signature instanceof Uint8Array)) return undefined;
  return listEncodings(signature, signing).find((encoded) => isValid(encoded, signing));
}

/** Lists an ECDSA signature also as converted from r and s. Verification decides. */
function listEncodings(signature: Uint8Array, { certificate }: Signing): readonly Uint8Array[] {
  const size = coordinateBytes(certificate.publicKey);
  if (size === undefined || signature.length !== 2 * size) return [signature];
  return [signature, new Uint8Array(createCMSECDSASignature(new Uint8Array(signature).buffer))];
}

function isValid(signature: Uint8Array, { bytes, certificate, algorithm }: Signing): boolean {
  const key = certificate.publicKey.export({ format: 'pem', type: 'spki' });
  try {
    return verify(algorithm.digest, bytes, { key, ...signatureOptions(algorithm) }, signature);
  } catch {
    // Malformed signatures throw.
    return false;
  }
}

export interface ChosenAlgorithm {
  readonly algorithm: SignatureAlgorithm;
  readonly signAlgo: string;
}

/**
 * Tries the key's usual algorithm, then PSS, then larger digests. `offered` may be empty. Throws
 * `certificate_unusable`.
 */
export function chooseAlgorithm(certificate: X509Certificate, offered: readonly string[]): ChosenAlgorithm {
  const usual = findSignatureAlgorithm(certificate);
  const known = listAlgorithms(usual, certificate.publicKey.asymmetricKeyType === 'rsa').flatMap(
    (algorithm) => namesOf(algorithm, usual).map((signAlgo) => ({ algorithm, signAlgo })),
  );
  const chosen = known.find(({ signAlgo }) => offered.length === 0 || offered.includes(signAlgo));
  if (chosen) return chosen;
  const message = `The signer offers ${offered.join(', ')} for the key, and none of ${known.map(({ signAlgo }) => signAlgo).join(', ')}`;
  throw new SealError('certificate_unusable', message, { reason: 'key_not_supported' });
}

function listAlgorithms(usual: SignatureAlgorithm, hasChoice: boolean): readonly SignatureAlgorithm[] {
  const { scheme } = usual;
  if (scheme === 'RSASSA-PSS') return [usual];
  const larger = DIGEST_NAMES.map((digest) => ({ scheme, digest }));
  return hasChoice ? [usual, { scheme: 'RSASSA-PSS', digest: 'sha256' }, ...larger] : [usual, ...larger];
}

/** The names include the digest, or the kind of key alone, since the digest is sent separately. */
function namesOf(algorithm: SignatureAlgorithm, usual: SignatureAlgorithm): readonly string[] {
  const { algorithmId } = signatureIdentifier(algorithm);
  if (algorithm !== usual || algorithm.scheme === 'RSASSA-PSS') return [algorithmId];
  return [algorithmId, algorithm.scheme === 'ECDSA' ? ID_EC_PUBLIC_KEY : ID_RSA];
}

export function readSignerFault(error: unknown): SignerFaultReason {
  if (error instanceof RemoteKeyError) return error.reason;
  if (isUntrusted(error)) return 'not_trusted';
  return isTimeout(error) ? 'timed_out' : 'not_reachable';
}

/** Node's names of X509_V_ERR_ codes; TLS alerts begin with ERR_SSL_. */
const UNTRUSTED = /^(?!ERR_SSL_).*CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;

function isUntrusted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && UNTRUSTED.test(String(error.code))) || isUntrusted(error.cause);
}

export interface RemoteSignerOptions {
  /** The certificates in DER, of which the signer's own comes first. */
  readonly certificateChain: readonly Uint8Array[];
  /** The default is the algorithm of the first certificate's key. */
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** The ways to the same key, in order of preference. */
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
