import type { ServerSeams } from '@countersign/server';
import { afterAll, beforeAll } from 'vitest';
import { shareService } from '../share-service.ts';
import { anyDatabase, startService, type TestService } from '../start-service.ts';
import {
  CALLBACK,
  postJson,
  registerTestClient,
  sendForm,
  signInUserAgent,
  type TestClient,
  type UserAgent,
} from './user-agent.ts';

export interface OAuthService {
  readonly service: TestService;
  readonly baseUrl: string;
  /** The browser of the owner. */
  readonly agent: UserAgent;
  /** Confidential. */
  readonly client: TestClient;
  readonly publicClient: TestClient;
  /** POST /oauth/token of a client. */
  exchange(
    from: TestClient,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** POST /oauth/register; everything that is required is there. */
  register(metadata: object): Promise<Response>;
  /** A form without credentials of their own. */
  sendRaw(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** GET /v1/auth/token */
  describeToken(token: string): Promise<Response>;
}

/**
 * For the tests of a file: a service with a signed-in owner and a registered client of each kind. Its members are there
 * when the tests run. Settings or seams start another service than the shared one.
 */
export function useOAuthService(env?: Readonly<Record<string, string>>, seams?: ServerSeams): OAuthService {
  const oauth = {} as OAuthService;
  beforeAll(async () => {
    const isShared = env === undefined && seams === undefined;
    const service = await (isShared ? shareService(anyDatabase) : startService(anyDatabase, env, seams));
    Object.assign(oauth, await prepareOAuth(service));
  });
  afterAll(() => oauth.service?.close());
  return oauth;
}

async function prepareOAuth(service: TestService): Promise<OAuthService> {
  const { baseUrl } = service;
  return {
    service,
    baseUrl,
    agent: await signInUserAgent(baseUrl),
    client: await registerTestClient(baseUrl, { token_endpoint_auth_method: 'client_secret_basic' }),
    publicClient: await registerTestClient(baseUrl),
    exchange: (from, form, headers) => sendForm(`${baseUrl}/oauth/token`, from, form, headers),
    register: (metadata) =>
      postJson(`${baseUrl}/oauth/register`, { client_name: 'x', redirect_uris: [CALLBACK], ...metadata }),
    sendRaw: (path, body, headers = {}) =>
      fetch(`${baseUrl}${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    describeToken: (token) =>
      fetch(`${baseUrl}/v1/auth/token`, { headers: { authorization: `Bearer ${token}` } }),
  };
}
