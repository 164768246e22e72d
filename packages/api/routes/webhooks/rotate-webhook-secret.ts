import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { webhookParams } from '../../schemas/webhook.ts';

export const rotateWebhookSecret = defineRoute({
  method: 'POST',
  path: '/v1/webhooks/:webhookId/rotate-secret',
  source: 'specification',
  scope: 'write',
  summary: 'Replace the secret of a webhook; the old one signs no later delivery',
  status: 200,
  idempotent: true,
  schemas: {
    params: webhookParams,
    answer: z.object({ webhookId: z.string(), signingSecret: z.string() }),
  },
  errors: ['webhook_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const { webhookId, signingSecret } = await deps.signing.webhooks.rotateSecret(caller, params.webhookId);
    return { webhookId, signingSecret };
  },
});
