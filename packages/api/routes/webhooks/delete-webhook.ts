import { defineRoute } from '../../route.ts';
import { webhookParams } from '../../schemas/webhook.ts';

export const deleteWebhook = defineRoute({
  method: 'DELETE',
  path: '/v1/webhooks/:webhookId',
  source: 'ours',
  scope: 'write',
  summary: 'Remove a webhook and its deliveries',
  status: 204,
  schemas: { params: webhookParams },
  errors: ['webhook_not_found', 'not_yours'],
  async handler({ deps, caller, params, reply }) {
    await deps.signing.webhooks.delete(caller, params.webhookId);
    return reply.send();
  },
});
