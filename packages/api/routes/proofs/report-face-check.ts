import { ApiError } from '../../errors/api-error.ts';
import { defineRoute } from '../../route.ts';

/** Called by Onfido, which signs its events. They only say where to look: what counts is what its API answers. */
export const reportFaceCheck = defineRoute({
  method: 'POST',
  path: '/face-check-events/onfido',
  source: 'ours',
  scope: 'public',
  summary: 'Take the report of a provider on a face check',
  status: 204,
  hidden: true,
  keepsRawBody: true,
  schemas: {},
  errors: ['route_not_found'],
  async handler({ deps, request, reply }) {
    const signature = request.headers['x-sha2-signature'];
    const reference = await deps.faceCheckEvents?.readEvent(
      request.rawBody ?? new Uint8Array(),
      typeof signature === 'string' ? signature : '',
    );
    if (reference === undefined || reference === 'forged') throw new ApiError('route_not_found');
    if (reference !== null) await deps.signing.proofs.pollReported(reference);
    return reply.send();
  },
});
