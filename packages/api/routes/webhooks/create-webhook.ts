import { defineRoute } from '../../route.ts';
import { presentWithSecret, webhookInput, webhookWithSecret } from '../../schemas/webhook.ts';

export const createWebhook = defineRoute({
  method: 'POST',
  path: '/v1/webhooks',
  source: 'specification',
  scope: 'write',
  summary: 'Register an address that events are sent to',
  status: 201,
  idempotent: true,
  schemas: { body: webhookInput, answer: webhookWithSecret },
  errors: ['webhook_url_not_allowed', 'too_many_webhooks'],
  async handler({ deps, caller, body: { errorLanguage: _, ...command } }) {
    return presentWithSecret(await deps.signing.webhooks.create(caller, command));
  },
});
