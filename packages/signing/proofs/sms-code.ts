import { z } from 'zod';
import { phoneNumber } from '../configuration/text.ts';
import { codeProof } from './code-proof.ts';
import { defineProof } from './define-proof.ts';

const code = codeProof({ channel: 'sms', member: 'phoneNumber' });

/** [2.10-19] */
export const smsCode = defineProof({
  ...code,
  kind: 'sms_code',
  capability: 'deliverySms',
  triggers: ['svc-sms-verification'],
  startInput: z.object({ phoneNumber: phoneNumber.optional() }),
  start: (context, input) => code.start(context, input.phoneNumber),
});
