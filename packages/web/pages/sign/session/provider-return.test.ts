import type { CheckView } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { signedValues, takeProviderReturn } from './provider-return.ts';

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
      returned: { proofId: 'proof', input: { query: 'code=a%26b&state=c' } },
      addresses: ['/sign/abc?from=mail'],
    });
  });

  it.each(['', '#', '#page=2'])('is not meant by the fragment "%s"', (hash) => {
    expect(take(hash)).toEqual({ returned: null, addresses: [] });
  });

  it('restores the values that were signed', () => {
    const details = {
      values: JSON.stringify([
        { name: 'a', value: 'x' },
        { name: 'b', value: ['y', 'z'] },
      ]),
    };
    const checks = [{ kind: 'electronic_id', proofs: [{ details }] }] as unknown as readonly CheckView[];
    expect(signedValues({ checks })).toEqual({ a: ['x'], b: ['y', 'z'] });
    expect(signedValues({ checks: [] })).toEqual({});
  });
});
