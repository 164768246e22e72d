import { SCOPES } from '@countersign/identity';
import { z } from 'zod';
import { readConsentCookie } from '../../request/consent-cookie.ts';
import { defineRoute } from '../../route.ts';

export const getConsent = defineRoute({
  method: 'GET',
  path: '/oauth/consents/:uid',
  source: 'ours',
  scope: 'session',
  summary: 'Say what a program asks for',
  status: 200,
  hidden: true,
  schemas: {
    params: z.object({ uid: z.string() }),
    answer: z.object({
      clientId: z.string(),
      clientName: z.string(),
      clientUri: z.string().optional(),
      redirectHost: z.string(),
      scopes: z.array(z.enum(SCOPES)),
      account: z.object({ accountId: z.string(), name: z.string() }),
    }),
  },
  errors: ['client_unavailable', 'consent_not_found'],
  async handler({ deps, caller, params, request }) {
    const reader = { ...caller, browserSecret: readConsentCookie(request, deps.settings.authUrl) };
    const { scopes, ...consent } = await deps.authorizationServer.consents.get(reader, params.uid);
    const { accountId, name } = await deps.identity.accounts.get(caller);
    return { ...consent, scopes: [...scopes], account: { accountId, name } };
  },
});
