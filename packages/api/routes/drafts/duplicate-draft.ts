import { BUSY } from '@countersign/signing';
import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { draftBody, presentDraft } from '../../schemas/draft.ts';
import { uuid } from '../../schemas/text.ts';

export const duplicateDraft = defineRoute({
  method: 'POST',
  path: '/v1/docs/drafts/:draftId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Copy a draft',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ draftId: uuid }), answer: draftBody },
  errors: [...BUSY, 'draft_not_found', 'not_yours'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.drafts.duplicate(caller, params.draftId);
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});
