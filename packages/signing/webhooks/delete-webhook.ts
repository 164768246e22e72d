import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { lockManagedWebhook } from './find-webhook.ts';

/** With its deliveries. Owners and admins may remove a colleague's. */
export function deleteWebhook(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  webhookId: string,
): Promise<void> {
  return database.transact(async (stores) => {
    await lockManagedWebhook(stores, caller, webhookId);
    await stores.webhooks.remove(webhookId);
  });
}
