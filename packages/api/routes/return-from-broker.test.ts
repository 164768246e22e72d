import type { ProofView } from '@countersign/signing';
import { expect, it } from 'vitest';
import { buildApi } from '../testing/build-api.ts';

const PROOF: ProofView = {
  proofId: '0b8f0c5e-6b3d-4f0e-9d43-27f9f7d3a111',
  ...{ kind: 'electronic_id', field: null, status: 'pending', reason: null, triesLeft: 9, phone: null },
  expiresAt: '2026-01-01T00:00:00.000Z',
  details: { redirectState: 'state-1' },
};

// The proxy takes the path of BASE_URL away, and the browser has it.
it.each(['https://example.com/signing', 'https://example.com'])(
  'comes back from a broker to a service at %s',
  async (baseUrl) => {
    const pageUrls: string[] = [];
    const { api } = await buildApi({
      settings: { baseUrl, authUrl: baseUrl },
      signing: {
        signingPages: { requireLink: async () => 'account' },
        proofs: {
          start: async (_token, { origin }) => {
            pageUrls.push(origin.pageUrl);
            return PROOF;
          },
        },
      },
    });
    const payload = { kind: 'electronic_id', input: {} };
    const started = await api.inject({ method: 'POST', url: '/sign/link-1/proofs', payload });
    expect(started.json()).toMatchObject({ proofId: PROOF.proofId });
    const [cookie = ''] = [started.headers['set-cookie']].flat();
    const { pathname } = new URL(`${baseUrl}/e-id/callback`);
    expect(pageUrls).toEqual([`${baseUrl}/sign/link-1`]);
    expect(cookie).toContain(`; Path=${pathname};`);
    const url = '/e-id/callback?state=state-1&code=abc';
    const returned = await api.inject({ url, headers: { cookie: cookie.split(';')[0] } });
    expect(returned.statusCode).toBe(303);
    const fragment = new URLSearchParams({ 'e-id': PROOF.proofId, query: 'state=state-1&code=abc' });
    expect(returned.headers.location).toBe(`${baseUrl}/sign/link-1#${fragment}`);
  },
);
