import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ELECTRONIC_ID_MESSAGES,
  type ElectronicIdInput,
  type ElectronicIdOrder,
  type ElectronicIdProvider,
  type ElectronicIdRequest,
  ElectronicIdUnavailable,
} from '../ports/electronic-id.ts';

export interface ElectronicIdPerson {
  readonly personalNumber: string;
  readonly fullName: string;
}

export interface ElectronicIdHarness {
  readonly provider: ElectronicIdProvider;
  /** Resolves with what the page then sends to `check`. */
  complete(order: ElectronicIdOrder, person: ElectronicIdPerson): Promise<ElectronicIdInput | undefined>;
  refuse(order: ElectronicIdOrder): Promise<ElectronicIdInput | undefined>;
  /** Its server does not answer; null without a server. */
  readonly unreachable: ElectronicIdProvider | null;
  close(): Promise<void>;
}

/** Of the Swedish Tax Agency. */
export const TEST_PERSON: ElectronicIdPerson = {
  personalNumber: '191212121212',
  fullName: 'Tolvan Åström-Żółć',
};

export function buildElectronicIdRequest(changes: Partial<ElectronicIdRequest> = {}): ElectronicIdRequest {
  return {
    purpose: 'sign',
    device: 'this',
    ipAddress: '192.0.2.1',
    userAgent: 'Test/1',
    returnUrl: 'https://sign.example.com/sign/abc',
    visibleText: 'Jag skriver under Avtal 🖋️',
    hiddenText: 'sha256:00ff',
    personalNumber: null,
    ...changes,
  };
}

export function electronicIdContract(open: () => Promise<ElectronicIdHarness>): void {
  describe('ElectronicIdProvider contract', () => {
    let harness: ElectronicIdHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    it.each(['sign', 'identify'] as const)('identifies who completes an order to %s', async (purpose) => {
      const { provider } = harness;
      const order = asStored(await provider.start(buildElectronicIdRequest({ purpose })));
      expect(await provider.check(order)).toMatchObject({ kind: 'pending' });
      const input = await harness.complete(order, TEST_PERSON);
      expect(await provider.check(order, input)).toMatchObject({
        kind: 'complete',
        identity: TEST_PERSON,
      });
    });

    it('gives the signee a way to the e-ID', async () => {
      const { provider } = harness;
      const order = asStored(await provider.start(buildElectronicIdRequest()));
      const { qrCode, launchUrl, asksForIdentity } = provider.prompt(order, new Date());
      expect([qrCode !== null, launchUrl !== null, asksForIdentity]).toContain(true);
      expect(asksForIdentity).toBe(provider.isSandbox);
      await provider.cancel(order);
    });

    it('says with a known message that the person cancelled', async () => {
      const { provider } = harness;
      const order = asStored(await provider.start(buildElectronicIdRequest()));
      const outcome = await provider.check(order, await harness.refuse(order));
      expect(outcome.kind).toBe('failed');
      expect(ELECTRONIC_ID_MESSAGES).toContain(outcome.kind === 'failed' && outcome.message);
    });

    it('cancels an order, also one that has ended', async () => {
      const { provider } = harness;
      const order = asStored(await provider.start(buildElectronicIdRequest()));
      await provider.cancel(order);
      await provider.cancel(order);
    });

    it('is healthy, and rejects as unavailable when its server is not there', async (context) => {
      await harness.provider.checkHealth();
      const { unreachable } = harness;
      if (unreachable === null) return context.skip('there is no server');
      const start = unreachable.start(buildElectronicIdRequest());
      await expect(start).rejects.toBeInstanceOf(ElectronicIdUnavailable);
      await expect(unreachable.checkHealth()).rejects.toThrow();
    });
  });
}

/** As it comes back from the database. */
function asStored(order: ElectronicIdOrder): ElectronicIdOrder {
  return JSON.parse(JSON.stringify(order));
}
