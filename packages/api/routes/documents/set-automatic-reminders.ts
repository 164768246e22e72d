import { automaticReminders } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const setAutomaticReminders = defineRoute({
  method: 'PUT',
  path: '/v1/docs/:documentId/automatic-reminders',
  source: 'ours',
  scope: 'write',
  summary: 'Change when the signees of a document are reminded automatically',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: automaticReminders.extend({ errorLanguage }),
    answer: automaticReminders,
  },
  errors: ['document_not_found', 'not_yours', 'document_not_signable'],
  async handler({ deps, caller, params, body }) {
    const wanted = automaticReminders.parse(body);
    await deps.signing.documents.setAutomaticReminders(caller, params.documentId, wanted);
    return wanted;
  },
});
