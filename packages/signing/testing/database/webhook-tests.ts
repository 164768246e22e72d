import { randomUUID } from 'node:crypto';
import { BUILT_AT } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import { buildDelivery, buildEvent, buildWebhook } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';
import { seed, seedWebhook } from './seed.ts';

export function webhookTests(database: OpenDatabase): void {
  const listDeliveries = ({ webhookId }: { readonly webhookId: string }) =>
    database().read.webhooks.pageDeliveries(webhookId, { limit: 10, offset: 0 });

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

  it('updates and removes a webhook, with its deliveries', async () => {
    const webhook = await seedWebhook(database());
    const other = await seedWebhook(database());
    const changed = {
      ...webhook,
      name: 'Ny',
      signingSecret: 'another',
      failingSince: BUILT_AT,
      disabledAt: BUILT_AT,
    };
    const kept = buildDelivery(other.webhookId);
    await database().transact(async ({ webhooks }) => {
      expect(await webhooks.lock(webhook.webhookId)).toEqual(webhook);
      await webhooks.update(changed);
      await webhooks.insertDelivery(buildDelivery(webhook.webhookId));
      await webhooks.insertDelivery(kept);
    });
    expect(await database().read.webhooks.find(webhook.webhookId)).toEqual(changed);
    await database().transact(({ webhooks }) => webhooks.remove(webhook.webhookId));
    expect(await database().read.webhooks.find(webhook.webhookId)).toBeNull();
    expect(await listDeliveries(webhook)).toEqual([]);
    expect(await listDeliveries(other)).toEqual([kept]);
  });

  it('pages the deliveries of a webhook, newest first', async () => {
    const { webhookId } = await seedWebhook(database());
    const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds));
    const [first, second, third] = [1, 2, 3].map((seconds) =>
      buildDelivery(webhookId, { createdAt: at(seconds) }),
    );
    await database().transact(async ({ webhooks }) => {
      for (const delivery of [second, first, third]) if (delivery) await webhooks.insertDelivery(delivery);
    });
    const page = (limit: number, offset: number) =>
      database().read.webhooks.pageDeliveries(webhookId, { limit, offset });
    expect([await page(2, 0), await page(2, 2)]).toEqual([[third, second], [first]]);
  });

  it('leaves an equal delivery as it is', async () => {
    const webhook = await seedWebhook(database());
    const event = buildEvent({ type: 'document.opened', signeeId: randomUUID() });
    const first = buildDelivery(webhook.webhookId, { event });
    const again = buildDelivery(webhook.webhookId, { event, attempts: 7 });
    await database().transact(({ webhooks }) => webhooks.insertDelivery(first));
    await database().transact(({ webhooks }) => webhooks.insertDelivery(again));
    expect(await listDeliveries(webhook)).toEqual([first]);
    expect(await database().read.webhooks.findDelivery(again.deliveryId)).toBeNull();
  });

  it('goes on in the transaction that met an equal delivery', async () => {
    const webhook = await seedWebhook(database());
    const first = buildDelivery(webhook.webhookId);
    const changed = { ...first, attempts: 1, lastStatus: 503, lastError: 'HTTP 503' };
    await database().transact(async ({ webhooks }) => {
      await webhooks.insertDelivery(first);
      await webhooks.insertDelivery(buildDelivery(webhook.webhookId, { event: first.event }));
      await webhooks.updateDelivery(changed);
    });
    expect(await database().read.webhooks.findDelivery(first.deliveryId)).toEqual(changed);
  });

  it('removes the oldest deliveries before a date, as many as it may', async () => {
    const webhook = await seedWebhook(database());
    const longAgo = (seconds: number) => new Date(Date.UTC(1999, 0, 1, 0, 0, seconds));
    const old = [1, 2, 3].map((seconds) => buildDelivery(webhook.webhookId, { createdAt: longAgo(seconds) }));
    const recent = buildDelivery(webhook.webhookId);
    await database().transact(async ({ webhooks }) => {
      for (const delivery of [...old, recent]) await webhooks.insertDelivery(delivery);
    });
    const remove = (limit: number) =>
      database().transact(({ webhooks }) => webhooks.removeDeliveriesBefore(longAgo(3), limit));
    expect([await remove(1), await remove(10), await remove(10)]).toEqual([1, 1, 0]);
    const kept = await listDeliveries(webhook);
    expect(kept).toEqual([recent, ...old.slice(2)]);
  });
}
