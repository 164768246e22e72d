import { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import { readWellKnownSubject } from '../../request/well-known-subject.ts';
import { defineRoute } from '../../route.ts';
import { METADATA_CACHING } from './metadata-caching.ts';

const PATH = '/.well-known/oauth-authorization-server';

export const describeAuthorizationServer = defineRoute({
  method: 'GET',
  path: PATH,
  alsoAt: [`${PATH}/*`],
  source: 'ours',
  scope: 'public',
  summary: 'Describe the authorization server (RFC 8414)',
  status: 200,
  schemas: {
    answer: z.object({
      issuer: z.string(),
      authorization_endpoint: z.string(),
      token_endpoint: z.string(),
      revocation_endpoint: z.string(),
      registration_endpoint: z.string(),
      scopes_supported: z.array(z.string()),
      response_types_supported: z.array(z.string()),
      response_modes_supported: z.array(z.string()),
      grant_types_supported: z.array(z.string()),
      code_challenge_methods_supported: z.array(z.string()),
      token_endpoint_auth_methods_supported: z.array(z.string()),
      revocation_endpoint_auth_methods_supported: z.array(z.string()),
      authorization_response_iss_parameter_supported: z.boolean(),
      client_id_metadata_document_supported: z.boolean(),
      ui_locales_supported: z.array(z.string()),
    }),
  },
  errors: ['route_not_found'],
  async handler({ deps, request, reply }) {
    // RFC 8414 3.3
    if (!['', '/'].includes(readWellKnownSubject(request, PATH))) throw new ApiError('route_not_found');
    reply.header('cache-control', METADATA_CACHING);
    return deps.authorizationServer.metadata;
  },
});
