import { createHash } from 'node:crypto';
import { buildElectronicIdRequest, electronicIdContract, TEST_PERSON } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrokerOptions, createBrokerProvider } from './broker-provider.ts';
import { type BrokerPerson, type BrokerServer, startBrokerServer } from './testing/broker-server.ts';

const CLIENT = {
  clientId: 'countersign',
  clientSecret: 'a-secret-of-the-test',
  redirectUrl: 'https://sign.example.com/e-id/callback',
};

let server: BrokerServer;
beforeAll(async () => {
  server = await startBrokerServer(CLIENT);
});
afterAll(() => server.close());

function open(changes: Partial<BrokerOptions> = {}) {
  return createBrokerProvider({
    ...CLIENT,
    name: 'Freja',
    issuer: server.issuer,
    allowHttp: true,
    ...changes,
  });
}

electronicIdContract(async () => ({
  provider: open(),
  unreachable: open({ issuer: 'http://127.0.0.1:1' }),
  complete: async ({ secrets }, person) => ({
    query: await server.visit(secrets.authorizationUrl ?? '', person),
  }),
  refuse: async ({ secrets }) => ({ query: await server.visit(secrets.authorizationUrl ?? '', null) }),
  close: async () => undefined,
}));

// Health was answered from the metadata that the first order had kept.
it('a broker whose server is gone after it was used is not healthy', async () => {
  const gone = await startBrokerServer(CLIENT);
  const provider = open({ issuer: gone.issuer });
  await provider.start(buildElectronicIdRequest());
  await provider.checkHealth();
  await gone.close();
  await expect(provider.checkHealth()).rejects.toThrow();
});

describe('an order at a broker', () => {
  const INVALID = { kind: 'failed', message: 'identification_invalid' };

  async function visited(changes: Partial<BrokerOptions> = {}, person: BrokerPerson = TEST_PERSON) {
    const faults: string[] = [];
    const provider = open({ onFault: (fault) => faults.push(fault), ...changes });
    const order = await provider.start(buildElectronicIdRequest());
    const query = await server.visit(order.secrets.authorizationUrl ?? '', person);
    return { provider, order, query, faults };
  }

  it('has a code that works once, in its own order', async () => {
    const { provider, order, query } = await visited();
    const other = await provider.start(buildElectronicIdRequest());
    expect(await provider.check(other, { query })).toEqual(INVALID);
    expect(await provider.check(order, { query })).toMatchObject({ kind: 'complete' });
    expect(await provider.check(order, { query })).toEqual(INVALID);
  });

  it('needs the verifier of its start', async () => {
    const { provider, order, query, faults } = await visited();
    const secrets = { ...order.secrets, codeVerifier: 'x'.repeat(43) };
    expect(await provider.check({ ...order, secrets }, { query })).toEqual(INVALID);
    expect(faults).toHaveLength(1);
  });

  it('needs the nonce of its start', async () => {
    const { provider, order, query } = await visited();
    const secrets = { ...order.secrets, nonce: 'other' };
    expect(await provider.check({ ...order, secrets }, { query })).toEqual(INVALID);
  });

  it('gives no identity without the assurance level that is configured', async () => {
    const { provider, order, query } = await visited({
      acrValues: ['http://id.elegnamnden.se/loa/1.0/loa3'],
    });
    expect(await provider.check(order, { query })).toEqual(INVALID);
  });

  it('gives no identity of a person who was signed in before, by an address without `prompt`', async () => {
    const browser = new Map<string, string>();
    const first = await open().start(buildElectronicIdRequest());
    await server.visit(first.secrets.authorizationUrl ?? '', TEST_PERSON, browser);
    const faults: string[] = [];
    const provider = open({
      now: () => new Date(Date.now() + 60_000),
      onFault: (fault) => faults.push(fault),
    });
    const order = await provider.start(buildElectronicIdRequest());
    const address = new URL(order.secrets.authorizationUrl ?? '');
    for (const name of ['prompt', 'max_age']) address.searchParams.delete(name);
    const query = await server.visit(address.href, { ...TEST_PERSON, fullName: 'Not Asked' }, browser);
    expect(await provider.check(order, { query })).toEqual(INVALID);
    expect(faults).toEqual(['auth_time_missing']);
    const older = await provider.start(buildElectronicIdRequest());
    const asked = new URL(older.secrets.authorizationUrl ?? '');
    asked.searchParams.delete('prompt');
    const second = await server.visit(asked.href, { ...TEST_PERSON, fullName: 'Not Asked' }, browser);
    expect(await provider.check(older, { query: second })).toEqual(INVALID);
    expect(faults).toEqual(['auth_time_missing', 'identified_before']);
  });

  it.each([
    ['without a name', { ...TEST_PERSON, fullName: '' }],
    ['with a wrong personal number', { ...TEST_PERSON, personalNumber: '191212121213' }],
  ])('gives no identity %s', async (_, person) => {
    const { provider, order, query } = await visited({}, person);
    expect(await provider.check(order, { query })).toEqual(INVALID);
  });

  it('has a name in two parts at some brokers', async () => {
    const { provider, order, query } = await visited(
      { nameClaim: 'https://broker.example/name' },
      { ...TEST_PERSON, givenName: 'Tolvan', familyName: 'Tolvansson' },
    );
    expect(await provider.check(order, { query })).toMatchObject({
      identity: { fullName: 'Tolvan Tolvansson' },
    });
  });

  it('gives the ID token as evidence, bound to the text of the order', async () => {
    const { provider, order, query } = await visited();
    const [random = '', hash] = (order.secrets.nonce ?? '').split('.');
    expect(hash).toBe(
      createHash('sha256').update(`${random}\n${order.request.hiddenText}`).digest('base64url'),
    );
    const outcome = await provider.check(order, { query });
    const { signature } = outcome.kind === 'complete' ? outcome.identity : { signature: null };
    const [, claims = ''] = Buffer.from(signature ?? '', 'base64')
      .toString()
      .split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      nonce: order.secrets.nonce,
      iss: server.issuer,
    });
  });

  it('gives no identity for an ID token that another key signed', async () => {
    const { provider, order, query } = await visited();
    server.replaceKeys();
    expect(await provider.check(order, { query })).toEqual(INVALID);
  });

  // openid-client reads answers of any size.
  it.each([
    [100, 'complete'],
    [600 * 1024, 'failed'],
  ])('reads keys with %i blanks as %s', async (length, kind) => {
    const own = await startBrokerServer(CLIENT);
    own.padKeys(length);
    const provider = open({ issuer: own.issuer });
    const order = await provider.start(buildElectronicIdRequest());
    const query = await own.visit(order.secrets.authorizationUrl ?? '', TEST_PERSON);
    expect(await provider.check(order, { query })).toMatchObject({ kind });
    own.close();
  });

  it('says that a broker is down after the person was there', async () => {
    const own = await startBrokerServer(CLIENT);
    const provider = open({ issuer: own.issuer });
    const order = await provider.start(buildElectronicIdRequest());
    const query = await own.visit(order.secrets.authorizationUrl ?? '', TEST_PERSON);
    own.close();
    const outcome = await provider.check(order, { query });
    expect(outcome).toEqual({ kind: 'failed', message: 'provider_unavailable', isOutage: true });
  });

  it('says when the person refused', async () => {
    const provider = open();
    const order = await provider.start(buildElectronicIdRequest());
    const query = await server.visit(order.secrets.authorizationUrl ?? '', null);
    expect(await provider.check(order, { query })).toEqual({
      kind: 'failed',
      message: 'refused_at_provider',
    });
  });

  it('ends after ten minutes', async () => {
    let now = new Date();
    const provider = open({ now: () => now });
    const order = await provider.start(buildElectronicIdRequest());
    now = new Date(now.getTime() + 601_000);
    expect(await provider.check(order)).toEqual({ kind: 'failed', message: 'order_expired' });
  });
});
