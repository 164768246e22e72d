import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { deliveryBody, presentDelivery, webhookParams } from '../../schemas/webhook.ts';

export const listWebhookDeliveries = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/:webhookId/deliveries',
  source: 'ours',
  scope: 'read',
  summary: 'List the deliveries of a webhook, newest first',
  status: 200,
  schemas: {
    params: webhookParams,
    query: pageQuery,
    answer: pageAnswer.extend({ deliveries: z.array(deliveryBody) }),
  },
  errors: ['webhook_not_found', 'not_yours'],
  async handler({ deps, caller, params, query }) {
    const page = await deps.signing.webhooks.listDeliveries(caller, params.webhookId, query);
    return { ...presentPage(query, page), deliveries: page.items.map(presentDelivery) };
  },
});
