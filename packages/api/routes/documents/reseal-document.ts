import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const resealDocument = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/reseal',
  source: 'ours',
  scope: 'write',
  summary: 'Try at once to seal a document whose sealing is delayed',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({ errorLanguage }),
    answer: z.object({ documentId: z.string() }),
  },
  errors: ['document_not_found', 'not_yours', 'document_not_sealable'],
  async handler({ deps, caller, params: { documentId } }) {
    await deps.signing.documents.reseal(caller, documentId);
    return { documentId };
  },
});
