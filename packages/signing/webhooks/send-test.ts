import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import { findOwnWebhook } from './find-webhook.ts';
import { newDelivery } from './new-delivery.ts';
import { TEST_EVENT_TYPE, type WebhookDelivery } from './webhook.ts';

/** Without a document. */
export async function sendTest(
  { database, ids, clock }: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  caller: Caller,
  webhookId: string,
): Promise<WebhookDelivery> {
  return database.transact(async (stores) => {
    const { accountId, userId } = await findOwnWebhook(stores, caller, webhookId);
    const event = {
      eventId: ids.uuid(),
      type: TEST_EVENT_TYPE,
      ...{ documentId: null, accountId, userId, signeeId: null },
      date: clock.now(),
    } as const;
    const delivery = newDelivery(ids.uuid(), webhookId, event, clock.now());
    await stores.webhooks.insertDelivery(delivery);
    await enqueueDelivery(stores, delivery);
    return delivery;
  });
}
