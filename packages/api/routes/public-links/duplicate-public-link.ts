import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { LINK_FAULTS, presentPublicLink, publicLinkBody, publicLinkTag } from '../../schemas/public-link.ts';
import { uuid } from '../../schemas/text.ts';

export const duplicatePublicLink = defineRoute({
  method: 'POST',
  path: '/v1/links/:linkId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Copy a public link, disabled or not; the copy is active and has an address of its own',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ linkId: uuid }), answer: publicLinkBody },
  errors: [...LINK_FAULTS, 'file_not_found', 'public_link_not_found'],
  async handler({ deps, caller, params, reply }) {
    const view = await deps.signing.publicLinks.duplicate(caller, params.linkId);
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});
