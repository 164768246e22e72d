import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { presentWebhook, webhookBody } from '../../schemas/webhook.ts';

export const listWebhooks = defineRoute({
  method: 'GET',
  path: '/v1/webhooks',
  source: 'ours',
  scope: 'read',
  summary: 'List your webhooks, as owner or admin those of the account, oldest first',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ webhooks: z.array(webhookBody) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const page = await deps.signing.webhooks.list(caller, query);
    return { ...presentPage(query, page), webhooks: page.items.map(presentWebhook) };
  },
});
