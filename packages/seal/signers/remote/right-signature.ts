import { verify, type X509Certificate } from 'node:crypto';
import { createCMSECDSASignature } from 'pkijs';
import { coordinateBytes, type SignatureAlgorithm, signatureOptions } from '../signature-algorithm.ts';

/** What a signature should be over, and under which certificate. */
export interface Signing {
  readonly bytes: Uint8Array;
  readonly certificate: X509Certificate;
  readonly algorithm: SignatureAlgorithm;
}

/** The signature as CMS carries it, when it is right; undefined of any other bytes. Never throws. */
export function takeRightSignature(signature: unknown, signing: Signing): Uint8Array | undefined {
  if (!(signature instanceof Uint8Array)) return undefined;
  return listEncodings(signature, signing).find((encoded) => isRight(encoded, signing));
}

/** As it is; and of r and s side by side the sequence too. Which of the two it was is seen by checking. */
function listEncodings(signature: Uint8Array, { certificate }: Signing): readonly Uint8Array[] {
  const size = coordinateBytes(certificate.publicKey);
  if (size === undefined || signature.length !== 2 * size) return [signature];
  return [signature, new Uint8Array(createCMSECDSASignature(new Uint8Array(signature).buffer))];
}

function isRight(signature: Uint8Array, { bytes, certificate, algorithm }: Signing): boolean {
  const key = certificate.publicKey.export({ format: 'pem', type: 'spki' });
  try {
    return verify(algorithm.digest, bytes, { key, ...signatureOptions(algorithm) }, signature);
  } catch {
    // OpenSSL throws errors of many kinds for what is no signature of the key's kind.
    return false;
  }
}
