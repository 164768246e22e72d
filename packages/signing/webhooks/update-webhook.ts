import type { Caller } from '@countersign/identity';
import type { CreateWebhookCommand, SigningDeps } from '../signing.ts';
import { checkWebhook } from './check-webhook.ts';
import { findOwnWebhook, lockOwnWebhook } from './find-webhook.ts';
import { isEventType, type Webhook } from './webhook.ts';

/** Enables it, too. */
export async function updateWebhook(
  deps: SigningDeps,
  caller: Caller,
  webhookId: string,
  command: CreateWebhookCommand,
): Promise<Webhook> {
  await findOwnWebhook(deps.database.read, caller, webhookId);
  await checkWebhook(deps, command);
  return deps.database.transact(async (stores) => {
    const webhook = {
      ...(await lockOwnWebhook(stores, caller, webhookId)),
      webhookUrl: command.webhookUrl,
      name: command.name,
      eventTypes: command.eventTypes.filter(isEventType),
      failingSince: null,
      disabledAt: null,
    };
    await stores.webhooks.update(webhook);
    return webhook;
  });
}
