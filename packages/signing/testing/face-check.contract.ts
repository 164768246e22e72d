import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceCheckFailure, FaceCheckProvider, FaceCheckRequest } from '../ports/providers.ts';

export interface FaceCheckHarness {
  readonly provider: FaceCheckProvider;
  /** Returns null if the page asks for the outcome. */
  readonly finish: ((sessionId: string, outcome: 'passed' | FaceCheckFailure) => void) | null;
  /** Its server does not answer; null without a server. */
  readonly unreachable: FaceCheckProvider | null;
  close(): Promise<void>;
}

const REQUEST: FaceCheckRequest = {
  reference: '0b8f0c5e-6b3d-4f0e-9d43-27f9f7d3a111',
  portrait: Buffer.from('a portrait'),
  returnUrl: 'https://sign.example.com/sign/abc',
  language: 'sv',
};
const FAILURES: readonly FaceCheckFailure[] = ['face_not_matched', 'cancelled', 'provider_failed'];

export function faceCheckContract(open: () => Promise<FaceCheckHarness>): void {
  describe('as every provider of face checks', () => {
    let harness: FaceCheckHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    it('starts a session of its own for each check, which is pending', async () => {
      const { provider } = harness;
      const other = { ...REQUEST, reference: crypto.randomUUID() };
      const started = [await provider.start(REQUEST), await provider.start(other)];
      expect(new Set(started.map(({ sessionId }) => sessionId)).size).toBe(2);
      for (const { sessionId, url } of started) {
        expect(url === null).toBe(provider.isSandbox);
        expect(await provider.fetch(sessionId)).toEqual({ status: 'pending' });
      }
    });

    it('says how it ended, each time it is asked', async () => {
      const { provider, finish } = harness;
      if (finish === null) return expect(provider.isSandbox).toBe(true);
      const { sessionId } = await provider.start(REQUEST);
      finish(sessionId, 'passed');
      for (let count = 0; count < 2; count++)
        expect(await provider.fetch(sessionId)).toMatchObject({ status: 'passed' });
      for (const reason of FAILURES) {
        const failing = await provider.start(REQUEST);
        finish(failing.sessionId, reason);
        expect(await provider.fetch(failing.sessionId)).toEqual({ status: 'failed', reason });
      }
    });

    it('rejects if it cannot be reached, or has no such session', async () => {
      const { provider, unreachable, finish } = harness;
      if (unreachable === null) return expect(finish).toBeNull();
      await expect(unreachable.start(REQUEST)).rejects.toThrow();
      await expect(provider.fetch('unknown')).rejects.toThrow();
    });
  });
}
