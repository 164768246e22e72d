import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { webhookSenderContract } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAllowedAddress } from './safe-fetch.ts';
import { createWebhookSender, WEBHOOK_TIMEOUT_MS, type WebhookSenderOptions } from './senders.ts';

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const received: Received[] = [];
const server = createServer(answer);
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

webhookSenderContract(async () => {
  const sender = createWebhookSender({ allowLoopbackHttp: true });
  return { sender, url, received: () => received, close: () => sender.close() };
});

const refusal = { code: 'webhook_url_not_allowed' };

describe('addresses', () => {
  const strict = { allowLoopback: false };
  it.each([
    '127.0.0.1',
    '127.1.2.3',
    '::1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::',
    '255.255.255.255',
    '224.0.0.1',
    '192.0.0.8',
    '198.18.0.1',
    '198.51.100.1',
    '240.0.0.1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:0a00:0001',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001::1',
    'localhost',
    '',
  ])('refuses %s', (address) => expect(isAllowedAddress(address, strict)).toBe(false));

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('allows %s', (address) =>
    expect(isAllowedAddress(address, strict)).toBe(true),
  );
});

describe('without the development switch', () => {
  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://db/',
    'https://metadata.google.internal/',
    'https://a.local/',
    'https://*.example.com/',
    'https://a..example.com/',
    'http://127.0.0.1/',
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://169.254.169.254./',
  ])('refuses %s before any connection', async (address) => {
    const sender = createWebhookSender();
    await expect(sender.checkUrl(address)).rejects.toMatchObject(refusal);
    await expect(sender.post(address, {}, '{}')).rejects.toMatchObject(refusal);
  });

  it('allows a public name and a public address', async () => {
    const sender = createWebhookSender();
    await sender.checkUrl('https://hooks.example.com/a?b=c');
    await sender.checkUrl('https://1.1.1.1:8443/');
  });

  it.each([['127.0.0.1'], ['::1'], ['169.254.169.254'], ['::ffff:10.0.0.1'], ['1.1.1.1', '10.0.0.1']])(
    '[D7-17] refuses a public name that resolves to %s %s',
    async (...addresses) => {
      const sender = createWebhookSender({ resolveName: resolveTo(addresses) });
      await expect(sender.post('https://rebind.example.com/', {}, '{}')).rejects.toMatchObject(refusal);
    },
  );
});

describe('with the development switch', () => {
  it('[D7-19] calls localhost by name over plain http, and nothing else over plain http', async () => {
    const sender = createWebhookSender({ allowLoopbackHttp: true });
    const { port } = new URL(url);
    expect(await sender.post(`http://localhost:${port}/status/200`, {}, '{}')).toEqual({ status: 200 });
    await expect(sender.checkUrl('http://192.168.0.1/')).rejects.toMatchObject(refusal);
    await sender.close();
  });

  it('[D7-20] gives up on a server that does not answer in time, by default after 10 s', async () => {
    expect(WEBHOOK_TIMEOUT_MS).toBe(10_000);
    const sender = createWebhookSender({ allowLoopbackHttp: true, timeoutMs: 200 });
    await expect(sender.post(`${url}/silent`, {}, '{}')).rejects.toThrow();
  });

  it('tells the status of an answer whose body never ends', async () => {
    const sender = createWebhookSender({ allowLoopbackHttp: true, timeoutMs: 500 });
    expect(await sender.post(`${url}/endless`, {}, '{}')).toEqual({ status: 200 });
  });
});

function resolveTo(addresses: readonly string[]): WebhookSenderOptions['resolveName'] & {} {
  const found: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  return (_hostname, _options, callback) => callback(null, found);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  received.push({ path, headers: request.headers as Record<string, string>, body: await text(request) });
  if (path === '/silent') return;
  if (path === '/endless') return streamForEver(response);
  const status = Number(path.split('/').at(-1));
  response.writeHead(status, status === 302 ? { location: '/status/200' } : {}).end();
}

function streamForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(16_384);
  const timer = setInterval(() => response.write(chunk), 5);
  response.once('close', () => clearInterval(timer));
}
