import { z } from 'zod';
import { readIfMatch } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { presentSentDocument, SENDING_ERRORS, sentDocument } from '../../schemas/sent-document.ts';
import { uuid } from '../../schemas/text.ts';

export const sendDraft = defineRoute({
  method: 'POST',
  path: '/v1/docs/drafts/:draftId/send',
  source: 'specification',
  scope: 'write',
  summary: 'Send a draft for signing',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ draftId: uuid }), answer: sentDocument },
  errors: [...SENDING_ERRORS, 'draft_not_found', 'draft_sent', 'draft_expired', 'precondition_failed'],
  async handler({ deps, caller, params, request }) {
    const created = await deps.signing.drafts.send(caller, params.draftId, readIfMatch(request));
    return presentSentDocument(created, deps.settings.documentUrl);
  },
});
