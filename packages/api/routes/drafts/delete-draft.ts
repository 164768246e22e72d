import { z } from 'zod';
import { readIfMatch } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const deleteDraft = defineRoute({
  method: 'DELETE',
  path: '/v1/docs/drafts/:draftId',
  source: 'specification',
  scope: 'write',
  summary: 'Remove a draft for good',
  status: 204,
  schemas: { params: z.object({ draftId: uuid }) },
  errors: ['draft_not_found', 'not_yours', 'precondition_failed'],
  async handler({ deps, caller, params, request, reply }) {
    await deps.signing.drafts.delete(caller, params.draftId, readIfMatch(request));
    return reply.send();
  },
});
