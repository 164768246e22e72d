import { defineMethod } from './define-method.ts';
import { identification } from './parts.ts';

/** [1-07]. AES: it identifies the signee, with a key that only they can use. */
export const bankId = defineMethod({
  type: 'bankid_identification',
  capability: 'signatureBankId',
  level: 'AES',
  boxes: ['signature'],
  proofs: ['electronic_id'],
  parts: { identification },
});
