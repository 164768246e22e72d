import type { X509Certificate } from 'node:crypto';
import { signatureIdentifier } from '../../cms/algorithm-identifiers.ts';
import { ID_EC_PUBLIC_KEY, ID_RSA } from '../../cms/object-identifiers.ts';
import { SealError } from '../../errors.ts';
import { DIGEST_NAMES, findSignatureAlgorithm, type SignatureAlgorithm } from '../signature-algorithm.ts';

export interface ChosenAlgorithm {
  readonly algorithm: SignatureAlgorithm;
  readonly signAlgo: string;
}

/**
 * The key's usual one, then PSS, then larger digests. `offered` may be empty. Throws `certificate_unusable`.
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

/** With digest, or the kind of key, since the digest is sent separately. */
function namesOf(algorithm: SignatureAlgorithm, usual: SignatureAlgorithm): readonly string[] {
  const { algorithmId } = signatureIdentifier(algorithm);
  if (algorithm !== usual || algorithm.scheme === 'RSASSA-PSS') return [algorithmId];
  return [algorithmId, algorithm.scheme === 'ECDSA' ? ID_EC_PUBLIC_KEY : ID_RSA];
}
