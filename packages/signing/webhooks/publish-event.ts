import type { AuditDetails, ChainedEntry } from '../audit/audit-entry.ts';
import type { DocumentState } from '../documents/document.ts';
import type { SigningDeps } from '../signing.ts';
import { type EventType, isEventType, type WebhookDelivery, type WebhookEvent } from './webhook.ts';

/** Job: one delivery for every webhook of the account that asked for this type. A repeat finds the deliveries there. */
export async function publishEvent({ database, ids, clock }: SigningDeps, eventId: string): Promise<void> {
  await database.transact(async ({ audit, documents, webhooks, jobs }) => {
    const entry = await audit.find(eventId);
    const document = entry && (await documents.find(entry.subject.id));
    if (entry === null || document === null || !isEventType(entry.type)) return;
    const event = toEvent(entry, entry.type, document);
    const subscribed = await webhooks.listForAccount(event.accountId);
    for (const { webhookId } of subscribed.filter(({ eventTypes }) => eventTypes.includes(event.type))) {
      const delivery = newDelivery(ids.uuid(), webhookId, event, clock.now());
      await webhooks.insertDelivery(delivery);
      // Not there: an earlier run inserted an equal one, and its job with it.
      const isNew = (await webhooks.findDelivery(delivery.deliveryId)) !== null;
      if (isNew) await jobs.enqueue({ name: 'deliver-webhook', deliveryId: delivery.deliveryId, attempt: 0 });
    }
  });
}

const SIGNEE_EVENTS: readonly EventType[] = ['document.opened', 'document.signed'];

function toEvent(
  { entryId, accountId, date, details }: ChainedEntry,
  type: EventType,
  { documentId, userId }: DocumentState,
): WebhookEvent {
  const { signeeId }: AuditDetails = JSON.parse(details);
  const isOfSignee = SIGNEE_EVENTS.includes(type) && typeof signeeId === 'string';
  return {
    eventId: entryId,
    ...{ type, documentId, accountId, userId, date },
    signeeId: isOfSignee ? signeeId : null,
  };
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
