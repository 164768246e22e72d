import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const deleteDocument = defineRoute({
  method: 'DELETE',
  path: '/v1/docs/:documentId',
  source: 'specification',
  scope: 'write',
  summary: 'Delete a completed or revoked document, and its file if no other document uses it',
  status: 204,
  schemas: { params: z.object({ documentId: uuid }) },
  errors: ['document_not_found', 'not_yours', 'document_not_deletable'],
  async handler({ deps, caller, params, reply }) {
    await deps.signing.documents.delete(caller, params.documentId);
    return reply.send();
  },
});
