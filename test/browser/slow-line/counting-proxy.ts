import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly range: string | undefined;
  readonly status: number;
  readonly bytes: number;
}

export interface CountingProxy {
  readonly url: string;
  /** In order of completion; aborted requests count with the bytes sent. */
  readonly exchanges: Exchange[];
  close(): Promise<void>;
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => relay(target, request, response, exchanges));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function relay(target: string, request: IncomingMessage, response: ServerResponse, exchanges: Exchange[]) {
  const { method = 'GET', url = '/', headers } = request;
  const upstream = forward(new URL(url, target), { method, headers }, (answer) => {
    let bytes = 0;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.pipe(response);
    response.once('close', () => {
      const path = url.replace(/^\/sign\/[^/]+/, '/sign/…').replace(/\?.*$/, '');
      exchanges.push({ method, path, range: headers.range, status: response.statusCode, bytes });
      answer.destroy();
    });
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}
