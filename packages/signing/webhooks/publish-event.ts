import type { AuditDetails, ChainedEntry } from '../audit/audit-entry.ts';
import type { DocumentState } from '../documents/document.ts';
import { isVisibleTo } from '../documents/visibility.ts';
import type { SigningDeps } from '../signing.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import { newDelivery } from './new-delivery.ts';
import { type EventType, isEventType, isSigneeEvent, type Webhook, type WebhookEvent } from './webhook.ts';

/** To every webhook of this type whose owner may see the document. A repeat creates none. */
export async function publishEvent({ database, ids, clock }: SigningDeps, eventId: string): Promise<void> {
  await database.transact(async (stores) => {
    const { accounts, audit, documents, webhooks } = stores;
    const entry = await audit.find(eventId);
    const document = entry && (await documents.find(entry.subject.id));
    if (entry === null || document === null || !isEventType(entry.type)) return;
    const event = toEvent(entry, entry.type, document);
    const known = await webhooks.listForAccount(event.accountId);
    for (const { webhookId, userId } of known.filter((webhook) =>
      isSubscribed(webhook, entry.type, document),
    )) {
      // Nor can colleagues change the webhook.
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
    ...{ type, documentId, accountId, userId, date },
    signeeId: isOfSignee ? signeeId : null,
  };
}

function isSubscribed(webhook: Webhook, type: string, document: DocumentState): boolean {
  if (webhook.disabledAt !== null || !isVisibleTo(document, webhook.userId)) return false;
  return webhook.eventTypes.some((subscribed) => subscribed === type);
}
