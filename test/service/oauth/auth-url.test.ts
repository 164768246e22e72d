import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyDatabase, listenSettings, startService, type TestService } from '../start-service.ts';
import {
  authorizationAddress,
  CALLBACK,
  createUserAgent,
  isAccepted,
  locationOf,
  makeChallenge,
  openConsent,
  postDecision,
  registerTestClient,
  sendForm,
  signInUserAgent,
  type TestClient,
} from './user-agent.ts';

/** The same service under two host names: browsers keep cookies of each apart. */
let service: TestService;
let authUrl: string;
let client: TestClient;

beforeAll(async () => {
  const settings = await listenSettings();
  authUrl = `http://127.0.0.1:${settings.PORT}`;
  service = await startService(anyDatabase, { ...settings, HOST: '127.0.0.1', AUTH_URL: authUrl });
  client = await registerTestClient(service.baseUrl);
}, 60_000);
afterAll(() => service.close());

function challenged() {
  const { verifier, challenge } = makeChallenge();
  const address = authorizationAddress(client, { code_challenge: challenge, code_challenge_method: 'S256' });
  return { verifier, address };
}

it('[0-02] [5-03] leads from sign-in over consent to a token with an authorization server on a host of its own', async () => {
  expect(new URL(service.baseUrl).hostname).not.toBe(new URL(authUrl).hostname);
  const { verifier, address } = challenged();
  const signIn = locationOf(await createUserAgent(authUrl).open(address));
  expect(signIn.href.startsWith(`${authUrl}/sign-in?next=`)).toBe(true);
  const agent = await signInUserAgent(authUrl);
  const consent = locationOf(await agent.open(signIn.searchParams.get('next') ?? ''));
  expect(consent.href.startsWith(`${authUrl}/consent/`)).toBe(true);
  expect((await agent.open(consent.href)).status).toBe(200);
  const uid = consent.pathname.split('/').at(-1) ?? '';
  const { redirectTo } = await (await postDecision(agent, uid)).json();
  expect(redirectTo).toBe(`${authUrl}/oauth/consents/${uid}/callback`);
  const callback = locationOf(await agent.open(redirectTo));
  expect(callback.href.startsWith(`${CALLBACK}?`)).toBe(true);
  expect(callback.searchParams.get('iss')).toBe(authUrl);
  const answer = await sendForm(`${service.baseUrl}/oauth/token`, client, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  const { access_token } = await answer.json();
  expect(await isAccepted(service.baseUrl, access_token)).toBe(true);
});

it('refuses a decision that a page of the other host sends, though that host is of this service', async () => {
  const agent = await signInUserAgent(authUrl);
  const uid = await openConsent(agent, challenged().address);
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { userId } = await (await agent.page('GET', '/v1/users/me')).json();
  const answer = await fetch(`${authUrl}/oauth/consents/${uid}`, {
    method: 'POST',
    headers: {
      ...{ cookie, 'countersign-page': '1', 'sec-fetch-site': 'cross-site', origin: service.baseUrl },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ decision: 'allow', userId }),
  });
  expect(answer.status).toBe(403);
});

it('sets cookies for the host of the authorization server alone', async () => {
  const answer = await createUserAgent(authUrl).open(challenged().address);
  expect(answer.headers.getSetCookie().length).toBeGreaterThan(0);
  for (const line of answer.headers.getSetCookie()) expect(line).not.toMatch(/;\s*domain=/i);
});
