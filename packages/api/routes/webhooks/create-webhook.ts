import { EVENT_TYPES, line, MAX_NAME_LENGTH } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const createWebhook = defineRoute({
  method: 'POST',
  path: '/v1/webhooks',
  source: 'specification',
  scope: 'write',
  summary: 'Be told of events by POST to an address of yours',
  status: 201,
  idempotent: true,
  schemas: {
    body: z.object({
      webhookUrl: z.url(),
      name: line({ min: 1, max: MAX_NAME_LENGTH }),
      eventTypes: z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length),
      errorLanguage,
    }),
    answer: z.object({
      webhookId: z.string(),
      webhookUrl: z.string(),
      name: z.string(),
      eventTypes: z.array(z.enum(EVENT_TYPES)),
      signingSecret: z.string(),
      warnings,
    }),
  },
  errors: ['webhook_url_not_allowed', 'too_many_webhooks'],
  async handler({ deps, caller, body: { webhookUrl, name, eventTypes } }) {
    const webhook = await deps.signing.webhooks.create(caller, { webhookUrl, name, eventTypes });
    return {
      webhookId: webhook.webhookId,
      webhookUrl: webhook.webhookUrl,
      name: webhook.name,
      eventTypes: [...webhook.eventTypes],
      signingSecret: webhook.signingSecret,
    };
  },
});
