import { type Caller, checkLength, checkLine } from '@countersign/identity';
import { MAX_NAME_LENGTH } from '../configuration/limits.ts';
import { SigningError } from '../errors.ts';
import type { Stores } from '../ports/database.ts';
import { findRepeated, invalid, type Problem, problem, refusal, refuseProblems } from '../problems.ts';
import type { CreateWebhookCommand, SigningDeps } from '../signing.ts';
import { EVENT_TYPES, isEventType, type Webhook } from './webhook.ts';

/** POST /webhooks: the URL is checked now and again at every delivery [D7-17]. */
export async function createWebhook(
  deps: SigningDeps,
  caller: Caller,
  command: CreateWebhookCommand,
): Promise<Webhook> {
  refuseProblems(checkCommand(command, MAX_NAME_LENGTH));
  await requireAllowedUrl(deps, command.webhookUrl);
  const webhook: Webhook = {
    webhookId: deps.ids.uuid(),
    accountId: caller.accountId,
    userId: caller.userId,
    webhookUrl: command.webhookUrl,
    name: command.name,
    eventTypes: command.eventTypes.filter(isEventType),
    signingSecret: deps.ids.secret(),
    createdAt: deps.clock.now(),
  };
  await deps.database.transact((stores) => insertIfAllowed(stores, webhook, deps.settings.maxWebhooks));
  return webhook;
}

/** The account is locked, because two requests could each find room for the last one. */
async function insertIfAllowed({ accounts, webhooks }: Stores, webhook: Webhook, max: number): Promise<void> {
  await accounts.lockAccount(webhook.accountId);
  const existing = await webhooks.listForAccount(webhook.accountId);
  if (existing.length >= max) throw new SigningError('too_many_webhooks', { max });
  await webhooks.insert(webhook);
}

/** The longest URL that every proxy in common use passes on; ours. */
const MAX_URL_LENGTH = 2048;

function checkCommand(
  { name, webhookUrl, eventTypes }: CreateWebhookCommand,
  maxName: number,
): readonly Problem[] {
  return [
    ...checkLength('webhookUrl', webhookUrl, 1, MAX_URL_LENGTH),
    ...checkLength('name', name, 1, maxName),
    ...checkLine('name', name),
    ...checkEventTypes(eventTypes),
  ];
}

function checkEventTypes(eventTypes: readonly string[]): readonly Problem[] {
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

/** The sender's word for a URL that may not be called. */
function isUrlRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'webhook_url_not_allowed';
}
