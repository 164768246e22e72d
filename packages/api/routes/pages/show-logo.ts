import { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import { defineRoute } from '../../route.ts';

/** Another logo has another address. */
export const showLogo = defineRoute({
  method: 'GET',
  path: '/logos/:logoId',
  source: 'ours',
  scope: 'public',
  summary: 'Show the logo of an account',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ logoId: z.string().max(100) }) },
  errors: ['route_not_found'],
  async handler({ deps, params, reply }) {
    const content = await deps.identity.accounts.readLogo(params.logoId);
    if (content === null) throw new ApiError('route_not_found');
    return (
      reply
        .header('content-type', 'image/png')
        // Mail programs load it.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=86400, immutable')
        .send(Buffer.from(content))
    );
  },
});
