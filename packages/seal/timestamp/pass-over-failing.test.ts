import { openPdf } from '@countersign/pdf';
import { hasPrograms } from '@countersign/pdf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSED_OVER_MS } from '../limits.ts';
import { type SendRequest, sendOverHttp } from '../network.ts';
import { sealPdf } from '../sign/seal-pdf.ts';
import { createSamplePdf } from '../testing/sample-pdf.ts';
import { reply, startTestAuthority, type TestAuthority } from '../testing/test-authority.ts';
import { passOverFailing } from './timestamper.ts';

describe.skipIf(!hasPrograms('openssl'))('an authority that failed', () => {
  let authority: TestAuthority;
  let first: string;
  let second: string;
  let isFirstBroken = false;
  let isSecondBroken = false;
  /** Milliseconds added to the clock. */
  let later = 0;
  let send: SendRequest;

  beforeAll(async () => {
    authority = await startTestAuthority();
    first = authority.addServer('first', async (query, response, answer) => {
      if (!isFirstBroken) reply(response, await answer(query));
    });
    second = authority.addServer('second', async (query, response, answer) => {
      if (isSecondBroken) response.writeHead(503).end();
      else reply(response, await answer(query));
    });
  }, 60_000);
  afterAll(() => authority.close());
  beforeEach(() => {
    authority.requests.length = 0;
    [isFirstBroken, isSecondBroken, later] = [true, false, 0];
    const impatient: SendRequest = (request) =>
      sendOverHttp(isFirstBroken && request.url === first ? { ...request, timeoutMs: 100 } : request);
    send = passOverFailing(impatient, { now: () => new Date(Date.now() + later) });
  });

  async function seal(authorities = [{ url: first }, { url: second }]) {
    const pades = { level: 'B-T', demand: 'required', authorities, send } as const;
    const statement = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };
    const sealed = await sealPdf(openPdf(await createSamplePdf()), authority.signer, { ...statement, pades });
    const failures = sealed.failures.map(({ authority: name, reason }) => [name, reason]);
    return { by: sealed.timestamp?.authority, failures };
  }

  const askedFirst = () => authority.requests.filter((path) => path === '/first').length;

  it('is tried once and then skipped for some minutes, which every seal reports', async () => {
    expect(await seal()).toEqual({ by: second, failures: [[first, 'timed_out']] });
    expect(await seal()).toEqual({ by: second, failures: [[first, 'failed_lately']] });
    expect(askedFirst()).toBe(1);
    later = PASSED_OVER_MS;
    expect(await seal()).toEqual({ by: second, failures: [[first, 'timed_out']] });
    expect(askedFirst()).toBe(2);
  });

  it('is tried again if the others fail, and first after it responded', async () => {
    await seal();
    [isFirstBroken, isSecondBroken] = [false, true];
    const failures = [
      [first, 'failed_lately'],
      [second, 'http_status'],
    ];
    expect(await seal()).toEqual({ by: first, failures });
    isSecondBroken = false;
    expect(await seal()).toEqual({ by: first, failures: [] });
  });

  it('fails the seal after all authorities were tried', async () => {
    await seal();
    isSecondBroken = true;
    const asked = askedFirst();
    await expect(seal()).rejects.toMatchObject({ code: 'timestamp_unavailable' });
    expect(askedFirst()).toBe(asked + 1);
  });

  it('costs no second signature: the size is that of the last timestamp of any authority', async () => {
    const authorities = [{ url: first }, { url: second }];
    await seal(authorities);
    authority.requests.length = 0;
    await seal(authorities);
    expect(authority.requests).toEqual(['/second']);
  });
});
