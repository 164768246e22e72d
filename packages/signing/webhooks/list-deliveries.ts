import type { Caller } from '@countersign/identity';
import type { PageQuery } from '../page.ts';
import type { SigningDeps } from '../signing.ts';
import { findOwnWebhook } from './find-webhook.ts';
import type { WebhookDelivery } from './webhook.ts';

export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly nextOffset: number | null;
}

/** GET /webhooks/{webhookId}/deliveries, newest first. */
export async function listDeliveries(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  webhookId: string,
  { limit, offset }: PageQuery,
): Promise<DeliveryPage> {
  await findOwnWebhook(database.read, caller, webhookId);
  const found = await database.read.webhooks.pageDeliveries(webhookId, { limit: limit + 1, offset });
  return {
    deliveries: found.slice(0, limit),
    nextOffset: found.length > limit ? offset + limit : null,
  };
}
