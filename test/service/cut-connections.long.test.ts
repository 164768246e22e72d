import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { expectReady, type ProxiedService, server, startBehindProxy } from './start-behind-proxy.ts';

const CONTRACT = fixturePath('forms/contract.pdf');

describe.skipIf(server.skip)(`while connections to PostgreSQL are cut, ${server.title}`, () => {
  let service: ProxiedService;
  beforeAll(async () => {
    service = await startBehindProxy();
  });
  afterAll(() => service?.close());

  it('no request is 500, whenever its connections are cut', async () => {
    const { running, proxy } = service;
    const { client } = running;
    const outcomes = new Set<number>();
    const ask = async () => {
      for (let round = 0; round < 10; round += 1) {
        outcomes.add((await client.get('/v1/docs')).status);
        outcomes.add((await client.upload(CONTRACT)).status);
      }
    };
    const asking = Promise.all([ask(), ask(), ask()]);
    let isOver = false;
    const cutting = (async () => {
      while (!isOver) {
        await client.anonymous.get('/healthz');
        proxy.goDown();
        proxy.comeBack();
      }
    })();
    await asking.finally(() => {
      isOver = true;
    });
    await cutting;
    expect([...outcomes].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    await expectReady(running);
  });
});
