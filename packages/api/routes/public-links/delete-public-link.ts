import { z } from 'zod';
import { readIfMatch } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const deletePublicLink = defineRoute({
  method: 'DELETE',
  path: '/v1/links/:linkId',
  source: 'specification',
  scope: 'write',
  summary: 'Remove a disabled public link; documents made from it stay',
  status: 204,
  schemas: { params: z.object({ linkId: uuid }) },
  errors: ['public_link_not_found', 'not_yours', 'public_link_active', 'precondition_failed'],
  async handler({ deps, caller, params, request, reply }) {
    await deps.signing.publicLinks.delete(caller, params.linkId, readIfMatch(request));
    return reply.send();
  },
});
