import { SigningError, type Webhook } from '@countersign/signing';
import { buildWebhook, MemoryDatabase } from '@countersign/signing/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { API_KEY, buildApi } from './testing/build-api.ts';

const BODY = { webhookUrl: 'https://example.com/hook', name: 'Archive', eventTypes: ['document.completed'] };
const HOUR_MS = 3_600_000;

describe('Idempotency-Key', () => {
  let calls: string[];
  let now: Date;
  let create: (name: string) => Promise<Webhook>;
  beforeEach(() => {
    calls = [];
    now = new Date('2026-11-22T12:00:00Z');
    create = async (name) => buildWebhook({ accountId: 'a', userId: 'u' }, { name });
  });

  async function open() {
    const { api, authorize } = await buildApi({
      clock: { now: () => now },
      signing: {
        webhooks: {
          create: (_caller, { name }) => {
            calls.push(name);
            return create(name);
          },
        },
      },
    });
    let headers = await authorize();
    const post = (key: string, changes: object = {}, url = '/v1/webhooks') =>
      api.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'idempotency-key': key },
        payload: { ...BODY, ...changes },
      });
    const send = (key: string, payload: string, type = 'application/json') =>
      api.inject({
        method: 'POST',
        url: '/v1/webhooks',
        headers: { ...headers, 'idempotency-key': key, 'content-type': type },
        payload,
      });
    return {
      post,
      send,
      signInAgain: async () => {
        headers = await authorize();
      },
      signInAs: async (apiKey: string) => {
        headers = await authorize(undefined, apiKey);
      },
    };
  }

  it('[D5-26] gives the first answer again, warnings too, and works once', async () => {
    const { post } = await open();
    const first = await post('k1', { colour: 'red' });
    const again = await post('k1', { colour: 'red' });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({ warnings: [{ code: 'unknown_member', path: 'colour' }] });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(calls).toEqual(['Archive']);
    await post('k2');
    expect(calls).toHaveLength(2);
  });

  // The response was repeated before the rule was asked whether this program may see it, secrets included.
  it('gives no program the response of another program of the same user', async () => {
    const { post, signInAs } = await open();
    const ofPrograms = [];
    for (const apiKey of [API_KEY, `${API_KEY}_2`]) {
      await signInAs(apiKey);
      ofPrograms.push(await post('k'));
    }
    expect(ofPrograms.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, undefined]);
    expect(calls).toHaveLength(2);
    expect((await post('k')).headers['idempotent-replayed']).toBe('true');
  });

  it('[D5-26] forgets a key after 24 hours', async () => {
    const { post, signInAgain } = await open();
    await post('k');
    now = new Date(now.getTime() + 24 * HOUR_MS - 1);
    await signInAgain();
    await post('k');
    expect(calls).toHaveLength(1);
    now = new Date(now.getTime() + 1);
    await post('k');
    expect(calls).toHaveLength(2);
  });

  it('[D5-27] is refused with another body', async () => {
    const { post } = await open();
    await post('k');
    const other = await post('k', { name: 'Other' });
    expect([other.statusCode, other.json().errorCode]).toEqual([409, 'idempotency_key_reused']);
    expect(calls).toEqual(['Archive']);
  });

  // Another body that was invalid answered 400, as if the key were new.
  it('[D5-27] is refused with another body, also one that is invalid or cannot be read', async () => {
    const { post, send, signInAgain } = await open();
    const invalid = { webhookUrl: 1 };
    expect((await post('k', invalid)).statusCode).toBe(400);
    await post('k');
    const refused = [await post('k', invalid), await send('k', '{'), await send('k', 'x', 'text/plain')];
    for (const { statusCode, body } of refused)
      expect([statusCode, JSON.parse(body).errorCode]).toEqual([409, 'idempotency_key_reused']);
    expect((await send('unused', '{')).statusCode).toBe(400);
    expect((await post('unused', invalid)).statusCode).toBe(400);
    expect((await post('k')).headers['idempotent-replayed']).toBe('true');
    now = new Date(now.getTime() + 24 * HOUR_MS);
    await signInAgain();
    expect((await post('k', invalid)).statusCode).toBe(400);
    expect(calls).toEqual(['Archive']);
  });

  it('is in progress while the first request runs, and says when to come again', async () => {
    const { post } = await open();
    const { promise: started, resolve: signalStarted } = Promise.withResolvers<void>();
    const { promise: release, resolve: finish } = Promise.withResolvers<void>();
    const build = create;
    create = async (name) => {
      signalStarted();
      await release;
      return build(name);
    };
    const running = post('k');
    await started;
    const second = await post('k');
    expect([second.statusCode, second.json().errorCode]).toEqual([409, 'idempotency_in_progress']);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
    finish();
    const first = await running;
    expect((await post('k')).json()).toEqual(first.json());
    expect(calls).toHaveLength(1);
  });

  it('is free again when the request was refused', async () => {
    const { post } = await open();
    const build = create;
    create = () => Promise.reject(new SigningError('too_many_webhooks', { max: 20 }));
    expect((await post('k')).statusCode).toBe(403);
    create = build;
    expect((await post('k', { name: 'Other' })).statusCode).toBe(201);
    expect(calls).toEqual(['Archive', 'Other']);
  });

  it('never works again after work that was committed before it failed', async () => {
    const { post } = await open();
    const database = new MemoryDatabase();
    create = async () => {
      await database.transact(() => Promise.resolve());
      throw new Error('the view could not be read');
    };
    expect((await post('k')).statusCode).toBe(500);
    const again = await post('k');
    expect([again.statusCode, again.json().errorCode]).toEqual([409, 'idempotency_outcome_unknown']);
    expect(calls).toHaveLength(1);
  });

  it('is free again when the work failed before a commit', async () => {
    const { post } = await open();
    const build = create;
    create = () => Promise.reject(new Error('the database was restarted'));
    expect((await post('k')).statusCode).toBe(500);
    create = build;
    expect((await post('k')).statusCode).toBe(201);
  });

  it.each([
    ['x'.repeat(256), 'length'],
    ['a b', 'characters'],
  ])('is refused if it is malformed', async (key) => {
    const { post } = await open();
    const answer = await post(key);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'Idempotency-Key']);
    expect(calls).toEqual([]);
  });
});
