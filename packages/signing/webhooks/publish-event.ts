import type { SigningDeps } from '../signing.ts';
import type { WebhookDelivery } from './webhook.ts';

/** Job: one delivery for every webhook of the account that asked for this type. A repeat finds the deliveries there. */
export async function publishEvent({ database, ids, clock }: SigningDeps, eventId: string): Promise<void> {
  await database.transact(async ({ events, webhooks, jobs }) => {
    const event = await events.find(eventId);
    if (event === null) return;
    const subscribed = await webhooks.listForAccount(event.accountId);
    for (const { webhookId } of subscribed.filter(({ eventTypes }) => eventTypes.includes(event.type))) {
      const delivery = newDelivery(ids.uuid(), webhookId, eventId, clock.now());
      await webhooks.insertDelivery(delivery);
      // Not there: an earlier run inserted an equal one, and its job with it.
      const isNew = (await webhooks.findDelivery(delivery.deliveryId)) !== null;
      if (isNew) await jobs.enqueue({ name: 'deliver-webhook', deliveryId: delivery.deliveryId, attempt: 0 });
    }
  });
}

function newDelivery(deliveryId: string, webhookId: string, eventId: string, now: Date): WebhookDelivery {
  return {
    deliveryId,
    webhookId,
    eventId,
    status: 'pending',
    attempts: 0,
    lastStatus: null,
    lastError: null,
    createdAt: now,
    updatedAt: now,
  };
}
