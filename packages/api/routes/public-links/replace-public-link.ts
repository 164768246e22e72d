import { z } from 'zod';
import { readIfMatch } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import {
  LINK_FAULTS,
  presentPublicLink,
  publicLinkBody,
  publicLinkReplacement,
  publicLinkReplacementInput,
  publicLinkTag,
} from '../../schemas/public-link.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const replacePublicLink = defineRoute({
  method: 'PUT',
  path: '/v1/links/:linkId',
  source: 'specification',
  scope: 'write',
  summary: 'Replace the configuration of an active public link; its file and its address stay',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ linkId: uuid }),
    body: publicLinkReplacementInput.extend({ errorLanguage }),
    answer: publicLinkBody,
  },
  errors: [...LINK_FAULTS, 'public_link_not_found', 'public_link_disabled', 'precondition_failed'],
  async handler({ deps, caller, params, body, request, reply }) {
    const replacement = publicLinkReplacement.parse(body);
    const view = await deps.signing.publicLinks.replace(
      caller,
      params.linkId,
      replacement,
      readIfMatch(request),
    );
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});
