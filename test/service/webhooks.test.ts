import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { documentBody, uploadFixture, waitFor } from './journey-steps.ts';
import { type ReceivedDelivery, receiveWebhooks } from './receive-webhooks.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

describe.each(shareOf(databaseKinds))('webhooks on the $title database', ({ kind, skip }) => {
  let running: TestService;
  beforeAll(async () => {
    if (!skip) running = await shareService(kind);
  });
  afterAll(() => running?.close());

  it.skipIf(skip)(
    '[4.6-01] [D7-01] [2.7-01] [2.7-02] [2.7-03] [2.7-04] [2.7-05] are registered with a secret of their own',
    async () => {
      const body = { webhookUrl: 'https://example.com/hook', name: 'Mine', eventTypes: ['document.signed'] };
      const first = await running.client.post<{ signingSecret: string }>('/v1/webhooks', body);
      const second = await running.client.post<{ signingSecret: string }>('/v1/webhooks', body);
      expect(first).toMatchObject({ status: 201, body: { ...body, webhookId: expect.any(String) } });
      expect(first.body.signingSecret).not.toBe(second.body.signingSecret);
    },
  );

  it.skipIf(skip).each([
    [
      '[D7-15] http to a public address',
      { webhookUrl: 'http://example.com/hook' },
      'webhook_url_not_allowed',
    ],
    ['[D7-16] a private address', { webhookUrl: 'https://10.0.0.1/hook' }, 'webhook_url_not_allowed'],
    ['no URL', { webhookUrl: 'hook' }, 'invalid_request'],
    ['[D7-14] an unknown event', { eventTypes: ['document.flown'] }, 'invalid_request'],
    ['no event', { eventTypes: [] }, 'invalid_request'],
  ])('%s is refused', async (_what, changes, errorCode) => {
    const body = {
      webhookUrl: 'https://example.com/h',
      name: 'X',
      eventTypes: ['document.signed'],
      ...changes,
    };
    expect(await running.client.post('/v1/webhooks', body)).toMatchObject({
      status: 400,
      body: { errorCode },
    });
  });

  it.skipIf(skip)(
    '[6-09] [D7-21] get only the events they subscribed to, and again after a failure with the same event id',
    async () => {
      const receiver = await receiveWebhooks([500]);
      const hook = { webhookUrl: receiver.url, name: 'X', eventTypes: ['document.created'] };
      await running.client.post('/v1/webhooks', hook);
      const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
      await running.client.post('/v1/docs', documentBody(fileId));
      await waitFor('the second attempt', async () => (receiver.deliveries.length >= 2 ? true : null));
      const ids = receiver.deliveries.map(({ payload }) => payload.event.eventId);
      expect(new Set(ids).size).toBe(1);
      expect(receiver.deliveries[0]?.payload.event.type).toBe('document.created');
      receiver.close();
    },
  );

  it.skipIf(skip)('[D7-11] [D7-12] tell that a document was revoked and deleted', async () => {
    const receiver = await receiveWebhooks();
    const eventTypes = ['document.revoked', 'document.deleted'];
    const { body: hook } = await running.client.post<{ webhookId: string }>('/v1/webhooks', {
      ...{ webhookUrl: receiver.url, name: 'X', eventTypes },
    });
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const sent = await running.client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
    const { documentId } = sent.body;
    await running.client.put(`/v1/docs/${documentId}/revoke`, {});
    await running.client.delete(`/v1/docs/${documentId}`);
    const payloads = await waitFor('both events', async () =>
      receiver.deliveries.length >= 2 ? receiver.deliveries.map(({ payload }) => payload) : null,
    );
    expect(payloads.map(({ event }) => event.type).sort()).toEqual(eventTypes.sort());
    for (const { data } of payloads) expect(data).toMatchObject({ documentId, signeeId: null });
    await running.client.delete(`/v1/webhooks/${hook.webhookId}`);
    receiver.close();
  });

  it.skipIf(skip)('get one new secret for one Idempotency-Key, however often it is asked for', async () => {
    const { path } = await register('https://example.com/a');
    const rotate = (key: string) =>
      running.client.post<Webhook>(`${path}/rotate-secret`, {}, { 'idempotency-key': key });
    const [first, again] = [await rotate('one'), await rotate('one')];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await rotate('two');
    expect(other.body.signingSecret).not.toBe(first.body.signingSecret);
    expect(await running.client.get(path)).toMatchObject({
      body: { signingSecret: other.body.signingSecret },
    });
    const tested = await running.client.post(`${path}/test`, {}, { 'idempotency-key': 'one' });
    expect(tested).toMatchObject({
      status: 202,
      body: { warnings: [{ code: 'member_without_effect', path: 'Idempotency-Key' }] },
    });
  });

  interface Webhook {
    readonly webhookId: string;
    readonly signingSecret: string;
  }
  const register = async (url: string, eventTypes = ['document.created']) => {
    const created = await running.client.post<Webhook>('/v1/webhooks', {
      webhookUrl: url,
      name: 'X',
      eventTypes,
    });
    return { ...created.body, path: `/v1/webhooks/${created.body.webhookId}` };
  };

  it.skipIf(skip)(
    '[D7-02] [D7-03] [D7-04] [D7-05] [2.7-06] [2-03] are listed, shown with their secret, changed and removed',
    async () => {
      const { webhookId, signingSecret, path } = await register('https://example.com/a');
      expect(webhookId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const list = await running.client.get<{ webhooks: Webhook[] }>('/v1/webhooks?limit=50');
      expect(list.body.webhooks).toContainEqual(expect.objectContaining({ webhookId, name: 'X' }));
      expect(JSON.stringify(list.body)).not.toContain(signingSecret);
      expect(await running.client.get(path)).toMatchObject({
        status: 200,
        body: { webhookId, signingSecret },
      });
      const changes = { webhookUrl: 'https://example.com/b', name: 'Y', eventTypes: ['document.signed'] };
      expect(await running.client.put(path, changes)).toMatchObject({ status: 200, body: changes });
      expect(await running.client.get(path)).toMatchObject({ body: { ...changes, signingSecret } });
      expect(await running.client.put(path, { ...changes, webhookUrl: 'https://10.0.0.1/b' })).toMatchObject({
        status: 400,
        body: { errorCode: 'webhook_url_not_allowed' },
      });
      expect(await running.client.delete(path)).toMatchObject({ status: 204 });
      expect(await running.client.get(path)).toMatchObject({
        status: 404,
        body: { errorCode: 'webhook_not_found' },
      });
    },
  );

  it.skipIf(skip)('[D4-11] of another account are not found', async () => {
    const { path } = await register('https://example.com/a');
    const stranger = await running.addAccount();
    const body = { webhookUrl: 'https://example.com/b', name: 'Y', eventTypes: ['document.signed'] };
    const answers = [
      await stranger.get(path),
      await stranger.put(path, body),
      await stranger.delete(path),
      await stranger.post(`${path}/rotate-secret`, {}),
      await stranger.post(`${path}/test`, {}),
      await stranger.get(`${path}/deliveries`),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { errorCode: 'webhook_not_found' } });
    }
    expect(await stranger.get('/v1/webhooks')).toMatchObject({ body: { webhooks: [] } });
  });

  it.skipIf(skip)(
    '[D7-06] [D7-07] [D7-08] [D7-09] [2.7-07] [6-01] [6-07] [6-10] are tried out, and deliver again under the new secret',
    async () => {
      const receiver = await receiveWebhooks();
      const { webhookId, signingSecret, path } = await register(receiver.url);
      const tested = await running.client.post<{ deliveryId: string }>(`${path}/test`, {});
      expect(tested).toMatchObject({ status: 202, body: { eventType: 'webhook.test', documentId: null } });
      await waitFor('the test', async () => (receiver.deliveries.length === 1 ? true : null));
      const rotated = await running.client.post<Webhook>(`${path}/rotate-secret`, {});
      expect(rotated).toMatchObject({ status: 200, body: { webhookId } });
      expect(rotated.body.signingSecret).not.toBe(signingSecret);
      await waitFor('the log', async () => {
        const log = await running.client.get<{ deliveries: { status: string }[] }>(`${path}/deliveries`);
        return log.body.deliveries[0]?.status === 'delivered' ? log.body : null;
      });
      const { deliveryId } = tested.body;
      const again = await running.client.post(`${path}/deliveries/${deliveryId}/redeliver`, {});
      expect(again).toMatchObject({ status: 202, body: { deliveryId, status: 'pending', attempts: 0 } });
      await waitFor('the repeat', async () => (receiver.deliveries.length === 2 ? true : null));
      const [first, second] = receiver.deliveries;
      expect(second?.payload.event.eventId).toBe(first?.payload.event.eventId);
      expect(first?.payload).toEqual({
        event: { eventId: expect.any(String), type: 'webhook.test', date: expect.stringMatching(ISO_DATE) },
        data: { documentId: null, accountId: expect.any(String), userId: expect.any(String), signeeId: null },
      });
      expect(first && isSignedWith(signingSecret, first)).toBe(true);
      expect(second && isSignedWith(signingSecret, second)).toBe(false);
      expect(second && isSignedWith(rotated.body.signingSecret, second)).toBe(true);
      const missing = `${path}/deliveries/00000000-0000-4000-8000-000000000001/redeliver`;
      expect(await running.client.post(missing, {})).toMatchObject({
        status: 404,
        body: { errorCode: 'delivery_not_found' },
      });
      receiver.close();
    },
  );
});

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** As a receiver checks it. */
function isSignedWith(secret: string, { headers, rawBody }: ReceivedDelivery): boolean {
  const signed = `${headers['x-service-timestamp']}.${rawBody}`;
  return createHmac('sha256', secret).update(signed).digest('hex') === headers['x-service-signature'];
}
