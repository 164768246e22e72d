import type { SignatureType } from '../configuration/signee.ts';
import type { Signee } from './document.ts';

/** Of electronic signatures (eIDAS, Regulation (EU) 910/2014): `AES` advanced, Article 26; `SES` any other, Article 3(10). */
export const SIGNATURE_LEVELS = ['SES', 'AES'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/**
 * What a method can reach (docs/decisions/0008): AES identifies the signee, so it takes an e-ID or a face that was held
 * against an ID document. A scanned document alone does not say who held it up.
 */
export const METHOD_LEVELS: Readonly<Record<SignatureType, SignatureLevel>> = {
  bankid_identification: 'AES',
  face_liveness: 'AES',
  digital_ink_id_scan: 'SES',
  digital_ink: 'SES',
};

/** Null until the signee has signed. */
export function signatureLevelOf({
  signature,
  signatureType,
}: Pick<Signee, 'signature' | 'signatureType'>): SignatureLevel | null {
  return signature === null ? null : METHOD_LEVELS[signatureType];
}

/** AES if all signatures are [4.4-37], else SES; null until everybody has signed. */
export function documentSignatureLevel(
  signees: readonly Pick<Signee, 'signature' | 'signatureType'>[],
): SignatureLevel | null {
  const levels = signees.map(signatureLevelOf);
  if (levels.length === 0 || levels.includes(null)) return null;
  return levels.every((level) => level === 'AES') ? 'AES' : 'SES';
}
