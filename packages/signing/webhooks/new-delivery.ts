import type { WebhookDelivery, WebhookEvent } from './webhook.ts';

export function newDelivery(
  deliveryId: string,
  webhookId: string,
  event: WebhookEvent,
  now: Date,
): WebhookDelivery {
  return {
    deliveryId,
    webhookId,
    event,
    status: 'pending',
    attempts: 0,
    lastStatus: null,
    lastError: null,
    createdAt: now,
    updatedAt: now,
  };
}
