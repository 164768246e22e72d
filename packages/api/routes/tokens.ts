import { formatScope, OAuthError } from '@countersign/oauth';
import { selectPage } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { ApiError } from '../errors/error-table.ts';
import { refuseOtherPrograms } from '../request/authenticate.ts';
import { defineRoute } from '../route.ts';
import {
  clientRegistration,
  grant,
  presentClient,
  presentGrant,
  presentRegistration,
  readRegistration,
  registeredClient,
} from '../schemas/oauth.ts';
import { CLIENT_BODY_LIMIT, pageAnswer, pageQuery, presentPage, warnings } from '../schemas/parts.ts';
import { forbidCaching } from '../send-page.ts';

/** There are two scopes; longer texts repeat them. */
const MAX_SCOPES = 10;

/** `scopes` is the older name, a fallback for `scope` [5-10]. */
const scopes = z.union([z.string(), z.array(z.string()).max(MAX_SCOPES)]);

const createToken = defineRoute({
  method: 'POST',
  path: '/v1/auth/token',
  source: 'specification',
  scope: 'public',
  summary: 'Exchange an API key for a bearer token that lasts an hour',
  status: 200,
  errorShape: 'oauth',
  schemas: {
    body: z.object({
      apiKey: z.string().min(1),
      scope: z.string().optional(),
      scopes: scopes.optional().meta({ deprecated: true }),
    }),
    answer: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds.' }),
      scope: z.string(),
      warnings,
    }),
  },
  errors: ['api_key_invalid', 'invalid_scope'],
  async handler({ deps, body, reply }) {
    forbidCaching(reply);
    try {
      return await deps.tokens.exchangeApiKey(body.apiKey, body.scope ?? joinScopes(body.scopes));
    } catch (error) {
      if (!(error instanceof OAuthError) || error.code !== 'invalid_client') throw error;
      throw new ApiError('api_key_invalid', {}, { cause: error });
    }
  },
});

function joinScopes(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(' ') : value;
}

const describeToken = defineRoute({
  method: 'GET',
  path: '/v1/auth/token',
  source: 'specification',
  scope: 'token',
  summary: 'Describe the access token in use',
  status: 200,
  errorShape: 'oauth',
  schemas: {
    answer: z.object({
      userId: z.string(),
      accountId: z.string(),
      scope: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds left.' }),
    }),
  },
  errors: [],
  async handler({ deps, caller, request }) {
    const expiresAt = request.holder?.expiresAt.getTime() ?? 0;
    return {
      userId: caller.userId,
      accountId: caller.accountId,
      scope: formatScope(caller.scopes),
      token_type: 'Bearer' as const,
      expires_in: Math.max(0, Math.ceil((expiresAt - deps.clock.now().getTime()) / 1000)),
    };
  },
});

const createOAuthClient = defineRoute({
  method: 'POST',
  path: '/v1/users/me/oauth-clients',
  source: 'ours',
  scope: 'write',
  summary: 'Register a client that the user keeps; the body is that of POST /oauth/register',
  status: 201,
  bodyLimit: CLIENT_BODY_LIMIT,
  schemas: { body: clientRegistration, answer: registeredClient },
  errors: ['api_key_required', 'too_many_clients'],
  async handler({ deps, caller, body, request, reply }) {
    refuseOtherPrograms(request);
    forbidCaching(reply);
    const { clients } = deps.authorizationServer;
    return presentRegistration(await clients.register(readRegistration(body), caller));
  },
});

const deleteOAuthClient = defineRoute({
  method: 'DELETE',
  path: '/v1/users/me/oauth-clients/:clientId',
  source: 'ours',
  scope: 'write',
  summary: 'Delete a client that the user registered; every access that was given to it ends',
  status: 204,
  schemas: { params: z.object({ clientId: uuid }) },
  errors: ['api_key_required', 'client_not_found'],
  async handler({ deps, caller, params, request, reply }) {
    refuseOtherPrograms(request);
    await deps.authorizationServer.clients.remove(caller, params.clientId);
    return reply.send();
  },
});

const listGrants = defineRoute({
  method: 'GET',
  path: '/v1/users/me/grants',
  source: 'ours',
  scope: 'read',
  summary: 'List the programs that the user gave access to, the oldest first',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ grants: z.array(grant) }) },
  errors: ['api_key_required'],
  async handler({ deps, caller, query, request }) {
    refuseOtherPrograms(request);
    const page = selectPage(await deps.authorizationServer.grants.list(caller), query);
    return { ...presentPage(query, page), grants: page.items.map(presentGrant) };
  },
});

const listOAuthClients = defineRoute({
  method: 'GET',
  path: '/v1/users/me/oauth-clients',
  source: 'ours',
  scope: 'read',
  summary: 'List the clients that the user registered, the oldest first',
  status: 200,
  schemas: {
    query: pageQuery,
    answer: pageAnswer.extend({ clients: z.array(registeredClient.omit({ warnings: true })) }),
  },
  errors: ['api_key_required'],
  async handler({ deps, caller, query, request }) {
    refuseOtherPrograms(request);
    const page = selectPage(await deps.authorizationServer.clients.list(caller), query);
    return { ...presentPage(query, page), clients: page.items.map(presentClient) };
  },
});

const revokeGrant = defineRoute({
  method: 'DELETE',
  path: '/v1/users/me/grants/:grantId',
  source: 'ours',
  scope: 'write',
  summary: 'End the access of a program with all its tokens',
  status: 204,
  schemas: { params: z.object({ grantId: uuid }) },
  errors: ['api_key_required', 'grant_not_found'],
  async handler({ deps, caller, params, request, reply }) {
    refuseOtherPrograms(request);
    await deps.authorizationServer.grants.revoke(caller, params.grantId);
    return reply.send();
  },
});

export const tokenRoutes = {
  listGrants,
  revokeGrant,
  listOAuthClients,
  createOAuthClient,
  deleteOAuthClient,
  createToken,
  describeToken,
};
