import { WEBHOOK_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { defineRoute } from '../../route.ts';
import { deliveryBody, deliveryParams, presentDelivery } from '../../schemas/webhook.ts';

export const redeliverWebhook = defineRoute({
  method: 'POST',
  path: '/v1/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  source: 'ours',
  scope: 'write',
  summary: 'Deliver an event again, with the same eventId',
  status: 202,
  allowance: WEBHOOK_ALLOWANCE,
  schemas: { params: deliveryParams, answer: deliveryBody },
  errors: ['webhook_not_found', 'not_yours', 'delivery_not_found'],
  async handler({ deps, caller, params: { webhookId, deliveryId } }) {
    return presentDelivery(await deps.signing.webhooks.redeliver(caller, webhookId, deliveryId));
  },
});
