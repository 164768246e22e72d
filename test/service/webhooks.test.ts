import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentBody, uploadFixture, waitFor } from './journey-steps.ts';
import { receiveWebhooks } from './receive-webhooks.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

describe.each(databaseKinds)('webhooks on the $title database', ({ kind, skip }) => {
  let running: TestService;
  beforeAll(async () => {
    if (!skip) running = await startService(kind);
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
});
