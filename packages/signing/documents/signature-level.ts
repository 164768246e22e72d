import type { SignatureLevel } from '../methods/define-method.ts';
import { methodOf } from '../methods/methods.ts';
import { partsOf } from '../methods/signature.ts';
import type { Signee } from './document.ts';

export function signatureLevelOf({ signature }: Pick<Signee, 'signature'>): SignatureLevel | null {
  if (signature === null) return null;
  // A sandbox does not identify.
  return partsOf(signature).identification?.isSandbox ? 'SES' : methodOf(signature.method).level;
}

/** AES if all signatures are [4.4-37]; null until everybody has signed. */
export function documentSignatureLevel(signees: readonly Pick<Signee, 'signature'>[]): SignatureLevel | null {
  const levels = signees.map(signatureLevelOf);
  if (levels.length === 0 || levels.includes(null)) return null;
  return levels.every((level) => level === 'AES') ? 'AES' : 'SES';
}
