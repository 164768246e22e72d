import { createHmac } from 'node:crypto';
import { DAY_MS } from '@countersign/base/time';
import { isAccountActive } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { composeMessage } from '../notifications/messages.ts';
import manifest from '../package.json' with { type: 'json' };
import type { Stores } from '../ports/database.ts';
import { enqueueDelivery } from './deliveries.ts';
import {
  chanceOf,
  delayAfter,
  TEST_EVENT_TYPE,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from './webhook.ts';

interface DeliveryRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** All packages have the version of the service. */
const USER_AGENT = `Countersign/${manifest.version}`;

/** Signed with the time of sending [6-10]. */
function deliveryRequest(
  event: WebhookEvent,
  { webhookId, signingSecret }: Pick<Webhook, 'webhookId' | 'signingSecret'>,
  now: Date,
): DeliveryRequest {
  const timestamp = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify(payloadOf(event));
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Service-Webhook-Id': webhookId,
      'X-Service-Timestamp': String(timestamp),
      'X-Service-Signature': signDelivery(signingSecret, timestamp, body),
    },
  };
}

/** Hex HMAC-SHA256 of `{timestamp}.{raw body}` [6-06]. */
export function signDelivery(signingSecret: string, timestamp: number, body: string): string {
  return createHmac('sha256', signingSecret).update(`${timestamp}.${body}`).digest('hex');
}

function payloadOf({ eventId, type, date, documentId, accountId, userId, signeeId }: WebhookEvent) {
  return {
    event: { eventId, type, date: date.toISOString() },
    data: { documentId, accountId, userId, signeeId },
  };
}

/** A webhook without a success for so long is disabled [D7-25]. */
const MAX_FAILING_MS = 5 * DAY_MS;

type Health = Pick<Webhook, 'failingSince' | 'disabledAt'>;

function judgeHealth({ failingSince, disabledAt }: Health, hasFailed: boolean, now: Date): Health {
  if (!hasFailed) return { failingSince: null, disabledAt };
  const since = failingSince ?? now;
  const isDead = now.getTime() - since.getTime() >= MAX_FAILING_MS;
  return { failingSince: since, disabledAt: disabledAt ?? (isDead ? now : null) };
}

/** Stores successes and failures of the endpoint [D7-26]. */
async function storeHealth({ webhooks, jobs }: Stores, webhook: Webhook, health: Health): Promise<void> {
  const isEqual =
    webhook.failingSince?.getTime() === health.failingSince?.getTime() &&
    webhook.disabledAt?.getTime() === health.disabledAt?.getTime();
  if (isEqual) return;
  await webhooks.update({ ...webhook, ...health });
  const isDisabledNow = webhook.disabledAt === null && health.disabledAt !== null;
  const { webhookId, accountId } = webhook;
  if (isDisabledNow) await jobs.enqueue({ name: 'send-webhook-disabled', webhookId }, { accountId });
}

/**
 * Its outcome and the next job are stored together, so the queue need not retry. `attempt` (earlier attempts)
 * keeps a repeated job from starting a second chain.
 */
export async function deliverWebhook(deps: SigningDeps, deliveryId: string, attempt?: number): Promise<void> {
  const { webhooks } = deps.database.read;
  const delivery = await webhooks.findDelivery(deliveryId);
  if (delivery === null || !isDue(delivery, attempt)) return;
  const outcome = await post(deps, delivery);
  await deps.database.transact((stores) => recordOutcome(deps, stores, delivery, outcome));
}

function isDue({ status, attempts }: WebhookDelivery, attempt: number | undefined): boolean {
  return status === 'pending' && (attempt === undefined || attempt === attempts);
}

interface Outcome {
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

async function post(deps: SigningDeps, delivery: WebhookDelivery): Promise<Outcome> {
  const webhook = await deps.database.read.webhooks.find(delivery.webhookId);
  if (webhook === null) return { lastStatus: null, lastError: 'the webhook was removed' };
  const user = await deps.database.read.accounts.findUser(webhook.userId);
  if (user?.status !== 'active') return { lastStatus: null, lastError: 'the user is deactivated' };
  if (!(await isAccountActive(deps.database.read, webhook)))
    return { lastStatus: null, lastError: 'the account is closed' };
  const { headers, body } = deliveryRequest(delivery.event, webhook, deps.clock.now());
  try {
    const { status } = await deps.webhookSender.post(webhook.webhookUrl, headers, body);
    return { lastStatus: status, lastError: isSuccess(status) ? null : `HTTP ${status}` };
  } catch (error) {
    return { lastStatus: null, lastError: describe(error) };
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Not in the specification. */
const MAX_ERROR_LENGTH = 500;

/** An error of several attempts to connect has a code and no message. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message || codeOf(error) : String(error);
  return text.replaceAll('\0', '').toWellFormed().slice(0, MAX_ERROR_LENGTH);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}

async function recordOutcome(
  { ids, clock }: SigningDeps,
  stores: Stores,
  before: WebhookDelivery,
  outcome: Outcome,
): Promise<void> {
  const { webhooks } = stores;
  const attempts = before.attempts + 1;
  const webhook = await webhooks.lock(before.webhookId);
  const current = await webhooks.findDelivery(before.deliveryId);
  if (webhook === null || current?.attempts !== before.attempts) return;
  const hasFailed = outcome.lastError !== null;
  // A test fails while the receiver is being set up, and says nothing of later events.
  const isFailedTest = hasFailed && before.event.type === TEST_EVENT_TYPE;
  const health = isFailedTest ? webhook : judgeHealth(webhook, hasFailed, clock.now());
  await storeHealth(stores, webhook, health);
  const common = { ...before, ...outcome, attempts, updatedAt: clock.now() };
  if (outcome.lastError === null) return webhooks.updateDelivery({ ...common, status: 'delivered' });
  const startAfterSeconds = delayAfter(attempts, chanceOf(ids.uuid()));
  if (startAfterSeconds === null || health.disabledAt !== null)
    return webhooks.updateDelivery({ ...common, status: 'dead' });
  const waiting = { ...common, status: 'pending' } as const;
  await webhooks.updateDelivery(waiting);
  await enqueueDelivery(stores, waiting, startAfterSeconds);
}

export async function sendWebhookDisabled(
  { database, messages, notifier }: SigningDeps,
  webhookId: string,
): Promise<void> {
  const webhook = await database.read.webhooks.find(webhookId);
  const owner = webhook && (await database.read.accounts.findUser(webhook.userId));
  if (webhook === null || owner === null || webhook.disabledAt === null) return;
  const written = messages.message(owner.language, 'webhook_disabled', {
    recipientName: owner.fullName,
    webhookName: webhook.name,
    webhookUrl: webhook.webhookUrl,
  });
  const messageId = `webhook_disabled:${webhookId}:${webhook.disabledAt.getTime()}`;
  await notifier.send(composeMessage(written, { messageId, channel: 'email', to: owner.emailAddress }));
}
