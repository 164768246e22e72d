import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildDelivery, buildEvent } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';
import { seedDocument, seedWebhook } from './seed.ts';

export function eventTests(database: OpenDatabase): void {
  it('keeps events in the order of their appending, also within one moment', async () => {
    const document = await seedDocument(database(), {});
    const types = ['document.created', 'document.opened', 'document.signed', 'document.completed'] as const;
    const events = types.map((type) => buildEvent(document, { type }));
    for (const event of events) await database().transact((stores) => stores.events.append(event));
    expect(await database().read.events.listForDocument(document.documentId)).toEqual(events);
  });

  it('removes the oldest events before a date, with their deliveries, as many as it may', async () => {
    const { webhook, event } = await seedWebhook(database());
    const document = await seedDocument(database(), {});
    const longAgo = (seconds: number) => new Date(Date.UTC(1999, 0, 1, 0, 0, seconds));
    const old = [1, 2, 3].map((seconds) => buildEvent(document, { date: longAgo(seconds) }));
    const deliveries = [...old, event].map(({ eventId }) => buildDelivery(webhook.webhookId, eventId));
    await database().transact(async ({ events, webhooks }) => {
      for (const each of old) await events.append(each);
      for (const delivery of deliveries) await webhooks.insertDelivery(delivery);
    });
    const remove = (limit: number) =>
      database().transact(({ events }) => events.removeBefore(longAgo(3), limit));
    expect([await remove(1), await remove(10), await remove(10)]).toEqual([1, 1, 0]);
    expect(await database().read.events.listForDocument(document.documentId)).toEqual(old.slice(2));
    const kept = await database().read.webhooks.listDeliveries(webhook.webhookId);
    expect(kept.map(({ eventId }) => eventId).sort()).toEqual([old[2]?.eventId, event.eventId].sort());
  });

  it('finds an event with its signee', async () => {
    const document = await seedDocument(database(), {});
    const event = buildEvent(document, { type: 'document.opened', signeeId: randomUUID() });
    await database().transact((stores) => stores.events.append(event));
    expect(await database().read.events.find(event.eventId)).toEqual(event);
  });
}
