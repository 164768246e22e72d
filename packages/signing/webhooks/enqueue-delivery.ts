import type { Stores } from '../ports/database.ts';
import type { WebhookDelivery } from './webhook.ts';

/** In its account's share of the workers. */
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
