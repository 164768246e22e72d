import { verify, type X509Certificate } from 'node:crypto';
import { createCMSECDSASignature } from 'pkijs';
import { coordinateBytes, type SignatureAlgorithm, signatureOptions } from '../signature-algorithm.ts';

export interface Signing {
  readonly bytes: Uint8Array;
  readonly certificate: X509Certificate;
  readonly algorithm: SignatureAlgorithm;
}

/** As encoded in CMS; undefined if it is not valid. Never throws. */
export function acceptSignature(signature: unknown, signing: Signing): Uint8Array | undefined {
  if (!(signature instanceof Uint8Array)) return undefined;
  return listEncodings(signature, signing).find((encoded) => isValid(encoded, signing));
}

/** For ECDSA also converted from r and s. Verification decides. */
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
    // For malformed signatures.
    return false;
  }
}
