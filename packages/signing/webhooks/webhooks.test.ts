import type { Caller } from '@countersign/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import { signDelivery } from './deliver-webhook.ts';
import { chanceOf, delayAfter, RETRY_DELAYS_SECONDS, type Webhook } from './webhook.ts';

const URL = 'https://hooks.example.com/a';

describe('webhooks', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
    return () => bench.blobs.close();
  });

  const create = (changes: { webhookUrl?: string; eventTypes?: string[]; name?: string } = {}) =>
    bench.signing.webhooks.create(caller, {
      webhookUrl: URL,
      name: 'Archive',
      eventTypes: ['document.created'],
      ...changes,
    });
  const deliveries = ({ webhookId }: Webhook) =>
    bench.database.read.webhooks.pageDeliveries(webhookId, { limit: 100, offset: 0 });

  it('are made with a secret', async () => {
    const webhook = await create();
    expect(webhook.signingSecret.length).toBeGreaterThan(40);
    expect(await bench.database.read.webhooks.find(webhook.webhookId)).toEqual(webhook);
  });

  it('are not made by a program whose access ended meanwhile', async () => {
    const program = { ...caller, clientId: 'program' };
    const request = { webhookUrl: URL, name: 'Left behind', eventTypes: ['document.created'] };
    await expect(bench.signing.webhooks.create(program, request)).rejects.toMatchObject({
      code: 'token_invalid',
    });
    expect(await bench.database.read.webhooks.listForAccount(caller.accountId)).toEqual([]);
  });

  it('of a deactivated user get no events until the user is active again', async () => {
    const colleague = await bench.addCaller(
      { accountId: caller.accountId },
      { accountId: caller.accountId, role: 'member' },
    );
    const webhook = await bench.signing.webhooks.create(colleague, {
      ...{ webhookUrl: URL, name: 'Left behind', eventTypes: ['document.created'] },
    });
    const setStatus = (status: 'active' | 'deactivated') =>
      bench.database.transact(async ({ accounts }) => {
        const user = await accounts.findUser(colleague.userId);
        if (user !== null) await accounts.updateUser({ ...user, status });
      });
    await setStatus('deactivated');
    await bench.send(caller, [signeeInput()], { sharingSetting: 'shared' });
    expect(await deliveries(webhook)).toEqual([]);
    await setStatus('active');
    await bench.send(caller, [signeeInput()], { sharingSetting: 'shared' });
    expect(await deliveries(webhook)).toHaveLength(1);
  });

  it('are refused with the member named', async () => {
    await expect(create({ webhookUrl: 'https://internal' })).rejects.toMatchObject({
      code: 'webhook_url_not_allowed',
      details: [{ path: 'webhookUrl' }],
    });
    await expect(create({ eventTypes: ['document.created', 'document.eaten'] })).rejects.toMatchObject({
      code: 'invalid_request',
      params: { member: 'eventTypes.1', rule: 'choice' },
    });
    await expect(create({ eventTypes: [] })).rejects.toMatchObject({ params: { rule: 'count' } });
    await expect(create({ name: '' })).rejects.toMatchObject({ params: { member: 'name' } });
  });

  it('are at most 20 in one account, and others are not concerned', async () => {
    for (let made = 0; made < 20; made += 1) await create();
    await expect(create()).rejects.toMatchObject({ code: 'too_many_webhooks', params: { max: 20 } });
    caller = await bench.addCaller();
    await create();
  });

  it('[6-05] [6-06] [6-08] [D7-13] get the events they asked for, signed over the raw body', async () => {
    const webhook = await create({ eventTypes: ['document.created', 'document.signed'] });
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    await bench.sign(signees[0]);
    await bench.runJobs();
    const bodies = bench.posts.map(({ body }) => JSON.parse(body));
    expect(bodies).toMatchObject([
      {
        event: { type: 'document.created', date: bench.now.toISOString() },
        data: { documentId, signeeId: null },
      },
      {
        event: { type: 'document.signed' },
        data: { ...{ accountId: caller.accountId, userId: caller.userId } },
      },
    ]);
    expect(bodies[1].data.signeeId).toBe(signees[0]?.signeeId);
    const timestamp = Math.floor(bench.now.getTime() / 1000);
    expect(bench.posts[0]?.headers).toMatchObject({
      'X-Service-Timestamp': String(timestamp),
      'X-Service-Signature': signDelivery(webhook.signingSecret, timestamp, bench.posts[0]?.body ?? ''),
    });
    expect(await deliveries(webhook)).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
  });

  it('hear nothing of another account', async () => {
    await create();
    await bench.send(await bench.addCaller(), [signeeInput()]);
    expect(bench.posts).toEqual([]);
  });

  it('hear of the documents that their owner may see: own ones and shared ones', async () => {
    const colleague = await bench.addCaller({ accountId: caller.accountId });
    const webhook = await create();
    await bench.send(colleague, [signeeInput()]);
    expect(bench.posts).toEqual([]);
    const shared = await bench.send(colleague, [signeeInput()], { sharingSetting: 'shared' });
    expect(await deliveries(webhook)).toMatchObject([{ event: { documentId: shared.documentId } }]);
  });

  it('get nothing while their owner is deactivated, and managers of the account remove them', async () => {
    const member = await bench.addCaller({ accountId: caller.accountId }, { role: 'member' });
    const { webhookId } = await bench.signing.webhooks.create(caller, {
      webhookUrl: URL,
      name: 'Archive',
      eventTypes: ['document.created'],
    });
    await bench.database.transact(async ({ accounts }) => {
      const user = await accounts.findUser(caller.userId);
      if (user === null) throw new Error('there is the user');
      await accounts.updateUser({ ...user, status: 'deactivated' });
    });
    await bench.send(member, [signeeInput()], { sharingSetting: 'shared' });
    expect(bench.posts).toEqual([]);
    const list = (as: Caller) => bench.signing.webhooks.list(as, { limit: 10, offset: 0 });
    expect(await list(member)).toMatchObject({ items: [] });
    await expect(bench.signing.webhooks.delete(member, webhookId)).rejects.toMatchObject({
      code: 'not_yours',
    });
    const admin = await bench.addCaller({ accountId: caller.accountId }, { role: 'admin' });
    expect(await list(admin)).toMatchObject({ items: [{ webhookId }] });
    await bench.signing.webhooks.delete(admin, webhookId);
    expect(await list(admin)).toMatchObject({ items: [] });
    const stranger = await bench.addCaller();
    await expect(bench.signing.webhooks.delete(stranger, webhookId)).rejects.toMatchObject({
      code: 'webhook_not_found',
    });
  });

  it('[D7-25] [D7-26] are disabled after 5 days of failures only, and their owner gets one message', async () => {
    const webhook = await create();
    const find = () => bench.database.read.webhooks.find(webhook.webhookId);
    const sendOn = async (day: number, status: number) => {
      bench.now = new Date(webhook.createdAt.getTime() + day * 86_400_000);
      bench.answerStatus = status;
      await bench.send(caller, [signeeInput({ disableInvitationMessage: true })]);
    };
    await sendOn(0, 500);
    await sendOn(2, 204);
    await sendOn(3, 500);
    await sendOn(7, 500);
    expect(await find()).toMatchObject({ disabledAt: null });
    expect(bench.messages).toEqual([]);
    await sendOn(8, 500);
    expect(await find()).toMatchObject({ disabledAt: bench.now });
    expect(bench.messages).toMatchObject([{ subject: expect.stringMatching(/^webhook_disabled/) }]);
    const posts = bench.posts.length;
    await sendOn(9, 204);
    expect(bench.posts).toHaveLength(posts);
    const changes = { webhookUrl: URL, name: 'Archive', eventTypes: ['document.created'] };
    await bench.signing.webhooks.update(caller, webhook.webhookId, changes);
    await sendOn(10, 204);
    expect(bench.posts).toHaveLength(posts + 1);
  });

  it('[D7-25] are not disabled by one failure long after a test that failed', async () => {
    const webhook = await create();
    bench.answerStatus = 500;
    await bench.signing.webhooks.sendTest(caller, webhook.webhookId);
    await bench.runJobs();
    expect(bench.posts).toHaveLength(1);
    bench.now = new Date(bench.now.getTime() + 30 * 86_400_000);
    await bench.send(caller, [signeeInput()]);
    expect(bench.posts).toHaveLength(2);
    expect(await bench.database.read.webhooks.find(webhook.webhookId)).toMatchObject({
      failingSince: bench.now,
      disabledAt: null,
    });
  });

  it('get one delivery an event, however often it is published', async () => {
    const webhook = await create();
    const { documentId } = await bench.send(caller, [signeeInput()]);
    const [entry] = await bench.database.read.audit.listFor({ kind: 'document', id: documentId });
    await bench.signing.jobs.run({ name: 'publish-event', eventId: entry?.entryId ?? '' });
    await bench.runJobs();
    expect(await deliveries(webhook)).toHaveLength(1);
    expect(bench.posts).toHaveLength(1);
  });

  // Node reports several attempts to connect by an error without a message: the log showed no reason.
  it('say why they failed, by the code of an error without a message', async () => {
    const webhook = await create();
    const error = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    bench.deps.webhookSender.post = () => Promise.reject(error);
    await bench.send(caller, [signeeInput()]);
    expect(await deliveries(webhook)).toMatchObject([{ status: 'pending', lastError: 'ECONNREFUSED' }]);
  });

  it('[D7-22] [D7-24] are tried again by the schedule, then given up', async () => {
    const webhook = await create();
    bench.answerStatus = 500;
    await bench.send(caller, [signeeInput()]);
    const deliveryId = (await deliveries(webhook))[0]?.deliveryId ?? '';
    for (let attempt = 1; attempt < 9; attempt++) {
      await bench.signing.jobs.run({ name: 'deliver-webhook', deliveryId, attempt });
      // The queue may run a job twice: no second attempt, no second chain.
      await bench.signing.jobs.run({ name: 'deliver-webhook', deliveryId, attempt });
    }
    expect(bench.posts).toHaveLength(9);
    expect(await deliveries(webhook)).toMatchObject([
      { status: 'dead', attempts: 9, lastStatus: 500, lastError: 'HTTP 500' },
    ]);
    await bench.signing.jobs.run({ name: 'deliver-webhook', deliveryId });
    expect(bench.posts).toHaveLength(9);
  });
});

describe('the retry schedule', () => {
  it('[D7-22] [D7-23] adds up to a tenth by chance and ends', () => {
    expect(RETRY_DELAYS_SECONDS.map((_, index) => delayAfter(index + 1, 0))).toEqual([
      5, 60, 300, 1800, 7200, 21_600, 43_200, 86_400,
    ]);
    expect(delayAfter(2, 0.5)).toBe(63);
    expect(delayAfter(9, 0)).toBeNull();
    expect(chanceOf('80000000-0000-4000-8000-000000000000')).toBe(0.5);
  });
});

describe('the signature of a delivery', () => {
  it('[6-06] is the hex HMAC-SHA256 of timestamp, dot and body', () => {
    // openssl: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
    expect(signDelivery('secret', 1_700_000_000, '{"a":1}')).toBe(
      '49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686',
    );
  });
});
