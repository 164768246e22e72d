import type { Stores } from '../ports/database.ts';
import type { WebhookDelivery } from './webhook.ts';

/** Enqueues the next attempt of a delivery, in its account's share of the workers. */
export function enqueueDelivery(
  { jobs }: Pick<Stores, 'jobs'>,
  { deliveryId, attempts, event: { accountId } }: WebhookDelivery,
  startAfterSeconds = 0,
): Promise<void> {
  return jobs.enqueue(
    { name: 'deliver-webhook', deliveryId, attempt: attempts },
    { startAfterSeconds, accountId },
  );
}
