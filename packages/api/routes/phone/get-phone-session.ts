import { readPhoneSecret } from '../../request/phone-cookie.ts';
import { defineRoute } from '../../route.ts';
import { PROOF_ERRORS } from '../proofs/proof-route.ts';
import { phoneView } from './phone-route.ts';

export const getPhoneSession = defineRoute({
  method: 'GET',
  path: '/phone/session',
  source: 'ours',
  scope: 'public',
  summary: 'How the check of a phone stands',
  status: 200,
  hidden: true,
  schemas: { answer: phoneView },
  errors: PROOF_ERRORS,
  async handler({ deps, request }) {
    return phoneView.parse(await deps.signing.phones.get(readPhoneSecret(request)));
  },
});
