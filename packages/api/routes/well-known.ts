import { z } from 'zod';
import { ApiError } from '../errors/error-table.ts';
import { readWellKnownSubject } from '../request/conditions.ts';
import { defineRoute } from '../route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly resourceMetadataUrl: string;
  }
}

const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** RFC 9728 3.1: between the host and the path of the API. */
export function locateResourceMetadata(baseUrl: string): string {
  const { origin, pathname } = new URL(`${baseUrl}/v1`);
  return `${origin}${RESOURCE_METADATA_PATH}${pathname}`;
}

/** Seconds: short, because an upgrade may change the metadata. */
const METADATA_CACHING = 'public, max-age=300';

const PATH = '/.well-known/oauth-authorization-server';

const describeAuthorizationServer = defineRoute({
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

const describeProtectedResource = defineRoute({
  method: 'GET',
  path: RESOURCE_METADATA_PATH,
  alsoAt: [`${RESOURCE_METADATA_PATH}/*`],
  source: 'ours',
  scope: 'public',
  summary: 'Say which authorization server gives tokens for the API (RFC 9728)',
  status: 200,
  schemas: {
    answer: z.object({
      resource: z.string(),
      authorization_servers: z.array(z.string()),
      scopes_supported: z.array(z.string()),
      bearer_methods_supported: z.array(z.string()),
      resource_name: z.string(),
    }),
  },
  errors: ['route_not_found'],
  async handler({ deps, request, reply }) {
    const { baseUrl } = deps.settings;
    const { origin, pathname } = new URL(baseUrl);
    const path = readWellKnownSubject(request, RESOURCE_METADATA_PATH);
    // RFC 9728 3.1: the slash after the host is left out, others are the client's, which compares the resource (3.3).
    const resource = `${origin}${path === '/' ? '' : path}`;
    const isOwn = [baseUrl, `${baseUrl}/v1`].some((own) => resource === own || resource === `${own}/`);
    if (!isOwn && !(resource === origin && pathname === '/')) throw new ApiError('route_not_found');
    reply.header('cache-control', METADATA_CACHING);
    return deps.authorizationServer.describeResource(resource);
  },
});

export const wellKnownRoutes = { describeAuthorizationServer, describeProtectedResource };
