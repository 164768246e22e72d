import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { RemoteSeal } from './remote-seal.ts';

it('says once that the signer fails, not at every attempt', async () => {
  let requests = 0;
  const signer = createServer((_request, response) => {
    requests += 1;
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => signer.listen(0, '127.0.0.1', resolve));
  const lines: string[] = [];
  const key = {
    kind: 'remote',
    urls: [`http://127.0.0.1:${(signer.address() as AddressInfo).port}`],
    ...{ credentialId: 'seal', token: undefined, clientPath: undefined, authorityPath: undefined },
  } as const;
  const seal = new RemoteSeal(key, {
    logger: pino({}, { write: (line) => lines.push(line) }),
    requireUsable: () => undefined,
    retryMs: 1,
  });
  try {
    seal.watch();
    await vi.waitFor(() => expect(requests).toBeGreaterThan(4), { timeout: 20_000 });
  } finally {
    await seal.close();
    signer.close();
  }
  expect(lines.filter((line) => line.includes('cannot read the signing certificates'))).toHaveLength(1);
});
