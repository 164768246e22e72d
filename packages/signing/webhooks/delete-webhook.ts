import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { lockOwnWebhook } from './find-webhook.ts';

/** DELETE /webhooks/{webhookId}. Deliveries that wait are removed with it. */
export function deleteWebhook(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  webhookId: string,
): Promise<void> {
  return database.transact(async (stores) => {
    await lockOwnWebhook(stores, caller, webhookId);
    await stores.webhooks.remove(webhookId);
  });
}
