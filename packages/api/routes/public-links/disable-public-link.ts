import { z } from 'zod';
import { readIfMatch } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { presentPublicLink, publicLinkBody, publicLinkTag } from '../../schemas/public-link.ts';
import { uuid } from '../../schemas/text.ts';

export const disablePublicLink = defineRoute({
  method: 'PUT',
  path: '/v1/links/:linkId/disable',
  source: 'specification',
  scope: 'write',
  summary: 'Disable a public link for ever; documents made from it stay as they are',
  status: 200,
  schemas: { params: z.object({ linkId: uuid }), answer: publicLinkBody },
  errors: ['public_link_not_found', 'not_yours', 'precondition_failed'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.publicLinks.disable(caller, params.linkId, readIfMatch(request));
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});
