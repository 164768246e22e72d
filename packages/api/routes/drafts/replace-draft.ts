import { BUSY, draftConfiguration } from '@countersign/signing';
import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { readIfMatch, revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { draftBody, draftInput, presentDraft } from '../../schemas/draft.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const replaceDraft = defineRoute({
  method: 'PUT',
  path: '/v1/docs/drafts/:draftId',
  source: 'specification',
  scope: 'write',
  summary: 'Replace the configuration of a draft',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ draftId: uuid }),
    body: draftInput.extend({ errorLanguage }),
    answer: draftBody,
  },
  errors: [...BUSY, 'draft_not_found', 'not_yours', 'draft_sent', 'draft_expired', 'precondition_failed'],
  async handler({ deps, caller, params, body, request, reply }) {
    const view = await deps.signing.drafts.change(
      caller,
      params.draftId,
      () => draftConfiguration.parse(body),
      readIfMatch(request),
    );
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});
