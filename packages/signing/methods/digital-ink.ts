import { defineMethod } from './define-method.ts';
import { ink } from './parts.ts';

/** Drawn or typed ink [1-06]. SES: whoever has the link can sign. */
export const digitalInk = defineMethod({
  type: 'digital_ink',
  capability: null,
  provider: null,
  level: 'SES',
  boxes: ['signature'],
  parts: { ink },
});
