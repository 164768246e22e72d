import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { lockOwnWebhook } from './find-webhook.ts';

/** DELETE /webhooks/{webhookId}. Its deliveries are removed too. */
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
