import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPrograms, runToSuccess } from '@countersign/pdf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NetworkAnswer, type SendRequest, sendOverHttp } from '../network.ts';
import { type QueryHandler, startTestAuthority, type TestAuthority } from '../testing/test-authority.ts';
import { cacheValidationData, type ValidationCacheOptions } from './cache-validation-data.ts';
import { ValidationCollector } from './collect-validation-data.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OCSP = '/ocsp/middle';
const CRL = '/root.crl';

describe.skipIf(!hasPrograms('openssl'))('remembered OCSP responses and CRLs', () => {
  let authority: TestAuthority;
  let chain: X509Certificate[];
  /** Milliseconds added to the clock. */
  let later = 0;
  const now = () => new Date(Date.now() + later);

  beforeAll(async () => {
    authority = await startTestAuthority();
    chain = ['sealer', 'middle', 'root'].map(certificate);
  }, 60_000);
  afterAll(() => authority.close());
  beforeEach(() => {
    later = 0;
    authority.requests.length = 0;
  });

  function certificate(name: string): X509Certificate {
    return new X509Certificate(readFileSync(join(authority.folder, `${name}.crt`)));
  }

  function open(options: ValidationCacheOptions = {}, send: SendRequest = sendOverHttp): SendRequest {
    return cacheValidationData(send, { now, ...options });
  }

  function collect(send: SendRequest, name = 'sealer') {
    return new ValidationCollector({ send, now }).collect(certificate(name), chain);
  }

  it('are requested once and reused by later seals', async () => {
    const send = open();
    const first = await collect(send);
    expect(first).toMatchObject({ isComplete: true, failures: [] });
    expect(await collect(send)).toEqual(first);
    expect(await collect(send)).toEqual(first);
    expect(authority.requests).toEqual([OCSP, CRL]);
  });

  it('are requested once by concurrent seals', async () => {
    const send = open();
    const all = await Promise.all(Array.from({ length: 8 }, () => collect(send)));
    expect(all.every(({ isComplete }) => isComplete)).toBe(true);
    expect(authority.requests.toSorted()).toEqual([OCSP, CRL]);
  });

  it('are requested again after twelve hours', async () => {
    const send = open();
    await collect(send);
    later = 12 * HOUR_MS - MINUTE_MS;
    await collect(send);
    expect(authority.requests).toEqual([OCSP, CRL]);
    later = 12 * HOUR_MS + MINUTE_MS;
    await collect(send);
    expect(authority.requests).toEqual([OCSP, CRL, OCSP, CRL]);
  });

  it('are not used after nextUpdate: a day for the response, thirty for the CRL', async () => {
    const send = open({ maxAgeMs: Number.POSITIVE_INFINITY });
    await collect(send);
    later = 24 * HOUR_MS - MINUTE_MS;
    await collect(send);
    expect(authority.requests).toEqual([OCSP, CRL]);
    later = 24 * HOUR_MS + MINUTE_MS;
    await collect(send);
    expect(authority.requests).toEqual([OCSP, CRL, OCSP]);
  });

  it('without nextUpdate are requested each time', async () => {
    const unpromising: QueryHandler = async (query, response) =>
      void response.end(answerWithoutNextUpdate(authority.folder, query));
    const url = authority.addServer('unpromising', unpromising);
    const send = open({}, (request) =>
      sendOverHttp(request.url.endsWith(OCSP) ? { ...request, url } : request),
    );
    for (let run = 0; run < 2; run++) expect(await collect(send)).toMatchObject({ isComplete: true });
    expect(authority.requests).toEqual(['/unpromising', CRL, '/unpromising']);
  });

  it('with another status than good are not cached', async () => {
    const send = open();
    for (let run = 0; run < 2; run++)
      expect(await collect(send, 'revoked')).toMatchObject({ failures: [{ reason: 'revoked' }] });
    expect(authority.requests.filter((path) => path === OCSP)).toHaveLength(2);
  });

  it.each([
    ['a response', OCSP],
    ['a list', CRL],
  ])('cannot be poisoned: %s that is not right is asked for anew by who needs it', async (_, path) => {
    let wrong = 1;
    const tamper = (answer: NetworkAnswer) => ({ ...answer, body: changeSigned(answer.body) });
    const send = open({}, async (request) => {
      const answer = await sendOverHttp(request);
      return request.url.endsWith(path) && wrong-- > 0 ? tamper(answer) : answer;
    });
    expect(await collect(send)).toMatchObject({
      isComplete: false,
      failures: [{ reason: 'wrong_signature' }],
    });
    expect(await collect(send)).toMatchObject({ isComplete: true, failures: [] });
    expect(await collect(send)).toMatchObject({ isComplete: true, failures: [] });
    expect(authority.requests.filter((asked) => asked === path)).toHaveLength(2);
  });

  it('do not include failures: a server that was down is tried again', async () => {
    let down = true;
    const send = open({}, async (request) =>
      down ? { status: 503, contentType: '', body: new Uint8Array(0) } : sendOverHttp(request),
    );
    expect(await collect(send)).toMatchObject({ isComplete: false });
    down = false;
    expect(await collect(send)).toMatchObject({ isComplete: true });
  });

  it('are evicted, least recently used first', async () => {
    const send = open({ maxAnswers: 2 });
    await collect(send);
    await collect(send, 'both');
    expect(authority.requests).toEqual([OCSP, CRL, '/ocsp/first', '/ocsp/second', '/middle.crl']);
    await collect(send);
    expect(authority.requests.slice(5)).toEqual([OCSP]);
  });

  it('are not cached if they exceed the limit', async () => {
    const send = open({ maxBytes: 100 });
    for (let run = 0; run < 2; run++) expect(await collect(send)).toMatchObject({ isComplete: true });
    expect(authority.requests).toEqual([OCSP, CRL, OCSP, CRL]);
  });

  it('of a CRL replace responders that fail, which the next seal tries again', async () => {
    const send = open();
    for (let run = 0; run < 2; run++)
      expect(await collect(send, 'both')).toMatchObject({
        isComplete: true,
        failures: [{ reason: 'http_status' }, { reason: 'http_status' }],
      });
    const down = ['/ocsp/first', '/ocsp/second'];
    expect(authority.requests).toEqual([...down, '/middle.crl', CRL, ...down]);
  });

  it('of the second responder are used if the first fails, without a CRL', async () => {
    const send = open({}, ({ url, ...request }) =>
      sendOverHttp({ ...request, url: url.replace('/ocsp/second', OCSP) }),
    );
    expect(await collect(send, 'both')).toMatchObject({
      isComplete: true,
      failures: [{ reason: 'http_status' }],
    });
    expect(authority.requests).toEqual(['/ocsp/first', OCSP, CRL]);
  });
});

/** Some responders answer from a live database. */
function answerWithoutNextUpdate(folder: string, query: Buffer): Buffer {
  const path = (name: string) => join(folder, name);
  writeFileSync(path('live.req'), query);
  const issuer = ['-index', path('middle.index'), '-CA', path('middle.crt')];
  const key = ['-rsigner', path('responder.crt'), '-rkey', path('responder.key')];
  const files = ['-reqin', path('live.req'), '-respout', path('live.res')];
  runToSuccess('openssl', ['ocsp', ...issuer, ...key, ...files]);
  return readFileSync(path('live.res'));
}

/** Modifies a signed time of an OCSP response or CRL, at its first "Z". */
function changeSigned(body: Uint8Array): Uint8Array {
  const at = Buffer.from(body).indexOf('Z', Buffer.from(body).indexOf('Test '), 'latin1') - 1;
  return body.map((byte, index) => (index === at ? byte ^ 1 : byte));
}
