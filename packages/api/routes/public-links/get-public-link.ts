import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { presentPublicLink, publicLinkBody, publicLinkTag } from '../../schemas/public-link.ts';
import { uuid } from '../../schemas/text.ts';

export const getPublicLink = defineRoute({
  method: 'GET',
  path: '/v1/links/:linkId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a public link and how many people used it',
  status: 200,
  conditional: true,
  schemas: { params: z.object({ linkId: uuid }), answer: publicLinkBody },
  errors: ['public_link_not_found', 'not_yours'],
  async handler({ deps, caller, params, reply }) {
    const view = await deps.signing.publicLinks.get(caller, params.linkId);
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});
