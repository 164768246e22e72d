import { OAuthError } from '@countersign/oauth';
import { z } from 'zod';
import { sendRefusalPage } from '../../answer/send-refusal-page.ts';
import { findBrowserCaller } from '../../request/browser-caller.ts';
import { readConsentCookie } from '../../request/consent-cookie.ts';
import { defineRoute } from '../../route.ts';

export const completeConsent = defineRoute({
  method: 'GET',
  path: '/oauth/consents/:uid/callback',
  source: 'ours',
  scope: 'public',
  summary: 'Send the browser to the client with the decision',
  status: 302,
  hidden: true,
  schemas: { params: z.object({ uid: z.string() }) },
  errors: [],
  async handler({ deps, params, request, reply }) {
    const caller = await findBrowserCaller(deps, request);
    try {
      if (caller === null) throw new OAuthError('consent_not_found');
      const browserSecret = readConsentCookie(request, deps.settings.authUrl);
      const reader = { ...caller, browserSecret };
      return reply.redirect(await deps.authorizationServer.consents.complete(reader, params.uid), 302);
    } catch (error) {
      return sendRefusalPage({ deps, request, reply }, error);
    }
  },
});
