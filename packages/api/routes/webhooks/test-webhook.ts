import { WEBHOOK_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { defineRoute } from '../../route.ts';
import { deliveryBody, presentDelivery, webhookParams } from '../../schemas/webhook.ts';

export const testWebhook = defineRoute({
  method: 'POST',
  path: '/v1/webhooks/:webhookId/test',
  source: 'ours',
  scope: 'write',
  summary: 'Send a delivery of type webhook.test to try the webhook out',
  status: 202,
  allowance: WEBHOOK_ALLOWANCE,
  schemas: { params: webhookParams, answer: deliveryBody },
  errors: ['webhook_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    return presentDelivery(await deps.signing.webhooks.sendTest(caller, params.webhookId));
  },
});
