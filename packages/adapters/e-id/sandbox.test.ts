import { buildElectronicIdRequest, electronicIdContract, TEST_PERSON } from '@countersign/signing/testing';
import { describe, expect, it } from 'vitest';
import { createSandboxElectronicId } from '../sandbox.ts';

electronicIdContract(async () => ({
  provider: createSandboxElectronicId(),
  unreachable: null,
  complete: async (_, person) => ({ decision: 'identify', ...person }),
  refuse: async () => ({ decision: 'cancel' }),
  close: async () => undefined,
}));

describe('the sandbox', () => {
  it('says what it is', () => {
    expect(createSandboxElectronicId()).toMatchObject({ isSandbox: true, name: 'Sandbox e-ID' });
  });

  it.each([
    ['a wrong personal number', { ...TEST_PERSON, personalNumber: '191212121213' }],
    ['no name', { ...TEST_PERSON, fullName: ' ' }],
  ])('refuses %s', async (_, input) => {
    const sandbox = createSandboxElectronicId();
    const order = await sandbox.start(buildElectronicIdRequest());
    expect(await sandbox.check(order, { ...input })).toEqual({
      kind: 'failed',
      message: 'identification_invalid',
    });
  });

  it('ends an order after three minutes', async () => {
    let now = new Date();
    const sandbox = createSandboxElectronicId(() => now);
    const order = await sandbox.start(buildElectronicIdRequest());
    now = new Date(now.getTime() + 181_000);
    expect(await sandbox.check(order)).toEqual({ kind: 'failed', message: 'order_expired' });
  });
});
