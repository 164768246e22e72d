import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { readCertificate } from './read-certificate.ts';
import { findSignatureAlgorithm, signatureOptions } from './signature-algorithm.ts';
import type { Signer } from './signer.ts';

/** On libuv's threads: RSA takes milliseconds. */
const signAsync = promisify(sign);

/** RSA (2048 bits or more) or EC (P-256, P-384, P-521). Throws `certificate_unusable`. */
export function createKeySigner(key: KeyObject, certificateChain: readonly Uint8Array[]): Signer {
  const algorithm = findSignatureAlgorithm(readCertificate(certificateChain[0]));
  const options = { key, ...signatureOptions(algorithm) };
  return {
    certificateChain,
    algorithm,
    sign: async (bytes) => new Uint8Array(await signAsync(algorithm.digest, bytes, options)),
  };
}
