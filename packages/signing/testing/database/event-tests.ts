import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildEvent } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';
import { seedDocument } from './seed.ts';

export function eventTests(database: OpenDatabase): void {
  it('keeps events in the order of their appending, also within one moment', async () => {
    const document = await seedDocument(database(), {});
    const types = ['document.created', 'document.opened', 'document.signed', 'document.completed'] as const;
    const events = types.map((type) => buildEvent(document, { type }));
    for (const event of events) await database().transact((stores) => stores.events.append(event));
    expect(await database().read.events.listForDocument(document.documentId)).toEqual(events);
  });

  it('finds an event with its signee', async () => {
    const document = await seedDocument(database(), {});
    const event = buildEvent(document, { type: 'document.opened', signeeId: randomUUID() });
    await database().transact((stores) => stores.events.append(event));
    expect(await database().read.events.find(event.eventId)).toEqual(event);
  });
}
