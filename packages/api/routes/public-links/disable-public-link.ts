import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { presentPublicLink, publicLinkBody } from '../../schemas/public-link.ts';
import { uuid } from '../../schemas/text.ts';

export const disablePublicLink = defineRoute({
  method: 'PUT',
  path: '/v1/links/:linkId/disable',
  source: 'specification',
  scope: 'write',
  summary: 'Disable a public link for ever; documents made from it stay as they are',
  status: 200,
  schemas: { params: z.object({ linkId: uuid }), answer: publicLinkBody },
  errors: ['public_link_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    return presentPublicLink(await deps.signing.publicLinks.disable(caller, params.linkId));
  },
});
