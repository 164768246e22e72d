import { LANGUAGES } from '@countersign/base/locale';
import { IdentityError, SCOPES } from '@countersign/identity';
import { OAuthError } from '@countersign/oauth';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { findBrowserCaller } from '../request/authenticate.ts';
import { refuseUnstorableParameters } from '../request/body.ts';
import { ensureConsentCookie, readConsentCookie } from '../request/cookies.ts';
import { defineRoute } from '../route.ts';
import {
  clientRegistration,
  presentRegistration,
  readRegistration,
  registeredClient,
} from '../schemas/oauth.ts';
import { CLIENT_BODY_LIMIT, warnings } from '../schemas/parts.ts';
import { forbidCaching, sendRefusalPage } from '../send-page.ts';

const completeConsent = defineRoute({
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

const decideConsent = defineRoute({
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

const getConsent = defineRoute({
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

const issueToken = defineRoute({
  method: 'POST',
  path: '/oauth/token',
  alsoAt: ['/v1/oauth/token'],
  source: 'specification',
  scope: 'public',
  summary: 'Exchange an authorization code or a refresh token for tokens',
  status: 200,
  errorShape: 'oauth',
  schemas: {
    fields: z.object({
      grant_type: z.enum(['authorization_code', 'refresh_token']),
      code: z.string().optional(),
      redirect_uri: z.string().optional(),
      refresh_token: z.string().optional(),
      client_id: z.string().optional().meta({ description: 'Of public clients only.' }),
      code_verifier: z.string().optional(),
      scope: z.string().optional().meta({ description: 'Without it, all that the user consented to.' }),
      error_language: z.enum(LANGUAGES).optional(),
    }),
    answer: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds.' }),
      refresh_token: z.string(),
      scope: z.string(),
    }),
  },
  errors: [
    'client_unavailable',
    'invalid_client',
    'invalid_grant',
    'invalid_scope',
    'invalid_target',
    'redirect_uri_mismatch',
    'unsupported_grant_type',
  ],
  async handler({ deps, request, reply }) {
    forbidCaching(reply);
    return deps.authorizationServer.requestToken({
      form: request.form ?? new URLSearchParams(),
      authorization: request.headers.authorization,
    });
  },
});

const registerClient = defineRoute({
  method: 'POST',
  path: '/oauth/register',
  alsoAt: ['/v1/oauth/register'],
  source: 'specification',
  scope: 'public',
  summary: 'Register a client (RFC 7591)',
  status: 201,
  errorShape: 'registration',
  bodyLimit: CLIENT_BODY_LIMIT,
  perHour: ({ registrationsPerHour }) => registrationsPerHour,
  schemas: { body: clientRegistration, answer: registeredClient },
  errors: [],
  async handler({ deps, body, reply }) {
    forbidCaching(reply);
    return presentRegistration(await deps.authorizationServer.clients.register(readRegistration(body)));
  },
});

const revokeToken = defineRoute({
  method: 'POST',
  path: '/oauth/revoke',
  alsoAt: ['/v1/oauth/revoke'],
  source: 'specification',
  scope: 'public',
  summary: 'End a token; a refresh token ends with everything that came from the same consent',
  status: 200,
  errorShape: 'oauth',
  schemas: {
    fields: z.object({
      token: z.string(),
      token_type_hint: z.string().optional().meta({ description: 'access_token or refresh_token.' }),
      client_id: z.string().optional().meta({ description: 'Of public clients only.' }),
      error_language: z.enum(LANGUAGES).optional(),
    }),
  },
  errors: ['client_unavailable', 'invalid_client', 'invalid_grant', 'unsupported_token_type'],
  async handler({ deps, request, reply }) {
    await deps.authorizationServer.revokeToken({
      form: request.form ?? new URLSearchParams(),
      authorization: request.headers.authorization,
    });
    return reply.send();
  },
});

/** The query is read as it came: parameters occur once (RFC 6749). */
const showConsent = defineRoute({
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

export const oauthRoutes = {
  showConsent,
  getConsent,
  decideConsent,
  completeConsent,
  issueToken,
  revokeToken,
  registerClient,
};
