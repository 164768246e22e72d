import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { buildApiKey } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { runAdminCommandLine } from '../../packages/server/admin/command-line.ts';
import { addPerson } from './add-person.ts';
import { type ApiClient, authorize, createApiClient } from './api-client.ts';
import { documentBody, uploadFixture } from './journey-steps.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

const OPERATOR_TOKEN = 'operator-0123456789-0123456789-0123456789';

describe('limits of accounts, and the API of the operator', () => {
  let running: TestService;
  let operator: ApiClient;
  beforeAll(async () => {
    running = await startService(anyDatabase, { OPERATOR_TOKEN });
    operator = createApiClient(running.baseUrl, OPERATOR_TOKEN);
  });
  afterAll(async () => running?.close());

  async function createAccount() {
    const { account, user, browser } = await addPerson(running);
    const secret = `sk_${user.userId}`;
    const key = buildApiKey(user, { keyHash: hashSecret(secret) });
    await running.service.database.transact(({ accounts }) => accounts.insertApiKey(key));
    const client = await authorize(running.baseUrl, secret);
    return { path: `/v1/operator/accounts/${account.accountId}`, account, browser, client };
  }

  async function setLimits(accountId: string, limits: string) {
    const streams = { out: () => undefined, error: () => undefined };
    return runAdminCommandLine(['accounts', 'set', accountId, '--limits', limits], running.env, streams);
  }

  const reached = { errorCode: 'account_limit_reached' };

  it('[R03-17] refuse documents, users and files beyond what the operator allows', async () => {
    const { account, client } = await createAccount();
    const { accountId } = account;
    const fileId = await uploadFixture(client, 'plain/a4.pdf');
    const send = () => client.post('/v1/docs', documentBody(fileId));
    expect(await setLimits(accountId, 'maxDocumentsPerMonth=2,maxUsers=2')).toBe(0);
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect(await send()).toMatchObject({ status: 403, body: reached });
    const invite = () =>
      client.post('/v1/account/users', {
        fullName: 'Bo Ek',
        emailAddress: `${randomUUID()}@example.com`,
        role: 'member',
      });
    expect((await invite()).status).toBe(201);
    expect(await invite()).toMatchObject({ status: 403, body: reached });
    expect(await setLimits(accountId, 'maxStoredBytes=1')).toBe(0);
    expect((await client.upload(fixturePath('plain/a4.pdf'))).body).toMatchObject(reached);
    // The first limits were replaced.
    expect((await send()).status).toBe(201);
    expect(await setLimits(accountId, 'none')).toBe(0);
    expect((await client.upload(fixturePath('plain/a4.pdf'))).status).toBe(201);
    expect((await client.get('/v1/account/capabilities')).body).toMatchObject({ limits: { maxUsers: null } });
    for (const wrong of ['maxUsers', 'maxUsers=-1', 'speed=1', 'maxUsers=x'])
      expect(await setLimits(accountId, wrong)).toBe(1);
  });

  it('[R03-17] are not passed by requests at the same time', async () => {
    const { account, client } = await createAccount();
    await setLimits(account.accountId, 'maxDocumentsPerMonth=3');
    const fileId = await uploadFixture(client, 'plain/a4.pdf');
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => client.post('/v1/docs', documentBody(fileId))),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403, 403]);
  });

  interface Visited {
    readonly url: string;
    readonly signingUrl: string;
  }

  async function openLink(client: ApiClient) {
    const fileId = await uploadFixture(client, 'plain/a4.pdf');
    const signeeDetails = [{ signaturePlacement: 'new_page', label: '' }];
    const { url } = (await client.post<Visited>('/v1/links', { fileId, name: 'Lease', signeeDetails })).body;
    const begin = (emailAddress: string) =>
      client.anonymous.post<Visited>(`${url}/session`, { fullName: 'Ada Lovelace', emailAddress });
    return { url, fileId, begin };
  }

  // Whoever had a public link of an account could close the account for the month by opening it often.
  it('[R03-17] are not used up by visitors of public links who enter no code', async () => {
    const { account, client } = await createAccount();
    await setLimits(account.accountId, 'maxDocumentsPerMonth=1');
    const { fileId, begin } = await openLink(client);
    for (let count = 0; count < 3; count += 1)
      expect((await begin(`${randomUUID()}@example.com`)).status).toBe(201);
    expect((await client.post('/v1/docs', documentBody(fileId))).status).toBe(201);
  });

  // An account with a public link had as many documents as it wanted.
  it('[R03-17] close public links once they are reached, and open them when they are raised', async () => {
    const { account, client } = await createAccount();
    await setLimits(account.accountId, 'maxDocumentsPerMonth=1');
    const { url, fileId, begin } = await openLink(client);
    const emailAddress = `${randomUUID()}@example.com`;
    const { signingUrl } = (await begin(emailAddress)).body;
    const asked = await client.anonymous.post(`${signingUrl}/code`, {});
    const cookie = (asked.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const mails = await client.get<{ text: string }[]>(`/outbox/messages?to=${emailAddress}`);
    const code = /\b\d{6}\b/.exec(mails.body[0]?.text ?? '')?.[0] ?? '';
    const enter = () => client.anonymous.post(`${signingUrl}/code/check`, { code }, { cookie });
    const send = () => client.post('/v1/docs', documentBody(fileId));
    expect((await send()).status).toBe(201);
    const closed = { status: 409, body: { errorCode: 'public_link_disabled' } };
    expect(await enter()).toMatchObject(closed);
    expect(await begin(`${randomUUID()}@example.com`)).toMatchObject(closed);
    expect((await client.anonymous.get(`${url}/session`)).body).toMatchObject({ reason: 'disabled' });
    await setLimits(account.accountId, 'maxDocumentsPerMonth=2');
    expect((await client.anonymous.get(`${url}/session`)).body).toMatchObject({ reason: 'details_required' });
    expect((await enter()).status).toBe(200);
    expect(await send()).toMatchObject({ status: 403, body: reached });
  });

  it('[R03-18] do for accounts what the commands do', async () => {
    const { path, account, client, browser } = await createAccount();
    expect((await operator.get(path)).body).toMatchObject({ status: 'active', limits: {} });
    const listed = await operator.get<{ accounts: { accountId: string }[] }>(
      '/v1/operator/accounts?limit=50',
    );
    expect(listed.body.accounts.map(({ accountId }) => accountId)).toContain(account.accountId);
    const changes = { capabilities: ['templates'], limits: { maxUsers: 3 } };
    expect((await operator.patch(path, changes)).body).toMatchObject(changes);
    expect((await operator.patch(path, { limits: {} })).body).toMatchObject({
      capabilities: ['templates'],
      limits: {},
    });
    expect((await operator.post(`${path}/suspend`, {})).body).toMatchObject({ status: 'suspended' });
    expect((await client.get('/v1/docs')).status).toBe(401);
    expect((await operator.post(`${path}/suspend`, {})).body).toMatchObject({
      errorCode: 'account_suspended',
    });
    expect((await operator.post(`${path}/reopen`, {})).body).toMatchObject({ status: 'active' });
    expect((await client.get('/v1/docs')).status).toBe(200);
    const closed = await operator.post<{ removedAt: string }>(`${path}/close`, {});
    expect(closed.body).toMatchObject({ status: 'closed', removedAt: expect.any(String) });
    expect((await browser.get('/v1/docs')).body).toMatchObject({ errorCode: 'account_closed' });
    await operator.post(`${path}/reopen`, {});
    const log = await client.get<{ events: { type: string; details: object }[] }>(
      '/v1/account/audit-log?limit=3',
    );
    expect(log.body.events).toMatchObject(
      ['account.reopened', 'account.closed', 'account.reopened'].map((type) => ({
        type,
        details: { by: 'operator' },
      })),
    );
    expect((await operator.get(`/v1/operator/accounts/${randomUUID()}`)).status).toBe(404);
    expect((await operator.patch(path, { capabilities: ['flying'] })).status).toBe(400);
    expect((await operator.patch(path, { limits: { maxUsers: -1 } })).status).toBe(400);
  });

  it('[R03-19] need the token of the operator, which opens nothing else, and are off without one', async () => {
    const { path, account, client, browser } = await createAccount();
    const calls = (by: ApiClient) =>
      Promise.all([
        by.get('/v1/operator/accounts'),
        by.get(path),
        by.patch(path, { limits: {} }),
        by.post(`${path}/suspend`, {}),
        by.post(`${path}/close`, {}),
        by.post(`${path}/reopen`, {}),
      ]);
    const wrong = createApiClient(running.baseUrl, `${OPERATOR_TOKEN}x`);
    for (const by of [client, browser, client.anonymous, wrong])
      expect((await calls(by)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    expect((await operator.get('/v1/docs')).status).toBe(401);
    expect((await operator.get('/v1/account')).status).toBe(401);
    expect((await running.service.database.read.accounts.findAccount(account.accountId))?.status).toBe(
      'active',
    );
    const without = await startService(anyDatabase);
    const off = createApiClient(without.baseUrl, OPERATOR_TOKEN);
    expect((await off.get('/v1/operator/accounts')).status).toBe(404);
    await without.close();
  });
}, 120_000);
