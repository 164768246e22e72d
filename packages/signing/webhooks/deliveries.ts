import { type Caller, isAccountActive } from '@countersign/identity';
import type { AuditDetails, ChainedEntry } from '../audit/audit-entry.ts';
import type { SigningDeps } from '../deps.ts';
import type { DocumentState } from '../documents/document.ts';
import { isVisibleTo } from '../documents/find-document.ts';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { Stores } from '../ports/database.ts';
import {
  type EventType,
  isEventType,
  isSigneeEvent,
  TEST_EVENT_TYPE,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from './webhook.ts';
import { findDelivery, findOwnWebhook, lockOwnWebhook } from './webhooks.ts';

/** The delivery counts in its account's share of the workers. */
export function enqueueDelivery(
  { jobs }: Pick<Stores, 'jobs'>,
  { deliveryId, attempts, event: { accountId } }: WebhookDelivery,
  startAfterSeconds = 0,
): Promise<void> {
  return jobs.enqueue(
    { name: 'deliver-webhook', deliveryId, attempt: attempts },
    { startAfterSeconds, accountId },
  );
}

/** Newest first. */
async function listDeliveries(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  webhookId: string,
  query: PageQuery,
): Promise<Page<WebhookDelivery>> {
  await findOwnWebhook(database.read, caller, webhookId);
  return readPage(query, (page) => database.read.webhooks.pageDeliveries(webhookId, page));
}

function newDelivery(deliveryId: string, webhookId: string, event: WebhookEvent, now: Date): WebhookDelivery {
  return {
    deliveryId,
    webhookId,
    event,
    status: 'pending',
    attempts: 0,
    lastStatus: null,
    lastError: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Creates deliveries for every webhook of this type whose owner may see the document. A repeat creates none. */
export async function publishEvent({ database, ids, clock }: SigningDeps, eventId: string): Promise<void> {
  await database.transact(async (stores) => {
    const { accounts, audit, documents, webhooks } = stores;
    const entry = await audit.find(eventId);
    const document = entry && (await documents.find(entry.subject.id));
    if (entry === null || document === null || !isEventType(entry.type)) return;
    if (!(await isAccountActive(stores, document))) return;
    const event = toEvent(entry, entry.type, document);
    const known = await webhooks.listForAccount(event.accountId);
    for (const { webhookId, userId } of known.filter((webhook) =>
      isSubscribed(webhook, entry.type, document),
    )) {
      // Colleagues cannot change the webhook of an owner who left.
      if ((await accounts.findUser(userId))?.status !== 'active') continue;
      const delivery = newDelivery(ids.uuid(), webhookId, event, clock.now());
      await webhooks.insertDelivery(delivery);
      // An earlier run inserted it, with its job.
      const isNew = (await webhooks.findDelivery(delivery.deliveryId)) !== null;
      if (isNew) await enqueueDelivery(stores, delivery);
    }
  });
}

function toEvent(
  { entryId, accountId, date, details }: ChainedEntry,
  type: EventType,
  { documentId, userId }: DocumentState,
): WebhookEvent {
  const { signeeId }: AuditDetails = JSON.parse(details);
  const isOfSignee = isSigneeEvent(type) && typeof signeeId === 'string';
  return {
    eventId: entryId,
    type,
    documentId,
    accountId,
    userId,
    date,
    signeeId: isOfSignee ? signeeId : null,
  };
}

function isSubscribed(webhook: Webhook, type: string, document: DocumentState): boolean {
  if (webhook.disabledAt !== null || !isVisibleTo(document, webhook.userId)) return false;
  return webhook.eventTypes.some((subscribed) => subscribed === type);
}

/** Begins its attempts anew [D7-22]. */
function redeliver(
  { database, clock }: Pick<SigningDeps, 'database' | 'clock'>,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  return database.transact(async (stores) => {
    const webhook = await lockOwnWebhook(stores, caller, webhookId);
    const found = await findDelivery(stores, webhook, deliveryId);
    const delivery = { ...found, status: 'pending' as const, attempts: 0, updatedAt: clock.now() };
    await stores.webhooks.updateDelivery(delivery);
    await enqueueDelivery(stores, delivery);
    return delivery;
  });
}

/** Sends an event that has no document. */
async function sendTest(
  { database, ids, clock }: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  caller: Caller,
  webhookId: string,
): Promise<WebhookDelivery> {
  return database.transact(async (stores) => {
    const { accountId, userId } = await findOwnWebhook(stores, caller, webhookId);
    const event = {
      eventId: ids.uuid(),
      type: TEST_EVENT_TYPE,
      documentId: null,
      accountId,
      userId,
      signeeId: null,
      date: clock.now(),
    } as const;
    const delivery = newDelivery(ids.uuid(), webhookId, event, clock.now());
    await stores.webhooks.insertDelivery(delivery);
    await enqueueDelivery(stores, delivery);
    return delivery;
  });
}

export const deliveryOperations = { listDeliveries, redeliver, sendTest };
