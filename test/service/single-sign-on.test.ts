import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { buildAccount, buildUser } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from './add-person.ts';
import { type ApiClient, createBrowser, signIn } from './api-client.ts';
import {
  addSignOnAccount,
  addUser,
  comeBack,
  openBrowser,
  SINGLE_SIGN_ON,
  type SignOnBrowser,
  type SignOnService,
  signOn,
  startSignOnService,
  verifyDomain,
} from './sign-on-steps.ts';
import { anyDatabase } from './start-service.ts';

const refused = (errorCode: string) => expect.objectContaining({ success: false, errorCode });

interface Session {
  readonly next: string;
  readonly method?: string;
  readonly user?: { readonly userId: string; readonly role: string; readonly fullName: string };
  readonly account?: { readonly accountId: string };
  readonly accounts?: readonly { readonly accountId: string }[];
}

const readSession = async (browser: ApiClient) => (await browser.get<Session>('/v1/session')).body;

interface LogEvent {
  readonly type: string;
  readonly details: Readonly<Record<string, string>>;
}

const readLog = async (browser: ApiClient) =>
  (await browser.get<{ events: readonly LogEvent[] }>('/v1/account/audit-log?limit=50')).body.events;

describe('single sign-on of an account', () => {
  let service: SignOnService;
  beforeAll(async () => {
    service = await startSignOnService(anyDatabase);
  }, 120_000);
  afterAll(() => service?.close());

  const database = () => service.service.database;
  const person = (email: string, claims: Readonly<Record<string, unknown>> = {}) => ({
    ...{ sub: randomUUID(), email, email_verified: true, name: 'Ada Lovelace' },
    ...claims,
  });

  it('[R04-01] [R04-05] signs people in by authorization code with PKCE, state and nonce, and creates those of a verified domain', async () => {
    const { account, address, browser: owner } = await addSignOnAccount(service);
    const browser = openBrowser(service.baseUrl);
    const begun = await browser.post<{ redirectTo: string }>('/v1/session/single-sign-on', {
      emailAddress: address,
      next: '/drafts?x=1',
    });
    const request = new URL(begun.body.redirectTo);
    expect(Object.fromEntries(request.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: expect.any(String),
      login_hint: address,
    });
    const ada = person(address);
    const back = await service.provider.visit(begun.body.redirectTo, ada);
    const answer = await browser.get(back);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/drafts?x=1']);
    expect(answer.headers.getSetCookie().join()).toMatch(
      /countersign-session=[\w-]+; Path=\/; .*HttpOnly; SameSite=Lax/,
    );
    const session = await readSession(browser);
    expect(session).toMatchObject({
      next: 'signed_in',
      method: 'connection',
      user: { role: 'member', fullName: 'Ada Lovelace' },
      account: { accountId: account.accountId },
    });
    const again = await signOn(
      service,
      { ...ada, email: 'other@elsewhere.example' },
      { emailAddress: address },
    );
    expect((await readSession(again.browser)).user?.userId).toBe(session.user?.userId);
    const events = await readLog(owner);
    expect(events.slice(0, 5).map(({ type }) => type)).toEqual([
      'session.started',
      'session.started',
      'single_sign_on.linked',
      'user.created',
      'single_sign_on.changed',
    ]);
    expect(events[0]?.details).toEqual({ method: 'connection' });
  });

  it('[R04-04] is bound to the browser that began, works once, and ends after ten minutes', async () => {
    const { address } = await addSignOnAccount(service);
    const browser = openBrowser(service.baseUrl);
    const back = await comeBack(service.provider, person(address), { emailAddress: address }, browser);
    const victim = openBrowser(service.baseUrl);
    await victim.post('/v1/session/single-sign-on', { emailAddress: address });
    for (const other of [victim, openBrowser(service.baseUrl)]) {
      const answer = await other.get(back);
      expect([answer.status, answer.bytes.toString()]).toEqual([410, expect.stringContaining('Begin again')]);
      expect((await readSession(other)).next).toBe('sign_in');
    }
    const answers = await Promise.all([1, 2].map(() => browser.get(back)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 410]);
    expect((await browser.get(back)).status).toBe(410);
    const late = await comeBack(service.provider, person(address), { emailAddress: address }, browser);
    const state = new URL(late, service.baseUrl).searchParams.get('state') ?? '';
    await database().transact(async (stores) => {
      const secret = browser.cookies.get('countersign-sign-on') ?? '';
      const attempt = await stores.signOn.takeAttempt(hashSecret(state), hashSecret(secret));
      if (attempt === null) throw new Error('the attempt is there');
      await stores.signOn.insertAttempt({ ...attempt, expiresAt: new Date(Date.now() - 1) });
    });
    expect((await browser.get(late)).status).toBe(410);
  });

  // The account of an attacker has a provider that leads browsers on to that of another account, with the attacker's own
  // request. Both had one redirect address: the code went to the attacker's provider, and was good for their request.
  it('[R04-25] never sends a code of one provider to that of another account', async () => {
    const [honest, hostile] = [await addSignOnAccount(service), await addSignOnAccount(service)];
    const [victim, attacker] = [openBrowser(service.baseUrl), openBrowser(service.baseUrl)];
    const begin = async (browser: SignOnBrowser, accountId: string) => {
      const begun = await browser.post<{ redirectTo: string }>('/v1/session/single-sign-on', { accountId });
      return new URL(begun.body.redirectTo);
    };
    const lured = await begin(victim, hostile.account.accountId);
    const ledOn = await begin(attacker, honest.account.accountId);
    ledOn.searchParams.set('state', lured.searchParams.get('state') ?? '');
    const back = await service.provider.visit(ledOn.href, person(honest.address));
    const exchanges = service.provider.countExchanges();
    expect((await victim.get(back)).status).toBe(403);
    expect(service.provider.countExchanges()).toBe(exchanges);
    expect((await readSession(victim)).next).toBe('sign_in');
    expect((await readLog(hostile.browser))[0]).toMatchObject({
      type: 'session.refused',
      details: { reason: 'single_sign_on_invalid', fault: 'redirect_differs' },
    });
  });

  it('[R04-06] refuses answers of another issuer, state, audience or nonce, and what the provider did not sign', async () => {
    const { address } = await addSignOnAccount(service);
    const attempt = async (change: (query: URLSearchParams) => void) => {
      const browser = openBrowser(service.baseUrl);
      const back = await comeBack(service.provider, person(address), { emailAddress: address }, browser);
      const { pathname, searchParams } = new URL(back, service.baseUrl);
      change(searchParams);
      const { status } = await browser.get(`${pathname}?${searchParams}`);
      return [status, (await readSession(browser)).next];
    };
    expect(await attempt((query) => query.set('iss', 'https://other.example'))).toEqual([403, 'sign_in']);
    expect(await attempt((query) => query.set('code', 'made-up'))).toEqual([403, 'sign_in']);
    expect(await attempt((query) => query.set('state', 'made-up'))).toEqual([410, 'sign_in']);
    expect(await attempt((query) => query.append('state', 'made-up'))).toEqual([410, 'sign_in']);
    const forgeries: Readonly<Record<string, unknown>>[] = [
      { aud: 'another-client' },
      { iss: 'https://other.example' },
      { nonce: 'another' },
      { exp: Math.floor(Date.now() / 1000) - 3600 },
    ];
    for (const forgery of forgeries) {
      service.provider.forgeTokens((claims) => ({ ...claims, ...forgery }));
      expect(await attempt(() => undefined), JSON.stringify(forgery)).toEqual([403, 'sign_in']);
    }
    service.provider.forgeTokens((claims) => claims);
    expect(await attempt(() => undefined)).toEqual([302, 'signed_in']);
    service.provider.forgeTokens(null);
  });

  it('[R04-07] takes an address only if the provider does not deny it and the account has verified its domain', async () => {
    const one = await addSignOnAccount(service);
    const other = await addSignOnAccount(service);
    const target = { emailAddress: one.address };
    const addresses = [
      person(one.address, { email_verified: false }),
      person(one.address, { email_verified: 'false' }),
      person(other.address),
      person(`ada@sub.${one.domain}`),
      person('ada@example.com'),
      person(`"ada@${one.domain}"@example.com`),
      { sub: randomUUID() },
    ];
    for (const claims of addresses) {
      const answer = await signOn(service, claims, target);
      expect([answer.status, answer.page]).toEqual([
        403,
        expect.stringContaining('no verified email address'),
      ]);
    }
    const silent = await signOn(service, { sub: randomUUID(), email: one.address }, target);
    expect(silent.status).toBe(302);
    const [latest] = (await readLog(one.browser)).filter(({ type }) => type === 'session.refused');
    expect(latest?.details).toMatchObject({
      method: 'single_sign_on',
      reason: 'single_sign_on_address_refused',
    });
  });

  it('[R04-08] keeps the subject of a person: another one with the same address is refused', async () => {
    const { address } = await addSignOnAccount(service);
    const ada = person(address);
    expect((await signOn(service, ada, { emailAddress: address })).status).toBe(302);
    const swapped = await signOn(service, person(address.toUpperCase()), { emailAddress: address });
    expect([swapped.status, swapped.page]).toEqual([403, expect.stringContaining('another identity')]);
  });

  it('[R04-09] gives roles by a claim, makes nobody an owner, and lets owners stay owners', async () => {
    const { owner, address, domain, browser } = await addSignOnAccount(service, {
      roleClaim: 'realm_access.roles',
      adminValues: ['signing-admins'],
    });
    const roleOf = async (claims: ReturnType<typeof person>) => {
      const answer = await signOn(service, claims, { emailAddress: address });
      return (await readSession(answer.browser)).user?.role;
    };
    const ada = person(address);
    const withRoles = (roles: unknown) => ({ ...ada, realm_access: { roles } });
    expect(await roleOf(withRoles(['owner', 'admin']))).toBe('member');
    expect(await roleOf(withRoles(['staff', 'signing-admins']))).toBe('admin');
    expect(await roleOf(withRoles('signing-admins'))).toBe('admin');
    expect(await roleOf(ada)).toBe('member');
    await database().transact(({ accounts }) =>
      accounts.updateUser({ ...owner, emailAddress: `boss@${domain}` }),
    );
    await database().transact(async ({ people }) => {
      const boss = await people.lock(owner.personId ?? '');
      if (boss !== null) await people.update({ ...boss, emailAddress: `boss@${domain}` });
    });
    expect(await roleOf(person(`boss@${domain}`))).toBe('owner');
    await browser.post('/v1/account/users', { emailAddress: `new@${domain}`, role: 'owner' });
    const invited = await signOn(service, person(`new@${domain}`), { emailAddress: address });
    expect([invited.status, invited.page]).toEqual([403, expect.stringContaining('invited as an owner')]);
    await browser.post('/v1/account/users', { emailAddress: `eva@${domain}`, role: 'admin' });
    expect(await roleOf(person(`eva@${domain}`, { realm_access: { roles: ['signing-admins'] } }))).toBe(
      'admin',
    );
  });

  it('[R04-10] reaches one account and no credentials of the person', async () => {
    const { account, address } = await addSignOnAccount(service);
    const elsewhere = buildAccount();
    const ada = await addUser(database(), elsewhere.accountId, address, { role: 'owner' });
    await database().transact(({ accounts }) => accounts.insertAccount(elsewhere));
    const theirs = await signIn(service.baseUrl, address, PASSWORD);
    const { browser } = await signOn(service, person(address), { emailAddress: address });
    const session = await readSession(browser);
    expect(session.accounts?.map(({ accountId }) => accountId)).toEqual([account.accountId]);
    const switched = await browser.put('/v1/session/account', { accountId: elsewhere.accountId });
    expect(switched).toMatchObject({ status: 404, body: refused('account_not_found') });
    const credentials = await Promise.all([
      browser.put('/v1/users/me/password', { currentPassword: PASSWORD, password: 'battery staple' }),
      browser.post('/v1/users/me/passkeys/options', { currentPassword: PASSWORD }),
      browser.get('/v1/users/me/passkeys'),
      browser.get('/v1/users/me/totp'),
      browser.post('/v1/users/me/totp', { currentPassword: PASSWORD }),
      browser.post('/v1/users/me/totp/recovery-codes', { currentPassword: PASSWORD }),
    ]);
    for (const answer of credentials)
      expect(answer).toMatchObject({ status: 403, body: refused('single_sign_on_session') });
    const listed = await browser.get<{ sessions: { sessionId: string }[] }>('/v1/users/me/sessions');
    expect(listed.body.sessions).toHaveLength(1);
    const own = await theirs.get<{ sessions: { sessionId: string; isCurrent: boolean }[] }>(
      '/v1/users/me/sessions',
    );
    const foreign = own.body.sessions.find(({ isCurrent }) => isCurrent)?.sessionId ?? '';
    expect(await browser.delete(`/v1/users/me/sessions/${foreign}`)).toMatchObject({ status: 404 });
    expect((await browser.delete('/v1/sessions')).status).toBe(204);
    expect((await browser.get('/v1/docs')).status).toBe(401);
    expect((await theirs.get<{ userId: string }>('/v1/users/me')).body.userId).toBe(ada.userId);
  });

  it('[R04-11] is required: passwords let in owners alone, and other sessions end at once', async () => {
    const { account, domain, address, browser } = await addSignOnAccount(service);
    const member = await addUser(database(), account.accountId, `eva@${domain}`);
    const before = await signIn(service.baseUrl, member.emailAddress, PASSWORD);
    const { body } = await browser.get<{ connection: Record<string, unknown> }>(SINGLE_SIGN_ON);
    const { createdAt: _, ...connection } = body.connection;
    const changed = await browser.put(SINGLE_SIGN_ON, {
      ...connection,
      roleClaim: undefined,
      isRequired: true,
    });
    expect(changed.status).toBe(200);
    expect(await before.get('/v1/docs')).toMatchObject({ status: 401, body: refused('session_missing') });
    const enter = (password: string) =>
      createBrowser(service.baseUrl).post('/v1/session', { emailAddress: member.emailAddress, password });
    expect(await enter('wrong horse')).toMatchObject({ status: 403, body: refused('sign_in_failed') });
    expect(await enter(PASSWORD)).toMatchObject({ status: 403, body: refused('single_sign_on_required') });
    expect((await browser.get('/v1/docs')).status).toBe(200);
    const { browser: signedOn } = await signOn(service, person(member.emailAddress), {
      emailAddress: address,
    });
    expect((await readSession(signedOn)).user?.userId).toBe(member.userId);
    // A person of several accounts is led to single sign-on for this one alone.
    const second = buildAccount();
    const { personId, emailAddress } = member;
    await database().transact(async ({ accounts }) => {
      await accounts.insertAccount(second);
      await accounts.insertUser(buildUser(second.accountId, { personId, emailAddress }));
    });
    const several = await signIn(service.baseUrl, emailAddress, PASSWORD);
    expect(await several.put('/v1/session/account', { accountId: account.accountId })).toMatchObject({
      status: 403,
      body: refused('single_sign_on_required'),
    });
    expect((await several.put('/v1/session/account', { accountId: second.accountId })).status).toBe(200);
    expect((await readSession(signedOn)).next).toBe('signed_in');
  });

  it('[R04-12] lets the last domain, the provider or the connection go without locking owners out', async () => {
    const { browser, address } = await addSignOnAccount(service);
    const { browser: ada } = await signOn(service, person(address), { emailAddress: address });
    expect((await ada.get('/v1/users/me')).status).toBe(200);
    expect((await browser.delete(SINGLE_SIGN_ON)).status).toBe(204);
    expect((await ada.get('/v1/users/me')).status).toBe(401);
    expect(await readSession(ada)).toEqual({ next: 'sign_in' });
    expect((await browser.get('/v1/users/me')).status).toBe(200);
    const again = await openBrowser(service.baseUrl).post('/v1/session/single-sign-on', {
      emailAddress: address,
    });
    expect(again).toMatchObject({ status: 404, body: refused('single_sign_on_not_found') });
    expect((await readLog(browser)).map(({ type }) => type)).toContain('single_sign_on.removed');
  });

  it('[R04-13] says in words that a provider is down or refuses, and notes it in the log of the account', async () => {
    const { address, browser } = await addSignOnAccount(service);
    const cancelled = await signOn(service, null, { emailAddress: address });
    expect([cancelled.status, cancelled.page]).toEqual([403, expect.stringContaining('or you cancelled')]);
    service.provider.failWith(503);
    const headers = { 'accept-language': 'sv' };
    const down = await openBrowser(service.baseUrl).post(
      '/v1/session/single-sign-on',
      { emailAddress: address },
      headers,
    );
    service.provider.failWith(null);
    expect(down).toMatchObject({ status: 503, body: refused('single_sign_on_unavailable') });
    expect(JSON.stringify(down.body)).toContain('svarar inte');
    const refusals = (await readLog(browser)).filter(({ type }) => type === 'session.refused');
    expect(refusals.map(({ details }) => details.fault)).toEqual(['no_answer', 'access_denied']);
  });

  it('[R04-14] leads to pages of this service only', async () => {
    const { address } = await addSignOnAccount(service);
    const addresses = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'x',
      '/\t/evil.example',
    ];
    const ada = person(address);
    for (const next of addresses) {
      const answer = await signOn(service, ada, { emailAddress: address, next });
      expect([answer.status, answer.headers.get('location')], next).toEqual([302, '/documents']);
    }
  });

  it('[R04-15] answers unknown addresses and domains alike', async () => {
    const begin = (emailAddress: string) =>
      openBrowser(service.baseUrl).post('/v1/session/single-sign-on', { emailAddress });
    const answers = await Promise.all(['owner@example.com', 'nobody@nowhere.example', 'x'].map(begin));
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, body: refused('single_sign_on_not_found') });
  });

  it('[R04-16] is managed by owners, who confirm it, and its secret is never answered', async () => {
    const { account, browser, domain } = await addSignOnAccount(service);
    const admin = await addUser(database(), account.accountId, `admin@${domain}`, { role: 'admin' });
    const asAdmin = await signIn(service.baseUrl, admin.emailAddress, PASSWORD);
    expect(await asAdmin.get(SINGLE_SIGN_ON)).toMatchObject({ status: 403, body: refused('role_missing') });
    const read = await browser.get<{ connection: object }>(SINGLE_SIGN_ON);
    expect(read.bytes.toString()).not.toContain(service.provider.clientSecret);
    const { issuer, clientId, clientSecret } = service.provider;
    const put = (input: object) =>
      browser.put(SINGLE_SIGN_ON, { name: 'Nordhavn', issuer, clientId, ...input });
    expect((await put({ name: 'Renamed' })).status).toBe(200);
    const unconfirmed = await put({ clientSecret });
    expect(unconfirmed).toMatchObject({ status: 403, body: refused('password_wrong') });
    const currentPassword = PASSWORD;
    const moved = await put({ issuer: 'https://other.example', currentPassword });
    expect(moved).toMatchObject({ status: 400, body: { details: [{ path: 'clientSecret' }] } });
    const stored = await database().read.signOn.findConnectionOfAccount(account.accountId);
    expect(stored).toMatchObject({ name: 'Renamed', issuer, clientSecret });
    const log = JSON.stringify(await readLog(browser));
    expect(log).not.toContain(clientSecret);
  });

  it('[R04-17] asks providers at public addresses only', async () => {
    const { browser } = await addSignOnAccount(service);
    const { clientId, clientSecret } = service.provider;
    const input = { name: 'Nordhavn', clientId, clientSecret, currentPassword: PASSWORD };
    const addresses = [
      'https://169.254.169.254',
      'https://10.0.0.1/realms/x',
      'https://intranet',
      'http://example.com',
    ];
    for (const issuer of addresses) {
      const answer = await browser.put(SINGLE_SIGN_ON, { ...input, issuer });
      expect(answer, issuer).toMatchObject({ status: 400, body: refused('issuer_refused') });
    }
  });

  it('[R04-03] proves domains by DNS, and one account has a domain', async () => {
    const one = await addSignOnAccount(service);
    const other = await addSignOnAccount(service);
    const add = (browser: ApiClient, domain: string) => browser.post(`${SINGLE_SIGN_ON}/domains`, { domain });
    for (const wrong of ['example', '127.0.0.1', 'a b.example', '-x.example'])
      expect((await add(other.browser, wrong)).status, wrong).toBe(400);
    expect((await add(other.browser, one.domain.toUpperCase())).status).toBe(201);
    service.records.delete(`_countersign.${one.domain}`);
    const verification = `${SINGLE_SIGN_ON}/domains/${one.domain}/verification`;
    const early = await other.browser.bare('POST', verification);
    expect(early).toMatchObject({ status: 409, body: refused('domain_not_verified') });
    const taken = await verifyDomain(service, other.browser, one.domain);
    expect(taken).toMatchObject({ status: 409, body: refused('domain_taken') });
    expect((await one.browser.delete(`${SINGLE_SIGN_ON}/domains/${one.domain}`)).status).toBe(204);
    expect((await verifyDomain(service, other.browser, one.domain)).status).toBe(200);
    const { clientId, issuer } = service.provider;
    const required = { name: 'N', clientId, issuer, isRequired: true };
    expect(await one.browser.put(SINGLE_SIGN_ON, required)).toMatchObject({
      status: 409,
      body: refused('domain_not_verified'),
    });
  });

  it('refuses deactivated users, and lets them go at once', async () => {
    const { address, browser } = await addSignOnAccount(service);
    const ada = person(address);
    const { browser: theirs } = await signOn(service, ada, { emailAddress: address });
    const { user } = await readSession(theirs);
    await browser.patch(`/v1/account/users/${user?.userId}`, { status: 'deactivated' });
    expect((await theirs.get('/v1/docs')).status).toBe(401);
    const again = await signOn(service, ada, { emailAddress: address });
    expect([again.status, again.page]).toEqual([403, expect.stringContaining('deactivated')]);
  });

  it('offers to sign out at the provider, and lets people make keys after a fresh sign-in', async () => {
    const { address, account } = await addSignOnAccount(service, {
      roleClaim: 'groups',
      adminValues: ['admins'],
    });
    const { browser } = await signOn(service, person(address, { groups: ['admins'] }), {
      emailAddress: address,
    });
    const key = () => browser.post('/v1/account/api-keys', { name: 'Export' });
    expect((await key()).status).toBe(201);
    await ageSession(browser);
    expect(await key()).toMatchObject({ status: 403, body: refused('sign_in_again') });
    const { body } = await browser.get<{ signOutUrl: string }>('/v1/session/provider');
    const url = new URL(body.signOutUrl);
    expect(url.origin).toBe(service.provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: service.provider.clientId,
      post_logout_redirect_uri: `${service.baseUrl}/sign-in`,
    });
    const owner = await signIn(service.baseUrl);
    expect((await owner.get('/v1/session/provider')).body).toEqual({ signOutUrl: null });
    expect(account.accountId).not.toBe('');
  });

  async function ageSession(browser: SignOnBrowser): Promise<void> {
    const idHash = hashSecret(browser.cookies.get('countersign-session') ?? '');
    await database().transact(async ({ browserSessions }) => {
      const session = await browserSessions.findByHash(idHash);
      if (session === null) throw new Error('the session is there');
      await browserSessions.replace(idHash, { ...session, createdAt: new Date(Date.now() - 16 * 60_000) });
    });
  }
});

describe('single sign-on of the service', () => {
  let service: SignOnService;
  let accountId: string;
  beforeAll(async () => {
    accountId = randomUUID();
    service = await startSignOnService(anyDatabase, (issuer) => ({
      SSO_ISSUER: issuer,
      SSO_CLIENT_ID: 'countersign',
      SSO_CLIENT_SECRET: 'a secret of the client',
      SSO_NAME: 'Nordhavn',
      SSO_DOMAINS: 'nordhavn.example, example.com',
      SSO_REQUIRED: 'true',
      SSO_ROLE_CLAIM: 'groups',
      SSO_ADMIN_VALUES: 'admins',
      SSO_ACCOUNT_ID: accountId,
    }));
    await service.service.database.transact(({ accounts }) =>
      accounts.insertAccount(buildAccount({ accountId })),
    );
  }, 120_000);
  afterAll(() => service?.close());

  it('[R04-02] identifies people for all of their accounts, and lets new ones join the account of the settings', async () => {
    const { database } = service.service;
    const page = await openBrowser(service.baseUrl).get('/sign-in');
    expect(page.bytes.toString()).toContain('data-sign-on="Nordhavn"');
    const ada = { sub: 'ada', email: 'ada@nordhavn.example', groups: ['admins'], name: 'Ada' };
    const { browser } = await signOn(service, ada, {});
    expect(await readSession(browser)).toMatchObject({
      next: 'signed_in',
      method: 'service',
      user: { role: 'admin' },
      account: { accountId },
    });
    const second = buildAccount();
    await database.transact(async ({ accounts, people }) => {
      const known = await people.findByEmail(ada.email);
      await accounts.insertAccount(second);
      const facts = { personId: known?.personId ?? null, emailAddress: ada.email, role: 'member' } as const;
      await accounts.insertUser(buildUser(second.accountId, facts));
    });
    const again = await signOn(service, ada, { emailAddress: ada.email, next: '/drafts' });
    expect(again.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent('/drafts')}`);
    expect((await readSession(again.browser)).next).toBe('choose_account');
    expect((await again.browser.put('/v1/session/account', { accountId: second.accountId })).status).toBe(
      200,
    );
    const stranger = await signOn(
      service,
      { sub: 'x', email: 'x@elsewhere.example', email_verified: true },
      {},
    );
    expect(stranger.status).toBe(403);
    const swapped = await signOn(service, { sub: 'mallory', email: ada.email }, {});
    expect([swapped.status, swapped.page]).toEqual([403, expect.stringContaining('another identity')]);
  });

  it('[R04-11] is required for all but owners', async () => {
    const member = await addUser(service.service.database, accountId, 'eva@nordhavn.example');
    const enter = (emailAddress: string) =>
      createBrowser(service.baseUrl).post('/v1/session', { emailAddress, password: PASSWORD });
    expect(await enter(member.emailAddress)).toMatchObject({
      status: 403,
      body: refused('single_sign_on_required'),
    });
    expect((await enter('owner@example.com')).status).toBe(200);
    expect((await signOn(service, { sub: 'eva', email: member.emailAddress }, {})).status).toBe(302);
  });
});
