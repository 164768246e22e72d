import type { Stores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import { deliveryRequest } from './delivery-request.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import { chanceOf, delayAfter } from './retry-schedule.ts';
import { TEST_EVENT_TYPE, type WebhookDelivery } from './webhook.ts';
import { judgeHealth, storeHealth } from './webhook-health.ts';

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

/** One of several attempts to connect has a code and no message. */
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
