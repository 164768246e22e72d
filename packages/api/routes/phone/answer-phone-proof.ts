import { z } from 'zod';
import { readPhoneSecret } from '../../request/phone-cookie.ts';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { originOf, PROOF_ERRORS, proofInput } from '../proofs/proof-route.ts';
import { phoneView } from './phone-route.ts';

export const answerPhoneProof = defineRoute({
  method: 'POST',
  path: '/phone/proof',
  source: 'ours',
  scope: 'public',
  summary: 'Give an answer to the check of a phone',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  admit: ({ deps, request }) => deps.signing.phones.require(readPhoneSecret(request)),
  hidden: true,
  schemas: { body: z.object({ input: proofInput, errorLanguage }), answer: phoneView },
  errors: PROOF_ERRORS,
  async handler({ deps, body, request }) {
    const command = { input: body.input, origin: originOf({ deps, request }, '/phone') };
    return phoneView.parse(await deps.signing.phones.answer(readPhoneSecret(request), command));
  },
});
