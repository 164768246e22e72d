import { openPdf } from '@countersign/pdf';
import { hasPrograms } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SendRequest, sendOverHttp } from '../../../packages/seal/network.ts';
import type { PadesOptions } from '../../../packages/seal/sign/augment-seal.ts';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import { listFaultyAuthorities } from '../../../packages/seal/testing/faulty-authorities.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import {
  reply,
  startTestAuthority,
  type TestAuthority,
} from '../../../packages/seal/testing/test-authority.ts';
import type { TimestampAuthority } from '../../../packages/seal/timestamp/timestamp-authority.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

const STATEMENT = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };

describe.skipIf(!hasPrograms('openssl'))('timestamps of openssl ts', () => {
  let authority: TestAuthority;
  beforeAll(async () => {
    authority = await startTestAuthority();
  }, 60_000);
  afterAll(() => authority.close());

  function pades(authorities: readonly TimestampAuthority[], more: Partial<PadesOptions> = {}): PadesOptions {
    return { level: 'B-T', demand: 'preferred', authorities, send: sendOverHttp, ...more };
  }

  async function seal(options: PadesOptions, placeholderBytes?: number) {
    const file = openPdf(await createSamplePdf());
    const room = placeholderBytes === undefined ? {} : { placeholderBytes };
    const sealed = await sealPdf(file, authority.signer, { ...STATEMENT, ...room, pades: options });
    const [report, ...others] = verifySignatures(sealed.toBytes());
    expect(others).toEqual([]);
    expect(report).toMatchObject({ valid: true, coversWholeDocument: true, problems: [] });
    return { sealed, report };
  }

  it('reports the failure and tries the next authority, for every kind of fault', async () => {
    const faulty = listFaultyAuthorities(authority).map(([name, reason, handle], index) => {
      const path = reason === 'not_reachable' && name.startsWith('redirects') ? 'redirects' : `liar-${index}`;
      return { name, reason, url: authority.addServer(path, handle) };
    });
    const { sealed, report } = await seal(pades([...faulty, { url: authority.timestampUrl }]));
    expect(sealed.failures.map(({ reason }, index) => [faulty[index]?.name, reason])).toEqual(
      faulty.map(({ name, reason }) => [name, reason]),
    );
    expect(sealed.failures.map((failure) => failure.authority)).toEqual(faulty.map(({ url }) => url));
    expect(sealed.level).toBe('B-T');
    expect(sealed.timestamp?.authority).toBe(authority.timestampUrl);
    expect(report?.timestamp).toEqual({ authority: 'Test tsa', time: sealed.timestamp?.time.toISOString() });
  });

  // Anybody can put a timestamp of an authority of their own into a signature, with any time.
  it('are refused if they are much older than the signature or in the future', async () => {
    const seal = async (days: number) => {
      const signedAt = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
      const options = pades([{ url: authority.timestampUrl }]);
      const file = openPdf(await createSamplePdf());
      return (await sealPdf(file, authority.signer, { ...STATEMENT, signedAt, pades: options })).toBytes();
    };
    const wrong = { valid: false, level: null, problems: [{ code: 'timestamp_time_wrong' }] };
    expect(verifySignatures(await seal(2))).toMatchObject([wrong]);
    const sealed = await seal(0);
    expect(verifySignatures(sealed)).toMatchObject([{ valid: true, level: 'B-T' }]);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01') });
    expect(verifySignatures(sealed)).toMatchObject([wrong]);
    vi.useRealTimers();
  });

  it('stops waiting for an authority that hangs', async () => {
    const hanging = authority.addServer('hangs', async () => undefined);
    const send: SendRequest = (request) =>
      sendOverHttp(request.url === hanging ? { ...request, timeoutMs: 200 } : request);
    const { sealed } = await seal(pades([{ url: hanging }, { url: authority.timestampUrl }], { send }));
    expect(sealed.failures).toMatchObject([{ authority: hanging, reason: 'timed_out' }]);
    expect(sealed.level).toBe('B-T');
  });

  it('rejects an authority whose clock differs by two hours', async () => {
    const now = () => new Date(Date.now() + 2 * 60 * 60 * 1000);
    const { sealed } = await seal(pades([{ url: authority.timestampUrl }], { now }));
    expect(sealed).toMatchObject({ level: 'B-B', timestamp: null, failures: [{ reason: 'wrong_time' }] });
  });

  it('seals without a preferred timestamp if none is available, and reports it', async () => {
    const down = authority.addServer('down', async (_, response) => void response.destroy());
    const { sealed, report } = await seal(pades([{ url: down }]));
    expect(sealed).toMatchObject({ level: 'B-B', timestamp: null, failures: [{ authority: down }] });
    expect(report?.timestamp).toBeNull();
  });

  it('refuses to seal if a required timestamp is not available', async () => {
    const down = authority.addServer('down', async (_, response) => void response.writeHead(404).end());
    const work = seal(pades([{ url: down }], { demand: 'required' }));
    await expect(work).rejects.toMatchObject({
      code: 'timestamp_unavailable',
      params: { authorities: 1, reason: 'http_status' },
      message: expect.stringContaining(down),
    });
  });

  it('requests two timestamps the first time, one of them for its size, and one from then on', async () => {
    const url = authority.addServer('counted', async (query, response, answer) =>
      reply(response, await answer(query)),
    );
    const options = pades([{ url }]);
    const asked = () => authority.requests.filter((path) => path === '/counted').length;
    await seal(options);
    expect(asked()).toBe(2);
    await seal(options);
    expect(asked()).toBe(3);
  });

  it('grows a placeholder that is too small for the token', async () => {
    const { sealed } = await seal(pades([{ url: authority.timestampUrl }]), 2000);
    expect(sealed.level).toBe('B-T');
  });

  it('sends the name and password of an address as a header and keeps them out of the report', async () => {
    const given: (string | undefined)[] = [];
    const url = authority.addServer('private', async (query, response, answer) => {
      given.push(response.req.headers.authorization);
      reply(response, await answer(query));
    });
    const { sealed } = await seal(pades([{ url: url.replace('//', '//anna:s%3Acret@') }]));
    expect(new Set(given)).toEqual(new Set([`Basic ${btoa('anna:s:cret')}`]));
    expect(sealed.timestamp?.authority).toBe(url);
  });
});
