import { defineMethod } from './define-method.ts';
import { identification, ink } from './parts.ts';

/** [1-09]. AES: the face is compared with the document. */
export const faceLiveness = defineMethod({
  type: 'face_liveness',
  capability: 'signatureFaceLiveness',
  level: 'AES',
  boxes: ['signature'],
  proofs: ['id_scan', 'face_liveness'],
  parts: { ink, identification },
});
