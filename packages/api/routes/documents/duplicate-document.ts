import { BUSY } from '@countersign/signing';
import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { draftBody, presentDraft } from '../../schemas/draft.ts';
import { uuid } from '../../schemas/text.ts';

export const duplicateDocument = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Make a draft of a document',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ documentId: uuid }), answer: draftBody },
  errors: [...BUSY, 'document_not_found', 'not_yours'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.drafts.duplicateDocument(caller, params.documentId);
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});
