import { OAuthError } from '@countersign/oauth';
import { z } from 'zod';
import { sendRefusalPage } from '../../answer/send-refusal-page.ts';
import { findBrowserCaller } from '../../request/browser-caller.ts';
import { ensureConsentCookie } from '../../request/consent-cookie.ts';
import { refuseUnstorableParameters } from '../../request/storable-text.ts';
import { defineRoute } from '../../route.ts';

/** The query is read as it came: parameters occur once (RFC 6749). */
export const showConsent = defineRoute({
  method: 'GET',
  path: '/oauth',
  alsoAt: ['/v1/oauth'],
  source: 'specification',
  scope: 'public',
  summary: 'Ask the user in the browser for access',
  status: 302,
  hidden: true,
  schemas: { query: z.object({ errorLanguage: z.unknown().optional() }) },
  errors: [],
  async handler({ deps, request, reply }) {
    const { authUrl } = deps.settings;
    const query = request.raw.url?.split('?').slice(1).join('?') ?? '';
    const parameters = new URLSearchParams(query);
    const caller = await findBrowserCaller(deps, request);
    try {
      refuseUnstorable(parameters);
      const answer = await deps.authorizationServer.authorize({
        parameters,
        isSignedIn: caller !== null,
        browserSecret: ensureConsentCookie(request, reply, authUrl),
      });
      if (answer.kind === 'redirect') return reply.redirect(answer.location, 302);
      if (answer.kind === 'consent') return reply.redirect(`${authUrl}/consent/${answer.uid}`, 302);
      return reply.redirect(`${authUrl}/sign-in?next=${encodeURIComponent(`/oauth?${query}`)}`, 302);
    } catch (error) {
      return sendRefusalPage({ deps, request, reply }, error);
    }
  },
});

/** Unlike fastify's, this parser decodes around a wrong escape. */
function refuseUnstorable(parameters: URLSearchParams): void {
  try {
    refuseUnstorableParameters(parameters);
  } catch (error) {
    throw new OAuthError('invalid_request', {}, { cause: error });
  }
}
