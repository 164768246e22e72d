import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { ReadStores, Stores, WebhookReads } from '../ports/database.ts';
import type { Webhook, WebhookDelivery } from './webhook.ts';

/** Another account's is 404, a colleague's 403: it has a secret. Programs have those that they made. */
export async function findOwnWebhook(
  { webhooks }: { readonly webhooks: Pick<WebhookReads, 'find'> },
  caller: Caller,
  webhookId: string,
): Promise<Webhook> {
  return requireOwn(await webhooks.find(webhookId), caller);
}

export async function lockOwnWebhook(
  { webhooks }: Pick<Stores, 'webhooks'>,
  caller: Caller,
  webhookId: string,
): Promise<Webhook> {
  return requireOwn(await webhooks.lock(webhookId), caller);
}

/** Owners and admins: any of their account. */
export async function lockManagedWebhook(
  stores: Pick<Stores, 'accounts' | 'webhooks'>,
  caller: Caller,
  webhookId: string,
): Promise<Webhook> {
  const webhook = await stores.webhooks.lock(webhookId);
  const isManaged = webhook?.accountId === caller.accountId && (await isManager(stores, caller));
  return isManaged ? webhook : requireOwn(webhook, caller);
}

/** They see and remove webhooks of colleagues. A program is not one. */
export async function isManager(
  { accounts }: Pick<ReadStores, 'accounts'>,
  { userId, clientId }: Caller,
): Promise<boolean> {
  if (clientId !== undefined) return false;
  const user = await accounts.findUser(userId);
  return user !== null && user.role !== 'member';
}

/** Throws `delivery_not_found`. */
export async function findDelivery(
  { webhooks }: { readonly webhooks: Pick<WebhookReads, 'findDelivery'> },
  { webhookId }: Webhook,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const delivery = await webhooks.findDelivery(deliveryId);
  if (delivery?.webhookId !== webhookId) throw new SigningError('delivery_not_found');
  return delivery;
}

function requireOwn(webhook: Webhook | null, caller: Caller): Webhook {
  if (webhook?.accountId !== caller.accountId) throw new SigningError('webhook_not_found');
  if (!isOwn(webhook, caller)) throw new SigningError('not_yours');
  return webhook;
}

/** A program has those that it made. */
export function isOwn(webhook: Pick<Webhook, 'userId' | 'clientId'>, { userId, clientId }: Caller): boolean {
  return webhook.userId === userId && (clientId === undefined || webhook.clientId === clientId);
}
