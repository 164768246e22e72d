import { z } from 'zod';
import { WEBHOOK_ALLOWANCE } from '../rate-limits.ts';
import { defineRoute } from '../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../schemas/parts.ts';
import {
  deliveryBody,
  deliveryParams,
  presentDelivery,
  presentWebhook,
  presentWithSecret,
  webhookBody,
  webhookInput,
  webhookParams,
  webhookWithSecret,
} from '../schemas/webhook.ts';

const createWebhook = defineRoute({
  method: 'POST',
  path: '/v1/webhooks',
  source: 'specification',
  scope: 'write',
  summary: 'Register an address that events are sent to',
  status: 201,
  idempotent: true,
  schemas: { body: webhookInput, answer: webhookWithSecret },
  errors: ['webhook_url_not_allowed', 'too_many_webhooks'],
  async handler({ deps, caller, body: command }) {
    return presentWithSecret(await deps.signing.webhooks.create(caller, command));
  },
});

const deleteWebhook = defineRoute({
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

const getWebhook = defineRoute({
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

const listWebhookDeliveries = defineRoute({
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

const listWebhooks = defineRoute({
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

const redeliverWebhook = defineRoute({
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

const rotateWebhookSecret = defineRoute({
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

const testWebhook = defineRoute({
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

const updateWebhook = defineRoute({
  method: 'PUT',
  path: '/v1/webhooks/:webhookId',
  source: 'ours',
  scope: 'write',
  summary: 'Change a webhook; one that was disabled gets events again',
  status: 200,
  schemas: { params: webhookParams, body: webhookInput, answer: webhookBody },
  errors: ['webhook_not_found', 'not_yours', 'webhook_url_not_allowed'],
  async handler({ deps, caller, params, body: command }) {
    return presentWebhook(await deps.signing.webhooks.update(caller, params.webhookId, command));
  },
});

export const webhookRoutes = {
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  redeliverWebhook,
  testWebhook,
};
