import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const endAutomaticReminders = defineRoute({
  method: 'DELETE',
  path: '/v1/docs/:documentId/automatic-reminders',
  source: 'ours',
  scope: 'write',
  summary: 'Send no more automatic reminders of a document',
  status: 204,
  schemas: { params: z.object({ documentId: uuid }) },
  errors: ['document_not_found', 'not_yours', 'document_not_signable'],
  async handler({ deps, caller, params, reply }) {
    await deps.signing.documents.setAutomaticReminders(caller, params.documentId, null);
    return reply.send();
  },
});
