import { linkConfiguration } from '@countersign/signing';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import {
  LINK_FAULTS,
  presentPublicLink,
  publicLinkBody,
  publicLinkInput,
  publicLinkTag,
} from '../../schemas/public-link.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const createPublicLink = defineRoute({
  method: 'POST',
  path: '/v1/links',
  source: 'specification',
  scope: 'write',
  summary: 'Create a public link: one address where many people sign, each a document of their own',
  status: 201,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: { body: publicLinkInput.extend({ errorLanguage }), answer: publicLinkBody },
  errors: [...LINK_FAULTS, 'file_not_found'],
  async handler({ deps, caller, body, reply }) {
    const view = await deps.signing.publicLinks.create(caller, linkConfiguration.parse(body));
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});
