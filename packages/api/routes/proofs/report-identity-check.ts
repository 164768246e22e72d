import { ApiError } from '../../errors/api-error.ts';
import { defineRoute } from '../../route.ts';

/** Events only say where to look: what counts is what Onfido's API answers. */
export const reportIdentityCheck = defineRoute({
  method: 'POST',
  path: '/identity-events/onfido',
  source: 'ours',
  scope: 'public',
  summary: 'Take the report of a provider on an ID scan or face check',
  status: 204,
  hidden: true,
  keepsRawBody: true,
  schemas: {},
  errors: ['route_not_found'],
  async handler({ deps, request, reply }) {
    const signature = request.headers['x-sha2-signature'];
    const reference = await deps.identityEvents?.readEvent(
      request.rawBody ?? new Uint8Array(),
      typeof signature === 'string' ? signature : '',
    );
    if (reference === undefined || reference === 'forged') throw new ApiError('route_not_found');
    if (reference !== null) await deps.signing.proofs.pollReported(reference);
    return reply.send();
  },
});
