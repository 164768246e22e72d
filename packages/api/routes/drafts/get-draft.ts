import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { draftBody, presentDraft } from '../../schemas/draft.ts';
import { uuid } from '../../schemas/text.ts';

export const getDraft = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts/:draftId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a draft and what would fail if it were sent',
  status: 200,
  schemas: { params: z.object({ draftId: uuid }), answer: draftBody },
  errors: ['draft_not_found', 'not_yours'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.drafts.get(caller, params.draftId);
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});
