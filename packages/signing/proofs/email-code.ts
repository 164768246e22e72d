import { z } from 'zod';
import { emailAddress } from '../configuration/text.ts';
import { codeProof } from './code-proof.ts';
import { defineProof } from './define-proof.ts';

const code = codeProof({ channel: 'email', member: 'emailAddress' });

/** [2.10-20] */
export const emailCode = defineProof({
  ...code,
  kind: 'email_code',
  capability: null,
  triggers: ['svc-email-verification'],
  startInput: z.object({ emailAddress: emailAddress.optional() }),
  start: (context, input) => code.start(context, input.emailAddress),
});
