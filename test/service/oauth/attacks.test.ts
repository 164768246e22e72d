import { buildPerson, buildUser } from '@countersign/identity/testing';
import { createServer, type RunningService, readConfig } from '@countersign/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { anyDatabase, listenSettings, startService } from '../start-service.ts';
import { useOAuthService } from './use-oauth-service.ts';
import {
  authorizationAddress,
  createUserAgent,
  decide,
  errorOf,
  isAccepted,
  locationOf,
  makeChallenge,
  obtainCode,
  obtainTokens,
  openConsent,
  postDecision,
  refresh,
  registerTestClient,
  sendForm,
  signInUserAgent,
} from './user-agent.ts';

const oauth = useOAuthService({});
/** A second node on the same database, unless that belongs to one process. */
let node: RunningService | null = null;
const folder = makeTemporaryDir();

beforeAll(async () => {
  const { baseUrl, service } = oauth;
  if (service.env.DATABASE_URL === undefined) return;
  const { PORT = '' } = await listenSettings();
  const KEYS_DIR = `${service.env.DATA_DIR}/keys`;
  node = await createServer(
    readConfig({ ...service.env, PORT, KEYS_DIR, DATA_DIR: folder.path, AUTH_URL: baseUrl }),
  );
});
afterAll(async () => {
  await node?.close();
  folder.remove();
});

const otherNode = () => node?.baseUrl ?? oauth.baseUrl;

describe('an authorization server at an address of its own', () => {
  it.skipIf(anyDatabase.name === 'embedded')(
    '[0-02] is the issuer, and the API stays where it is',
    async () => {
      const metadata = await (await fetch(`${otherNode()}/.well-known/oauth-authorization-server`)).json();
      expect(metadata).toMatchObject({
        issuer: oauth.baseUrl,
        authorization_endpoint: `${oauth.baseUrl}/oauth`,
        token_endpoint: `${node?.baseUrl}/oauth/token`,
      });
    },
  );
});

describe('replay', () => {
  it('of a code at two nodes at once gives tokens once, and none of them lives on', async () => {
    for (let round = 0; round < 5; round++) {
      const { form } = await obtainCode(oauth.agent, oauth.publicClient);
      const answers = await Promise.all(
        [oauth.baseUrl, otherNode(), oauth.baseUrl, otherNode()].map((url) =>
          sendForm(`${url}/oauth/token`, oauth.publicClient, form),
        ),
      );
      const given = answers.filter(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      const tokens = await given[0]?.json();
      expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
      expect(await errorOf(refresh(otherNode(), oauth.publicClient, tokens.refresh_token))).toBe(
        '400 invalid_grant',
      );
    }
  });

  it('of a refresh token at two nodes at once leaves one living successor at most', async () => {
    const first = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const answers = await Promise.all(
      [oauth.baseUrl, otherNode()].map((url) => refresh(url, oauth.publicClient, first.refresh_token)),
    );
    const successors = await Promise.all(
      answers.filter(({ status }) => status === 200).map((one) => one.json()),
    );
    const used = [];
    for (const { refresh_token } of successors)
      used.push((await refresh(oauth.baseUrl, oauth.publicClient, refresh_token)).status);
    expect(used.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('of a consent is refused', async () => {
    const uid = await openConsent(oauth.agent, authorizationAddress(oauth.client));
    const { redirectTo } = await (await postDecision(oauth.agent, uid)).json();
    expect((await postDecision(oauth.agent, uid)).status).toBe(404);
    expect((await oauth.agent.open(redirectTo)).status).toBe(302);
    expect((await oauth.agent.open(redirectTo)).status).toBe(404);
  });
});

describe('mix-up', () => {
  it('is seen by clients: iss names this server in every answer (RFC 9700 4.4.2)', async () => {
    const location = await decide(oauth.agent, authorizationAddress(oauth.client));
    expect(location.searchParams.get('iss')).toBe(oauth.baseUrl);
  });

  it('of codes between clients is refused, and the code stays good for its own', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.publicClient);
    expect(await errorOf(sendForm(`${oauth.baseUrl}/oauth/token`, oauth.client, form))).toBe(
      '400 invalid_grant',
    );
    expect((await sendForm(`${oauth.baseUrl}/oauth/token`, oauth.publicClient, form)).status).toBe(200);
  });
});

describe('downgrade', () => {
  it('by leaving the challenge out does not let a verifier pass (RFC 9700 2.1.1 and 4.8.2)', async () => {
    const { verifier } = makeChallenge();
    const location = await decide(oauth.agent, authorizationAddress(oauth.client));
    const form = {
      grant_type: 'authorization_code',
      code: location.searchParams.get('code') ?? '',
      redirect_uri: 'https://app.example.com/callback',
      code_verifier: verifier,
    };
    expect(await errorOf(sendForm(`${oauth.baseUrl}/oauth/token`, oauth.client, form))).toBe(
      '400 invalid_grant',
    );
  });

  it('by leaving the verifier out is refused (RFC 9700 2.1.1)', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const { code_verifier: _, ...without } = form;
    expect(await errorOf(sendForm(`${oauth.baseUrl}/oauth/token`, oauth.client, without))).toBe(
      '400 invalid_grant',
    );
  });

  it('of a confidential client to a public one is refused', async () => {
    const { form } = await obtainCode(oauth.agent, oauth.client);
    const pretended = { client_id: oauth.client.client_id };
    expect(await errorOf(sendForm(`${oauth.baseUrl}/oauth/token`, pretended, form))).toBe(
      '401 invalid_client',
    );
  });
});

describe('redirect', () => {
  it.each([
    'https://app.example.com.evil.example/callback',
    'https://app.example.com@evil.example/callback',
    'https://app.example.com/callback/../evil',
    'https://evil.example/?https://app.example.com/callback',
    '//evil.example',
    'javascript:alert(1)',
    'https://app.example.com/callback\r\nSet-Cookie: x=1',
  ])('to %s never happens', async (redirect_uri) => {
    for (const browser of [oauth.agent, createUserAgent(oauth.baseUrl)]) {
      const answer = await browser.open(authorizationAddress(oauth.client, { redirect_uri }));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });

  it('back after signing in stays on this service', async () => {
    const location = locationOf(
      await createUserAgent(oauth.baseUrl).open(authorizationAddress(oauth.client)),
    );
    expect(location.origin).toBe(new URL(oauth.baseUrl).origin);
    expect(location.searchParams.get('next')).toMatch(/^\/oauth\?/);
  });
});

describe('hostile text', () => {
  it.each(['state', 'client_id', 'scope', 'x'])(
    'in %s that hides U+0000 behind a wrong escape is refused on a page, and no fault of the service',
    async (name) => {
      const address = authorizationAddress(oauth.client, { [name]: null });
      const { status, headers } = await oauth.agent.open(`${address}&${name}=%00%zz`);
      expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    },
  );

  it('in a form is refused by the name of the parameter', async () => {
    const body = 'grant_type=authorization_code&code=x&redirect_uri=%00';
    const { details } = await (await oauth.sendRaw('/oauth/token', body)).json();
    expect(details).toEqual([expect.objectContaining({ path: 'redirect_uri' })]);
  });

  it.each([
    ['https://bank.example@evil.example/', 'https://evil.example/'],
    ['https://evil.example/?https://bank.example/', 'https://evil.example/'],
  ])(
    'in the website of a client (%s) looks like no other address in the consent',
    async (client_uri, shown) => {
      const pretender = await registerTestClient(oauth.baseUrl, {
        client_uri,
        token_endpoint_auth_method: 'client_secret_basic',
      });
      const uid = await openConsent(oauth.agent, authorizationAddress(pretender));
      const { clientUri } = await (await oauth.agent.page('GET', `/oauth/consents/${uid}`)).json();
      expect(clientUri).toBe(shown);
    },
  );
});

describe('fixation', () => {
  it('of a consent is refused: another browser can neither read, decide nor finish it', async () => {
    const attacker = await signInUserAgent(oauth.baseUrl);
    const uid = await openConsent(attacker, authorizationAddress(oauth.client));
    expect((await oauth.agent.page('GET', `/oauth/consents/${uid}`)).status).toBe(404);
    expect((await postDecision(oauth.agent, uid)).status).toBe(404);
    await postDecision(attacker, uid);
    expect((await oauth.agent.open(`/oauth/consents/${uid}/callback`)).status).toBe(404);
  });

  it('by a page that shows another user is refused: somebody signed in, or switched the account, in another tab', async () => {
    const browser = await signInUserAgent(oauth.baseUrl);
    const uid = await openConsent(browser, authorizationAddress(oauth.client));
    const { userId: shown } = await (await browser.page('GET', '/v1/users/me')).json();
    const { userId, emailAddress } = await addUser();
    await browser.page('POST', '/v1/session', { emailAddress, password: 'correct horse' });
    const decideAs = async (id: string) =>
      (await browser.page('POST', `/oauth/consents/${uid}`, { decision: 'allow', userId: id })).status;
    expect(await decideAs(shown)).toBe(401);
    expect(await decideAs(userId)).toBe(200);
  });

  it('by a page of another site is refused (RFC 6749 10.12)', async () => {
    const uid = await openConsent(oauth.agent, authorizationAddress(oauth.client));
    const cookie = [...oauth.agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { userId } = await (await oauth.agent.page('GET', '/v1/users/me')).json();
    for (const headers of [{ cookie }, { cookie, 'countersign-page': '1', 'sec-fetch-site': 'cross-site' }]) {
      const answer = await fetch(`${oauth.baseUrl}/oauth/consents/${uid}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ decision: 'allow', userId }),
      });
      expect(answer.status).toBe(403);
    }
  });

  it('by a session that ended is refused', async () => {
    const browser = await signInUserAgent(oauth.baseUrl);
    const uid = await openConsent(browser, authorizationAddress(oauth.client));
    const { redirectTo } = await (await postDecision(browser, uid)).json();
    for (const name of browser.cookies.keys()) if (name.includes('session')) browser.cookies.delete(name);
    expect((await browser.open(redirectTo)).status).toBe(404);
    expect((await browser.page('GET', `/oauth/consents/${uid}`)).status).toBe(401);
  });
});

describe('brute force', () => {
  it('of codes, tokens and secrets ends at the rate limit of the address (RFC 6749 2.3.1), which no header changes (RFC 9700 4.13)', async () => {
    const limited = await startService(anyDatabase, { RATE_LIMIT_PER_MINUTE: '20' });
    try {
      const guess = (count: number) =>
        sendForm(
          `${limited.baseUrl}/oauth/token`,
          { client_id: crypto.randomUUID(), client_secret: 'x' },
          { grant_type: 'refresh_token', refresh_token: crypto.randomUUID() },
          { 'x-forwarded-for': `192.0.2.${count}` },
        );
      const statuses = [];
      for (let count = 0; count < 25; count++) statuses.push((await guess(count)).status);
      expect(statuses.slice(0, 15).every((status) => status === 401)).toBe(true);
      expect(statuses.at(-1)).toBe(429);
      // RFC 7009 5: revocation is protected too, whatever the hint.
      const hint = { token: 'x', token_type_hint: 'invented' };
      expect((await sendForm(`${limited.baseUrl}/oauth/revoke`, { client_id: 'x' }, hint)).status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

describe('a program that an owner gave access to', () => {
  it('can change neither users nor how the account presents itself: both would outlive its access', async () => {
    const { access_token } = await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient);
    const { userId } = await addUser();
    const { body: invited } = await oauth.service.client.post<{ userId: string }>('/v1/account/users', {
      emailAddress: 'bob@example.com',
    });
    const attempts = [
      ['POST', '/v1/account/users', { emailAddress: 'mallory@example.com', role: 'owner' }],
      ['PATCH', `/v1/account/users/${userId}`, { role: 'owner' }],
      ['POST', `/v1/account/users/${invited.userId}/invitation`, {}],
      ['DELETE', `/v1/account/users/${invited.userId}`, undefined],
      ['PATCH', '/v1/account', { senderName: 'Your bank' }],
      ['POST', '/v1/account/logo', {}],
      ['DELETE', '/v1/account/logo', undefined],
      ['PATCH', '/v1/users/me', { fullName: 'Your bank' }],
      // Who signed in from where is not a document.
      ['GET', '/v1/account/audit-log', undefined],
    ] as const;
    for (const [method, path, body] of attempts) {
      const answer = await fetch(oauth.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(await answer.json()).toMatchObject({ code: 403, errorCode: 'api_key_required' });
    }
  });
});

describe('the webhooks of a program', () => {
  const as = (token: string) => async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(oauth.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
  };
  const hook = { webhookUrl: 'https://example.com/hook', name: 'Hook', eventTypes: ['document.signed'] };

  it('end with the last access that the user gave to it, and those of the user stay', async () => {
    const program = await registerTestClient(oauth.baseUrl);
    const first = await obtainTokens(oauth.baseUrl, oauth.agent, program);
    const { body: made } = await as(first.access_token)('POST', '/v1/webhooks', hook);
    const { body: own } = await oauth.service.client.post<{ webhookId: string }>('/v1/webhooks', hook);
    const second = await obtainTokens(oauth.baseUrl, oauth.agent, program);
    const revoke = (token: string) =>
      sendForm(`${oauth.baseUrl}/oauth/revoke`, program, { token, token_type_hint: 'refresh_token' });
    const statusOf = async (id: string) => (await oauth.service.client.get(`/v1/webhooks/${id}`)).status;
    await revoke(first.refresh_token);
    expect(await statusOf(made.webhookId)).toBe(200);
    await revoke(second.refresh_token);
    expect(await statusOf(made.webhookId)).toBe(404);
    expect(await statusOf(own.webhookId)).toBe(200);
  });

  it('are all that it sees and changes, whatever the role of its user', async () => {
    const { body: own } = await oauth.service.client.post<{ webhookId: string }>('/v1/webhooks', hook);
    const program = as((await obtainTokens(oauth.baseUrl, oauth.agent, oauth.publicClient)).access_token);
    const { body: made } = await program('POST', '/v1/webhooks', hook);
    const { body: listed } = await program('GET', '/v1/webhooks');
    expect(listed.webhooks.map(({ webhookId }: { webhookId: string }) => webhookId)).toEqual([
      made.webhookId,
    ]);
    const path = `/v1/webhooks/${own.webhookId}`;
    for (const [method, address, body] of [
      ['GET', path],
      ['PUT', path, { ...hook, webhookUrl: 'https://evil.example/hook' }],
      ['DELETE', path],
      ['POST', `${path}/rotate-secret`, {}],
    ] as const)
      expect(await program(method, address, body)).toMatchObject({
        body: { code: 403, errorCode: 'not_yours' },
      });
    expect((await program('DELETE', `/v1/webhooks/${made.webhookId}`)).status).toBe(204);
  });
});

describe('a user who was deactivated', () => {
  it('has no tokens any more, and none come back', async () => {
    const { userId, emailAddress } = await addUser();
    const browser = await signInUserAgent(oauth.baseUrl, emailAddress);
    const tokens = await obtainTokens(oauth.baseUrl, browser, oauth.publicClient);
    await oauth.service.client.patch(`/v1/account/users/${userId}`, { status: 'deactivated' });
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
    expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    );
    expect((await browser.page('GET', '/v1/users/me/grants')).status).toBe(401);
    await oauth.service.client.patch(`/v1/account/users/${userId}`, { status: 'active' });
    expect(await isAccepted(oauth.baseUrl, tokens.access_token)).toBe(false);
    expect(await errorOf(refresh(oauth.baseUrl, oauth.publicClient, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    );
    expect((await browser.page('GET', '/v1/users/me/grants')).status).toBe(401);
  });
});

/** A colleague with the password of the owner. */
async function addUser(): Promise<{ readonly userId: string; readonly emailAddress: string }> {
  const { database } = oauth.service.service;
  const { body } = await oauth.service.client.get<{ accountId: string }>('/v1/account');
  const owner = await database.read.people.findByEmail('owner@example.com');
  const user = buildUser(body.accountId, { role: 'member' });
  const person = buildPerson(user, { passwordHash: owner?.passwordHash ?? null });
  await database.transact(async (stores) => {
    await stores.people.insert(person);
    await stores.accounts.insertUser({ ...user, personId: person.personId });
  });
  return { userId: user.userId, emailAddress: person.emailAddress };
}
