import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { lockOwnWebhook } from './find-webhook.ts';
import type { Webhook } from './webhook.ts';

/** The old secret ends at once [2.7-07]. */
export function rotateSecret(
  { database, ids }: Pick<SigningDeps, 'database' | 'ids'>,
  caller: Caller,
  webhookId: string,
): Promise<Webhook> {
  return database.transact(async (stores) => {
    const webhook = { ...(await lockOwnWebhook(stores, caller, webhookId)), signingSecret: ids.secret() };
    await stores.webhooks.update(webhook);
    return webhook;
  });
}
