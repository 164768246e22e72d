import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const revokeDocument = defineRoute({
  method: 'PUT',
  path: '/v1/docs/:documentId/revoke',
  source: 'specification',
  scope: 'write',
  summary: 'Withdraw a document: its signing links end at once',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({ errorLanguage }),
    answer: z.object({ documentId: z.string() }),
  },
  errors: ['document_not_found', 'not_yours', 'document_fully_signed'],
  async handler({ deps, caller, params: { documentId } }) {
    await deps.signing.documents.revoke(caller, documentId);
    return { documentId };
  },
});
