import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import { findDelivery, lockOwnWebhook } from './find-webhook.ts';
import type { WebhookDelivery } from './webhook.ts';

/** Begins its attempts anew [D7-22]. */
export function redeliver(
  { database, clock }: Pick<SigningDeps, 'database' | 'clock'>,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  return database.transact(async (stores) => {
    const webhook = await lockOwnWebhook(stores, caller, webhookId);
    const found = await findDelivery(stores, webhook, deliveryId);
    const delivery = { ...found, status: 'pending' as const, attempts: 0, updatedAt: clock.now() };
    await stores.webhooks.updateDelivery(delivery);
    await enqueueDelivery(stores, delivery);
    return delivery;
  });
}
