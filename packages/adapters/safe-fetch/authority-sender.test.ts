import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { NetworkRequest } from '@countersign/seal/network';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AuthoritySender, type AuthoritySenderOptions, createAuthoritySender } from './senders.ts';

const REQUEST: Omit<NetworkRequest, 'url'> = {
  method: 'GET',
  headers: {},
  timeoutMs: 10_000,
  maxBytes: 1000,
};
const refusal = { code: 'authority_url_not_allowed' };
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  answer(request.url ?? '', request.headers.authorization, body, response);
});
let url: string;
let sender: AuthoritySender | undefined;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(async () => {
  await sender?.close();
  sender = undefined;
});

function send(path: string, options: Partial<AuthoritySenderOptions>, more: Partial<NetworkRequest> = {}) {
  sender = createAuthoritySender({ configuredUrls: [], ...options });
  return sender.send({ ...REQUEST, url: path.startsWith('/') ? url + path : path, ...more });
}

describe('what a certificate names', () => {
  it.each([
    'http://127.0.0.1/',
    'https://10.0.0.1/',
    'http://169.254.169.254/latest',
    'ftp://example.com/',
    'http://db/',
  ])('is refused when it is %s', async (address) => {
    await expect(send(address, {})).rejects.toMatchObject(refusal);
  });

  it('is refused when its name leads into an inner network', async () => {
    const resolveName: AuthoritySenderOptions['resolveName'] = (_host, _options, callback) =>
      callback(null, [{ address: '10.0.0.1', family: 4 }]);
    await expect(send('http://ocsp.example.com/', { resolveName })).rejects.toMatchObject(refusal);
  });

  it('is refused when a server on this machine redirects into an inner network', async () => {
    const work = send('/redirect?http://10.0.0.1/', { allowLoopback: true });
    await expect(work).rejects.toMatchObject(refusal);
  });
});

describe('an address of the settings', () => {
  it('may be of an inner network', async () => {
    const { status, contentType, body } = await send(
      '/echo',
      { configuredUrls: [`${url}/echo`] },
      {
        method: 'POST',
        body: Buffer.from('query'),
      },
    );
    expect({ status, contentType, text: Buffer.from(body).toString() }).toEqual({
      status: 200,
      contentType: 'application/timestamp-reply',
      text: 'query none',
    });
  });

  it('opens no other address of the same server', async () => {
    await expect(send('/other', { configuredUrls: [`${url}/echo`] })).rejects.toMatchObject(refusal);
  });

  it('does not open by a redirect what is not public', async () => {
    const configured = `${url}/redirect?${url}/echo`;
    await expect(send(configured, { configuredUrls: [configured] })).rejects.toMatchObject(refusal);
  });

  it('has its password sent as a header, and not to where it redirects', async () => {
    const withPassword = (path: string) => url.replace('//', '//anna:secret@') + path;
    const direct = withPassword('/echo');
    const answered = await send(direct, { configuredUrls: [direct] });
    expect(Buffer.from(answered.body).toString()).toBe(` Basic ${btoa('anna:secret')}`);
    await sender?.close();
    const redirected = withPassword(`/redirect?${url}/echo`);
    const elsewhere = await send(redirected, { configuredUrls: [redirected], allowLoopback: true });
    expect(Buffer.from(elsewhere.body).toString()).toBe(' none');
  });
});

describe('limits', () => {
  it('ends a request whose server does not answer', async () => {
    const work = send('/silent', { allowLoopback: true }, { timeoutMs: 100 });
    await expect(work).rejects.toMatchObject({ code: 'timed_out', params: { timeoutMs: 100 } });
  });

  it('reads no more than it was told to', async () => {
    const work = send('/endless', { allowLoopback: true });
    await expect(work).rejects.toMatchObject({ code: 'answer_not_usable', params: { limit: '1000 bytes' } });
  });

  it('does not follow redirects for ever', async () => {
    const work = send('/circle', { allowLoopback: true });
    await expect(work).rejects.toMatchObject({ code: 'answer_not_usable', params: { limit: '3 redirects' } });
  });
});

function answer(path: string, authorization = 'none', body: Buffer, response: ServerResponse): void {
  if (path === '/silent') return;
  if (path === '/endless') return void response.writeHead(200).write(Buffer.alloc(2000));
  if (path === '/circle') return void response.writeHead(302, { location: path }).end();
  if (path.startsWith('/redirect?'))
    return void response.writeHead(302, { location: path.slice('/redirect?'.length) }).end();
  const headers = { 'content-type': 'Application/Timestamp-Reply; charset=binary' };
  response.writeHead(200, headers).end(`${body} ${authorization}`);
}
