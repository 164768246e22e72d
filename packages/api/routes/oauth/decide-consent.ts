import { IdentityError } from '@countersign/identity';
import { z } from 'zod';
import { readConsentCookie } from '../../request/consent-cookie.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const decideConsent = defineRoute({
  method: 'POST',
  path: '/oauth/consents/:uid',
  source: 'ours',
  scope: 'session',
  summary: 'Give a program access, or deny it',
  status: 200,
  hidden: true,
  schemas: {
    params: z.object({ uid: z.string() }),
    body: z.object({
      decision: z.enum(['allow', 'deny']),
      userId: uuid.meta({ description: 'The user that the page showed.' }),
      errorLanguage,
    }),
    answer: z.object({ redirectTo: z.string(), warnings }),
  },
  errors: ['client_unavailable', 'consent_not_found'],
  async handler({ deps, caller, params, body, request }) {
    // Another tab may have switched the account or the person.
    if (body.userId !== caller.userId) throw new IdentityError('session_missing');
    const reader = { ...caller, browserSecret: readConsentCookie(request, deps.settings.authUrl) };
    return {
      redirectTo: await deps.authorizationServer.consents.decide(reader, params.uid, body.decision),
    };
  },
});
