import { defineRoute } from '../../route.ts';
import { presentWithSecret, webhookParams, webhookWithSecret } from '../../schemas/webhook.ts';

export const getWebhook = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/:webhookId',
  source: 'ours',
  scope: 'read',
  summary: 'Show a webhook with its secret',
  status: 200,
  schemas: { params: webhookParams, answer: webhookWithSecret },
  errors: ['webhook_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    return presentWithSecret(await deps.signing.webhooks.get(caller, params.webhookId));
  },
});
