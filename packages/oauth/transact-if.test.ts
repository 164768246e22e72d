import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { authorize, resume } from './authorize.ts';
import type { AuthorizationDeps } from './deps.ts';
import type { OAuthDatabase } from './ports.ts';
import { requestToken, revokeToken } from './token-endpoint.ts';

const PUBLIC_CLIENT = { client_id: randomUUID() };

/** Notes when the library is loaded and when a transaction begins. */
function setUp() {
  const order: string[] = [];
  const deps: AuthorizationDeps = {
    library: {
      load: async () => void order.push('load'),
      send: async () => {
        order.push('send');
        return { status: 400, location: undefined, body: '', refusal: undefined };
      },
    },
    database: {
      transact: async (work: (stores: never) => Promise<unknown>) => {
        order.push('begin');
        return work(undefined as never);
      },
    } as unknown as OAuthDatabase,
    documents: { find: () => Promise.reject(new Error('no documents here')) },
    fetchDocument: () => Promise.reject(new Error('no network here')),
    clock: { now: () => new Date() },
    ids: { uuid: randomUUID, secret: randomUUID },
    settings: { authUrl: 'https://sign.example', baseUrl: 'https://sign.example', allowLoopback: false },
  };
  return { deps, order };
}

const form = (members: Readonly<Record<string, string>>) =>
  new URLSearchParams({ ...PUBLIC_CLIENT, ...members });

const REQUESTS: readonly [string, (deps: AuthorizationDeps) => Promise<unknown>][] = [
  [
    'authorization',
    (deps) =>
      authorize(deps, {
        parameters: new URLSearchParams(PUBLIC_CLIENT),
        isSignedIn: true,
        browserSecret: '',
      }),
  ],
  ['callback', (deps) => resume(deps, { uid: randomUUID(), clientId: PUBLIC_CLIENT.client_id })],
  [
    'token',
    (deps) =>
      requestToken(deps, {
        form: form({ grant_type: 'refresh_token', refresh_token: 'x' }),
        authorization: undefined,
      }),
  ],
  ['revocation', (deps) => revokeToken(deps, { form: form({ token: 'x' }), authorization: undefined })],
];

// The first request of a process read the library from the disk while it held a connection.
it.each(REQUESTS)('loads the library before the transaction of a request: %s', async (_, send) => {
  const { deps, order } = setUp();
  await expect(send(deps)).rejects.toThrow();
  expect(order).toEqual(['load', 'begin', 'send']);
});
