import { createHash, randomBytes } from 'node:crypto';
import { signIn } from '../api-client.ts';

export const CALLBACK = 'https://app.example.com/callback';

/** A browser that keeps every cookie and follows no redirect. */
export interface UserAgent {
  /** A navigation, as from another site. */
  open(address: string): Promise<Response>;
  /** A request of a page of the service. */
  page(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response>;
  readonly cookies: Map<string, string>;
}

export function createUserAgent(baseUrl: string): UserAgent {
  const cookies = new Map<string, string>();
  const send = async (address: string, init: RequestInit, headers: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { ...headers, ...(cookie === '' ? {} : { cookie }) };
    const answer = await fetch(new URL(address, baseUrl), { ...init, headers: all, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    open: (address) => send(address, {}, { 'sec-fetch-site': 'cross-site' }),
    page: (method, path, body) =>
      send(path, body === undefined ? { method } : { method, body: JSON.stringify(body) }, {
        'countersign-page': '1',
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }),
  };
}

/** The browser of the owner of the tests, or of another user. */
export async function signInUserAgent(baseUrl: string, emailAddress?: string): Promise<UserAgent> {
  const agent = createUserAgent(baseUrl);
  const browser = await signIn(baseUrl, emailAddress);
  const [name = '', value = ''] = (browser.cookie() ?? '').split('=');
  agent.cookies.set(name, value);
  return agent;
}

export interface TestClient {
  readonly client_id: string;
  readonly client_secret?: string;
}

export async function registerTestClient(
  baseUrl: string,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<TestClient> {
  const answer = await postJson(`${baseUrl}/oauth/register`, {
    client_name: 'Contract archive',
    redirect_uris: [CALLBACK],
    ...metadata,
  });
  if (answer.status !== 201) throw new Error(`registration: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export function makeChallenge() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The query of an authorization request; null leaves a parameter out. */
export function authorizationAddress(
  client: TestClient,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const parameters = {
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'read write',
    state: 'state-1',
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return `/oauth?${new URLSearchParams(given)}`;
}

/** Opens a request, decides it, and returns the address that the browser is sent to. */
export async function decide(
  agent: UserAgent,
  address: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const uid = await openConsent(agent, address);
  const answer = await postDecision(agent, uid, decision);
  if (answer.status !== 200) throw new Error(`decision: ${answer.status} ${await answer.text()}`);
  const { redirectTo } = (await answer.json()) as { redirectTo: string };
  return locationOf(await agent.open(redirectTo));
}

/** As the page does, which names the user that it showed. */
export async function postDecision(
  agent: UserAgent,
  uid: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<Response> {
  const { userId } = await (await agent.page('GET', '/v1/users/me')).json();
  return agent.page('POST', `/oauth/consents/${uid}`, { decision, userId });
}

/** Returns the id of the running consent. */
export async function openConsent(agent: UserAgent, address: string): Promise<string> {
  const { pathname } = locationOf(await agent.open(address));
  const [, uid] = /^\/consent\/([\w-]+)$/.exec(pathname) ?? [];
  if (uid === undefined) throw new Error(`no consent but ${pathname}`);
  return uid;
}

export function locationOf(answer: Response): URL {
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) throw new Error(`no redirect but ${answer.status}`);
  return new URL(location);
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** A form of a client: Basic with a secret, else with client_id in the body. */
export function sendForm(
  url: string,
  client: TestClient,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { client_id, client_secret } = client;
  const body = new URLSearchParams(client_secret === undefined ? { ...form, client_id } : form);
  const basic = client_secret === undefined ? {} : { authorization: basicOf(client_id, client_secret) };
  return fetch(url, { method: 'POST', body, headers: { ...basic, ...headers } });
}

export function basicOf(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** A code for a client, with what exchanging it needs. */
export async function obtainCode(
  agent: UserAgent,
  client: TestClient,
  changes: Readonly<Record<string, string | null>> = {},
) {
  const { verifier, challenge } = makeChallenge();
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const location = await decide(agent, authorizationAddress(client, { ...pkce, ...changes }));
  const code = location.searchParams.get('code') ?? '';
  return {
    code,
    location,
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    } as Readonly<Record<string, string>>,
  };
}

export async function obtainTokens(
  baseUrl: string,
  agent: UserAgent,
  client: TestClient,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<TokenAnswer> {
  const { form } = await obtainCode(agent, client, changes);
  const answer = await sendForm(`${baseUrl}/oauth/token`, client, form);
  if (answer.status !== 200) throw new Error(`token: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export function refresh(
  baseUrl: string,
  client: TestClient,
  token: string,
  more: Record<string, string> = {},
) {
  return sendForm(`${baseUrl}/oauth/token`, client, {
    grant_type: 'refresh_token',
    refresh_token: token,
    ...more,
  });
}

/** Whether the API takes an access token. */
export async function isAccepted(baseUrl: string, token: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/v1/auth/token`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status === 200;
}

export async function errorOf(answer: Response | Promise<Response>): Promise<string> {
  const { error } = (await (await answer).json()) as { error: string };
  return `${(await answer).status} ${error}`;
}
