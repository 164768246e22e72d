import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApiSettings, TrustedProxies } from './deps.ts';
import { buildApi } from './testing/build-api.ts';

const LINK = `/sign/${'t'.repeat(43)}/signature`;
const SIGNATURE = { ink: { kind: 'typed', typedName: 'Ada' }, values: [], consent: true };

/** The address that evidence would have. */
async function findEvidence(settings: Partial<ApiSettings>, forwarded: string): Promise<string | undefined> {
  const found: string[] = [];
  const signingPages = {
    requireLink: async () => undefined as never,
    sign: async (_: string, { ipAddress }: { ipAddress: string }) => {
      found.push(ipAddress);
      throw new Error('evidence is all that matters here');
    },
  };
  const { api } = await buildApi({ settings: settings as ApiSettings, signing: { signingPages } });
  const headers = { 'x-forwarded-for': forwarded };
  await api.inject({ method: 'POST', url: LINK, headers, payload: SIGNATURE, remoteAddress: '10.0.0.9' });
  return found[0];
}

describe('X-Forwarded-For', () => {
  // `true` took the first entry, so forged addresses became evidence.
  const CASES: readonly (readonly [TrustedProxies, string, string])[] = [
    [false, '203.0.113.7', '10.0.0.9'],
    [1, '203.0.113.7', '203.0.113.7'],
    [1, '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    [2, '6.6.6.6, 203.0.113.7, 10.0.0.8', '203.0.113.7'],
    [['10.0.0.0/8'], '6.6.6.6, 203.0.113.7, 10.0.0.8', '203.0.113.7'],
    [['192.168.0.0/16'], '203.0.113.7', '10.0.0.9'],
    [1, 'nonsense', '10.0.0.9'],
    [1, '<script>, 2001:db8::1', '2001:db8::1'],
    [1, '', '10.0.0.9'],
  ];
  it.each(CASES)('with trustProxy %j, "%s" is evidence of %s', async (trustProxy, forwarded, expected) => {
    expect(await findEvidence({ trustProxy }, forwarded)).toBe(expected);
  });

  it('buys nobody a fresh allowance', async () => {
    const settings = { rateLimitPerMinute: 1, trustProxy: 1 } as ApiSettings;
    const { api } = await buildApi({ settings });
    const ask = (forwarded: string) =>
      api.inject({ url: '/verify', headers: { 'x-forwarded-for': `${forwarded}, 203.0.113.7` } });
    expect((await ask('1.1.1.1')).statusCode).toBe(200);
    expect((await ask('2.2.2.2')).statusCode).toBe(429);
  });
});

describe('the limit of requests without a token', () => {
  const askFrom = async (first: string, second: string) => {
    const { api } = await buildApi({ settings: { rateLimitPerMinute: 1 } as ApiSettings });
    expect((await api.inject({ url: '/verify', remoteAddress: first })).statusCode).toBe(200);
    return (await api.inject({ url: '/verify', remoteAddress: second })).statusCode;
  };

  // An IPv6 subscriber has 2^64 addresses.
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ['2001:db8:1:2:3:4:5:6', '2001:0DB8:1:2::'],
    ['2001:db8::1', '2001:db8:0:0:7::2'],
    ['::1', '::2'],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ])('is one for the network of %s and %s', async (first, second) => {
    expect(await askFrom(first, second)).toBe(429);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['1::', '2::'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    ['192.0.2.1', '192.0.2.2'],
  ])('is another for each of %s and %s', async (first, second) => {
    expect(await askFrom(first, second)).toBe(200);
  });
});

describe('every answer', () => {
  it.each([
    '/v1/docs',
    '/v1/auth/token',
    '/v1/nothing',
    '/verify',
    '/sign/x/session',
    `/sign/x/proofs/${randomUUID()}`,
    '/healthz',
    '/openapi.json',
    '/nothing',
  ])('is kept by no cache and used by no other site: %s', async (url) => {
    const { api } = await buildApi();
    expect((await api.inject(url)).headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('the outbox', () => {
  const MESSAGE = {
    id: 'm',
    channel: 'email',
    to: 'a@b.se',
    senderName: 'n',
    replyTo: null,
    subject: 's',
    text: 't',
    html: '',
    attachment: null,
    createdAt: '',
  };
  const read = async (host: string, url: string) => {
    const { api } = await buildApi({ outbox: { list: async () => [MESSAGE as never] } });
    return (await api.inject({ url, headers: { host } })).statusCode;
  };

  it.each(['/outbox', '/outbox/messages'])('is there for names of this machine: %s', async (url) => {
    for (const host of [
      'localhost:8080',
      'LOCALHOST',
      'app.localhost:1',
      '127.0.0.1:8080',
      '[::1]:8080',
      '10.0.0.5',
    ])
      expect(await read(host, url), host).toBe(200);
  });

  // A page of evil.example, resolved to 127.0.0.1, read every message (DNS rebinding).
  it.each(['/outbox', '/outbox/messages'])('is not there for a name of somebody else: %s', async (url) => {
    for (const host of ['evil.example', 'evil.example:8080', 'localhost.evil.example', 'notlocalhost', 'a b'])
      expect(await read(host, url), host).toBe(404);
  });
});
