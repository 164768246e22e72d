import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { DOCUMENT_BODY_LIMIT } from '../../schemas/body-limits.ts';
import {
  LINK_FAULTS,
  presentPublicLink,
  publicLinkBody,
  publicLinkReplacement,
  publicLinkReplacementInput,
} from '../../schemas/public-link.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const replacePublicLink = defineRoute({
  method: 'PUT',
  path: '/v1/links/:linkId',
  source: 'specification',
  scope: 'write',
  summary: 'Replace the configuration of an active public link; its file and its address stay',
  status: 200,
  bodyLimit: DOCUMENT_BODY_LIMIT,
  schemas: {
    params: z.object({ linkId: uuid }),
    body: publicLinkReplacementInput.extend({ errorLanguage }),
    answer: publicLinkBody,
  },
  errors: [...LINK_FAULTS, 'public_link_not_found', 'public_link_disabled'],
  async handler({ deps, caller, params, body }) {
    const replacement = publicLinkReplacement.parse(body);
    return presentPublicLink(await deps.signing.publicLinks.replace(caller, params.linkId, replacement));
  },
});
