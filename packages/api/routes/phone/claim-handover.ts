import { z } from 'zod';
import { keepPhoneSecret } from '../../request/phone-cookie.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { PROOF_ERRORS } from '../proofs/proof-route.ts';
import { phoneView } from './phone-route.ts';

export const claimHandover = defineRoute({
  method: 'POST',
  path: '/phone/session',
  source: 'ours',
  scope: 'public',
  summary: 'Use the code of a handover, once',
  status: 201,
  hidden: true,
  // 30 a minute of the default.
  allowance: 0.05,
  schemas: { body: z.object({ code: z.string().max(100), errorLanguage }), answer: phoneView },
  errors: PROOF_ERRORS,
  async handler({ deps, body, reply }) {
    const { secret, view } = await deps.signing.phones.claim(body.code);
    keepPhoneSecret(reply, secret, deps.settings.baseUrl);
    return phoneView.parse(view);
  },
});
