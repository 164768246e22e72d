import { z } from 'zod';
import { RESOURCE_METADATA_PATH } from '../../answer/resource-metadata.ts';
import { ApiError } from '../../errors/api-error.ts';
import { readWellKnownSubject } from '../../request/well-known-subject.ts';
import { defineRoute } from '../../route.ts';
import { METADATA_CACHING } from './metadata-caching.ts';

export const describeProtectedResource = defineRoute({
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
