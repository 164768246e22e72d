import type { CheckView } from '@countersign/signing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProofClient } from '../proofs/proof-client.ts';
import { sendReturned, signedValues, takeProviderReturn } from './provider-return.ts';

describe('coming back from an e-ID provider', () => {
  const take = (hash: string) => {
    const addresses: unknown[] = [];
    const history = { replaceState: (_: unknown, __: string, url?: unknown) => void addresses.push(url) };
    const returned = takeProviderReturn({ hash, pathname: '/sign/abc', search: '?from=mail' }, history);
    return { returned, addresses };
  };

  it('gives the proof its input once, and the address loses it', () => {
    const query = new URLSearchParams({ 'e-id': 'proof', query: 'code=a%26b&state=c' });
    expect(take(`#${query}`)).toEqual({
      returned: { kind: 'e-id', proofId: 'proof', input: { query: 'code=a%26b&state=c' } },
      addresses: ['/sign/abc?from=mail'],
    });
  });

  it('is known from a scan or face check too', () => {
    const { returned } = take('#check=proof&nonce=n');
    expect(returned).toEqual({ kind: 'check', proofId: 'proof', input: { nonce: 'n' } });
  });

  it.each(['', '#', '#page=2'])('is not meant by the fragment "%s"', (hash) => {
    expect(take(hash)).toEqual({ returned: null, addresses: [] });
  });

  it('restores the values that were signed', () => {
    const details = {
      values: [
        { name: 'a', value: 'x' },
        { name: 'b', value: ['y', 'z'] },
      ],
    };
    const checks = [{ kind: 'electronic_id', proofs: [{ details }] }] as unknown as readonly CheckView[];
    expect(signedValues({ checks })).toEqual({ a: ['x'], b: ['y', 'z'] });
    expect(signedValues({ checks: [] })).toEqual({});
  });
});

describe('what came back from a provider', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const refusal = (status: number, errorCode: string) =>
    Response.json({ message: 'No', errorCode }, { status });
  const offline = () => {
    throw new TypeError('fetch failed');
  };
  const proxyError = () => new Response('<h1>Bad gateway</h1>', { status: 502 });

  /** The service answers the first calls so, then as it should. */
  function sendTo(failures: readonly (() => Response)[], last: () => Response) {
    let count = 0;
    const send = async () => (failures[count++] ?? last)();
    const client = createProofClient('/sign/abc', send, 'en');
    const taken = sendReturned(() => client.answer('proof', { nonce: 'n' }));
    return { taken, count: () => count };
  }

  // It was sent once and was no longer in the address, so the check could not succeed any more.
  it('is sent again until the service answers', async () => {
    const failures = [
      offline,
      proxyError,
      () => refusal(429, 'too_many_requests'),
      () => refusal(503, 'service_busy'),
    ];
    const { taken, count } = sendTo(failures, () => Response.json({ proofId: 'proof', status: 'succeeded' }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count()).toBe(5);
    expect(await taken).toMatchObject({ status: 'succeeded' });
  });

  it('is not sent again if the proof has ended', async () => {
    const { taken, count } = sendTo([offline], () => refusal(409, 'proof_over'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(count()).toBe(2);
    expect(await taken).toBeNull();
  });
});
