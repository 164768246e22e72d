import { type Caller, IdentityError } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { Stores } from '../ports/database.ts';
import type { CreateWebhookCommand, SigningDeps } from '../signing.ts';
import { checkWebhook } from './check-webhook.ts';
import { isEventType, type Webhook } from './webhook.ts';

/** [D7-17] */
export async function createWebhook(
  deps: SigningDeps,
  caller: Caller,
  command: CreateWebhookCommand,
): Promise<Webhook> {
  await checkWebhook(deps, command);
  const webhook: Webhook = {
    webhookId: deps.ids.uuid(),
    accountId: caller.accountId,
    userId: caller.userId,
    clientId: caller.clientId ?? null,
    webhookUrl: command.webhookUrl,
    name: command.name,
    eventTypes: command.eventTypes.filter(isEventType),
    signingSecret: deps.ids.secret(),
    createdAt: deps.clock.now(),
    failingSince: null,
    disabledAt: null,
  };
  await deps.database.transact((stores) => insertIfAllowed(stores, webhook, deps.settings.maxWebhooks));
  return webhook;
}

/**
 * The account is locked, so that the limit holds for simultaneous requests; so is the access of a program,
 * which may have ended.
 */
async function insertIfAllowed(
  { accounts, programAccess, webhooks }: Stores,
  webhook: Webhook,
  max: number,
): Promise<void> {
  const { accountId, userId, clientId } = webhook;
  await accounts.lockAccount(accountId);
  if (clientId !== null && !(await programAccess.lock(userId, clientId)))
    throw new IdentityError('token_invalid');
  const existing = await webhooks.listForAccount(accountId);
  if (existing.length >= max) throw new SigningError('too_many_webhooks', { max });
  await webhooks.insert(webhook);
}
