import { invalid, problem } from '@countersign/base';
import { checkLength, checkLine, NAME_LENGTH } from '@countersign/base/text';
import { type Caller, IdentityError } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { type ErrorDetail, findRepeated, refusal, refuseProblems, SigningError } from '../errors.ts';
import { type Page, type PageQuery, selectPage } from '../page.ts';
import type { ReadStores, Stores, WebhookReads } from '../ports/database.ts';
import { EVENT_TYPES, isEventType, type Webhook, type WebhookDelivery } from './webhook.ts';

export interface CreateWebhookCommand {
  readonly webhookUrl: string;
  readonly name: string;
  readonly eventTypes: readonly string[];
}

/** The URL is checked again at every delivery [D7-17]. */
async function checkWebhook(deps: SigningDeps, command: CreateWebhookCommand): Promise<void> {
  refuseProblems(checkCommand(command));
  await requireAllowedUrl(deps, command.webhookUrl);
}

/** Not in the specification: common proxies refuse longer ones. */
const MAX_URL_LENGTH = 2048;

function checkCommand({ name, webhookUrl, eventTypes }: CreateWebhookCommand): readonly ErrorDetail[] {
  return [
    ...checkLength('webhookUrl', webhookUrl, { min: 1, max: MAX_URL_LENGTH }),
    ...checkLine('name', name, NAME_LENGTH),
    ...checkEventTypes(eventTypes),
  ];
}

function checkEventTypes(eventTypes: readonly string[]): readonly ErrorDetail[] {
  const max = EVENT_TYPES.length;
  if (eventTypes.length < 1 || eventTypes.length > max) {
    return [invalid('eventTypes', 'count', { min: 1, max })];
  }
  const unknown = eventTypes.flatMap((type, index) =>
    isEventType(type) ? [] : [invalid(`eventTypes.${index}`, 'choice', { allowed: EVENT_TYPES.join(', ') })],
  );
  const repeated = findRepeated(eventTypes).map((index) => invalid(`eventTypes.${index}`, 'repeated'));
  return [...unknown, ...repeated];
}

async function requireAllowedUrl({ webhookSender }: SigningDeps, url: string): Promise<void> {
  try {
    await webhookSender.checkUrl(url);
  } catch (error) {
    if (!isUrlRefusal(error)) throw error;
    throw refusal(problem('webhook_url_not_allowed', 'webhookUrl'), undefined, { cause: error });
  }
}

function isUrlRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'webhook_url_not_allowed';
}

/** Creates a webhook [D7-17]. */
async function createWebhook(
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
async function lockManagedWebhook(
  stores: Pick<Stores, 'accounts' | 'webhooks'>,
  caller: Caller,
  webhookId: string,
): Promise<Webhook> {
  const webhook = await stores.webhooks.lock(webhookId);
  const isManaged = webhook?.accountId === caller.accountId && (await isManager(stores, caller));
  return isManaged ? webhook : requireOwn(webhook, caller);
}

/** They see and remove webhooks of colleagues. A program is not one. */
async function isManager(
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
function isOwn(webhook: Pick<Webhook, 'userId' | 'clientId'>, { userId, clientId }: Caller): boolean {
  return webhook.userId === userId && (clientId === undefined || webhook.clientId === clientId);
}

/** Deletes the webhook with its deliveries. Owners and admins may remove a colleague's. */
function deleteWebhook(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  webhookId: string,
): Promise<void> {
  return database.transact(async (stores) => {
    await lockManagedWebhook(stores, caller, webhookId);
    await stores.webhooks.remove(webhookId);
  });
}

function getWebhook(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  webhookId: string,
): Promise<Webhook> {
  return findOwnWebhook(database.read, caller, webhookId);
}

/**
 * The caller's, for owners and admins the account's, oldest first. An account has few, so the page is cut
 * from all.
 */
async function listWebhooks(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  query: PageQuery,
): Promise<Page<Webhook>> {
  const all = await database.read.webhooks.listForAccount(caller.accountId);
  const seesAll = await isManager(database.read, caller);
  return selectPage(
    all.filter((webhook) => seesAll || isOwn(webhook, caller)),
    query,
  );
}

/** The old secret ends at once [2.7-07]. */
function rotateSecret(
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

/** Updates the webhook, and enables it if it was disabled. */
async function updateWebhook(
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

export const webhookOperations = {
  create: createWebhook,
  list: listWebhooks,
  get: getWebhook,
  update: updateWebhook,
  delete: deleteWebhook,
  rotateSecret,
};
