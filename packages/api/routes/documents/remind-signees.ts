import { errorMessage } from '@countersign/i18n';
import { MAX_SIGNEES } from '@countersign/signing';
import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

const cooldown = z.int().meta({ description: 'Seconds until the next reminder is allowed; 0: now.' });

export const remindSignees = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/reminder',
  source: 'specification',
  scope: 'write',
  summary: 'Remind signees over all their contact methods',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({
      signeeIds: z.array(uuid).min(1).max(MAX_SIGNEES),
      errorLanguage,
    }),
    answer: z.object({
      remindersSentTo: z.array(z.object({ signeeId: z.string(), reminderCooldown: cooldown })),
      remindersNotSentTo: z.array(
        z.object({ signeeId: z.string(), message: z.string(), reminderCooldown: cooldown }),
      ),
    }),
  },
  errors: [
    'invalid_request',
    'document_not_found',
    'not_yours',
    'document_not_signable',
    'signee_not_found',
    'reminder_limit_reached',
  ],
  async handler({ deps, caller, params, body, request }) {
    const { sent, notSent } = await deps.signing.documents.remind(caller, params.documentId, body.signeeIds);
    const language = chooseErrorLanguage(request);
    return {
      remindersSentTo: [...sent],
      remindersNotSentTo: notSent.map(({ signeeId, reason, reminderCooldown: seconds }) => ({
        signeeId,
        message: errorMessage(language, reason, { seconds }),
        reminderCooldown: seconds,
      })),
    };
  },
});
