import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { DocumentUnavailable } from '@countersign/oauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../e-id/testing/certificates.ts';
import { createDocumentFetcher, type DocumentFetcher, type DocumentFetcherOptions } from './senders.ts';

const authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
const { certificate, key } = makeCertificate({ commonName: 'localhost', issuer: authority });
const server = createServer({ cert: certificate, key }, (request, response) => {
  if (request.url === '/redirect') return void response.writeHead(302, { location: '/client' }).end();
  if (request.url === '/endless') return void response.writeHead(200).write(Buffer.alloc(2000));
  response.writeHead(200, { 'cache-control': 'max-age=60' }).end('{"a":1}');
});
let url: string;
let fetcher: DocumentFetcher | undefined;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(async () => {
  await fetcher?.close();
  fetcher = undefined;
});

function read(
  address: string,
  options: DocumentFetcherOptions = { loopbackAuthorityPem: authority.certificate },
) {
  fetcher = createDocumentFetcher(options);
  return fetcher.fetch(address, 1000);
}

describe('the reader of client metadata documents', () => {
  it('reads over https', async () => {
    const { status, headers, body } = await read(`${url}/client`);
    expect([status, headers['cache-control'], new TextDecoder().decode(body)]).toEqual([
      200,
      'max-age=60',
      '{"a":1}',
    ]);
  });

  it('[D8-23] follows no redirect', async () => {
    expect(await read(`${url}/redirect`)).toMatchObject({ status: 302 });
  });

  it('[D8-22] reads no more than it may', async () => {
    await expect(read(`${url}/endless`)).rejects.toMatchObject({ code: 'answer_not_usable' });
  });

  it.each([
    'http://example.com/client',
    'https://127.0.0.1/client',
    'https://10.0.0.1/client',
    'https://[::1]/client',
    'https://169.254.169.254/client',
    'https://localhost/client',
    'https://db/client',
    'https://user:secret@example.com/client',
  ])('[D8-21] does not call %s', async (address) => {
    await expect(read(address, {})).rejects.toMatchObject({ code: 'document_url_not_allowed' });
  });

  it('[D8-21] does not call a name that leads into an inner network', async () => {
    const work = read('https://app.example.com/client', {
      resolveName: (_host, _options, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
    });
    await expect(work).rejects.toMatchObject({ code: 'document_url_not_allowed' });
  });

  it('says of a server that is down that a later attempt may succeed', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await expect(read(`https://localhost:${port}/client`)).rejects.toThrow(DocumentUnavailable);
  });

  it('takes no certificate that nobody vouches for', async () => {
    const { certificate: other } = makeCertificate({ commonName: 'localhost', isAuthority: true });
    await expect(read(`${url}/client`, { loopbackAuthorityPem: other })).rejects.toThrow();
  });
});
