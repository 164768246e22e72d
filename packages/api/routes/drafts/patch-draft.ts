import { BUSY, type DraftConfiguration, draftConfiguration } from '@countersign/signing';
import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { readIfMatch, revisionTag } from '../../request/if-match.ts';
import { mergePatch } from '../../request/merge-patch.ts';
import { parseRequest } from '../../request/parse-request.ts';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { draftBody, draftInput, presentDraft } from '../../schemas/draft.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

function applyPatch(
  before: DraftConfiguration,
  patch: unknown,
  removed: readonly (readonly string[])[],
): DraftConfiguration {
  return parseRequest(draftConfiguration, mergePatch(before, patch, removed));
}

export const patchDraft = defineRoute({
  method: 'PATCH',
  path: '/v1/docs/drafts/:draftId',
  source: 'ours',
  scope: 'write',
  summary: 'Change members of a draft; null removes one (RFC 7396)',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ draftId: uuid }),
    body: draftInput.partial().extend({ errorLanguage }),
    answer: draftBody,
  },
  errors: [...BUSY, 'draft_not_found', 'not_yours', 'draft_sent', 'draft_expired', 'precondition_failed'],
  async handler({ deps, caller, params, body, request, reply }) {
    const view = await deps.signing.drafts.change(
      caller,
      params.draftId,
      (before) => applyPatch(before, body, request.nullMembers),
      readIfMatch(request),
    );
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});
