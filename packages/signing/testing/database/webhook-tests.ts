import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildDelivery, buildWebhook } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';
import { seed, seedWebhook } from './seed.ts';

export function webhookTests(database: OpenDatabase): void {
  it('lists the webhooks of one account', async () => {
    const { user } = await seed(database());
    const webhook = buildWebhook(user);
    await database().transact(({ webhooks }) => webhooks.insert(webhook));
    expect(await database().read.webhooks.find(webhook.webhookId)).toEqual(webhook);
    expect(await database().read.webhooks.listForAccount(user.accountId)).toEqual([webhook]);
    expect(await database().read.webhooks.listForAccount(randomUUID())).toEqual([]);
  });

  it('counts the webhooks of a locked account exactly, however many are made at once', async () => {
    const { user } = await seed(database());
    const insertIfFewer = () =>
      database().transact(async ({ accounts, webhooks }) => {
        await accounts.lockAccount(user.accountId);
        const existing = await webhooks.listForAccount(user.accountId);
        if (existing.length < 3) await webhooks.insert(buildWebhook(user));
      });
    await Promise.all(Array.from({ length: 8 }, insertIfFewer));
    expect(await database().read.webhooks.listForAccount(user.accountId)).toHaveLength(3);
  });

  it('leaves an equal delivery as it is', async () => {
    const { webhook, event } = await seedWebhook(database());
    const first = buildDelivery(webhook.webhookId, event.eventId);
    const again = buildDelivery(webhook.webhookId, event.eventId, { attempts: 7 });
    await database().transact(({ webhooks }) => webhooks.insertDelivery(first));
    await database().transact(({ webhooks }) => webhooks.insertDelivery(again));
    expect(await database().read.webhooks.listDeliveries(webhook.webhookId)).toEqual([first]);
    expect(await database().read.webhooks.findDelivery(again.deliveryId)).toBeNull();
  });

  it('goes on in the transaction that met an equal delivery', async () => {
    const { webhook, event } = await seedWebhook(database());
    const first = buildDelivery(webhook.webhookId, event.eventId);
    const changed = { ...first, attempts: 1, lastStatus: 503, lastError: 'HTTP 503' };
    await database().transact(async ({ webhooks }) => {
      await webhooks.insertDelivery(first);
      await webhooks.insertDelivery(buildDelivery(webhook.webhookId, event.eventId));
      await webhooks.updateDelivery(changed);
    });
    expect(await database().read.webhooks.findDelivery(first.deliveryId)).toEqual(changed);
  });
}
