import { defineRoute } from '../../route.ts';
import { presentWebhook, webhookBody, webhookInput, webhookParams } from '../../schemas/webhook.ts';

export const updateWebhook = defineRoute({
  method: 'PUT',
  path: '/v1/webhooks/:webhookId',
  source: 'ours',
  scope: 'write',
  summary: 'Change a webhook; one that was disabled gets events again',
  status: 200,
  schemas: { params: webhookParams, body: webhookInput, answer: webhookBody },
  errors: ['webhook_not_found', 'not_yours', 'webhook_url_not_allowed'],
  async handler({ deps, caller, params, body: { errorLanguage: _, ...command } }) {
    return presentWebhook(await deps.signing.webhooks.update(caller, params.webhookId, command));
  },
});
