import { BUSY, draftConfiguration } from '@countersign/signing';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { draftBody, draftInput, presentDraft } from '../../schemas/draft.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const createDraft = defineRoute({
  method: 'POST',
  path: '/v1/docs/drafts',
  source: 'specification',
  scope: 'write',
  summary: 'Save a draft, which may be incomplete, and list what would fail if it were sent',
  status: 201,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: { body: draftInput.extend({ errorLanguage }), answer: draftBody },
  errors: [...BUSY],
  async handler({ deps, caller, body, request, reply }) {
    const view = await deps.signing.drafts.create(caller, draftConfiguration.parse(body));
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});
