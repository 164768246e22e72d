import { defineMethod } from './define-method.ts';
import { identification, identityScan, ink } from './parts.ts';

/** [1-08]. SES: the document does not identify its holder. */
export const idScan = defineMethod({
  type: 'digital_ink_id_scan',
  capability: 'signatureIdScan',
  level: 'SES',
  boxes: ['signature', 'id_scan'],
  proofs: ['id_scan'],
  parts: { ink, scan: identityScan, identification: identification.nullable() },
});
