import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OutgoingAgent } from './safe-fetch.ts';

describe('an agent for requests', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  it('opens at a later request if it could not, as in a moment without file handles', async () => {
    server = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let isShort = true;
    const agent = new OutgoingAgent({
      get connections() {
        if (isShort) throw new Error('EMFILE');
        return 1;
      },
    });
    await expect(agent.request(url, {})).rejects.toThrow('EMFILE');
    isShort = false;
    expect(await (await agent.request(url, {})).body.text()).toBe('here');
    await agent.close();
  });
});
