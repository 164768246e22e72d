import { defineMethod } from './define-method.ts';
import { ink } from './parts.ts';

/** [1-06]. SES: the link is enough to sign. */
export const digitalInk = defineMethod({
  type: 'digital_ink',
  capability: null,
  level: 'SES',
  boxes: ['signature'],
  proofs: [],
  parts: { ink },
});
