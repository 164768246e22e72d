import { randomUUID } from 'node:crypto';
import {
  type ElectronicIdInput,
  type ElectronicIdOrder,
  type ElectronicIdOutcome,
  type ElectronicIdProvider,
  type FaceCheckProvider,
  type PaymentProvider,
  parsePersonalNumber,
} from '@countersign/signing';

/** An order lasts as long as one of BankID. */
const ORDER_MINUTES = 3;
const MAX_NAME_LENGTH = 255;

/** Creates a provider for development, which takes every name and number. */
export function createSandboxElectronicId(now: () => Date = () => new Date()): ElectronicIdProvider {
  return {
    name: 'Sandbox e-ID',
    isSandbox: true,
    devices: ['this'],
    opensReturnUrl: false,
    start: async (request) => ({ startedAt: now().toISOString(), request, secrets: {} }),
    prompt: () => ({
      qrCode: null,
      launchUrl: null,
      redirectState: null,
      asksForIdentity: true,
      message: 'sandbox_waiting',
    }),
    check: async (order, input) => checkOrder(order, input, now()),
    cancel: async () => undefined,
    checkHealth: async () => undefined,
    close: async () => undefined,
  };
}

function checkOrder(
  { startedAt }: ElectronicIdOrder,
  input: ElectronicIdInput | undefined,
  now: Date,
): ElectronicIdOutcome {
  if (now.getTime() - Date.parse(startedAt) > ORDER_MINUTES * 60_000)
    return { kind: 'failed', message: 'order_expired' };
  if (input === undefined) return { kind: 'pending', message: 'sandbox_waiting' };
  if (input.decision === 'cancel') return { kind: 'failed', message: 'rfa6' };
  const personalNumber = parsePersonalNumber(input.personalNumber ?? '');
  const fullName = (input.fullName ?? '').trim().slice(0, MAX_NAME_LENGTH);
  if (personalNumber === null || fullName === '')
    return { kind: 'failed', message: 'identification_invalid' };
  return {
    kind: 'complete',
    identity: { personalNumber, fullName, signature: null, certificateStatus: null },
  };
}

/** Creates a face check for development, whose page asks for the outcome. */
export function createSandboxFaceCheck(): FaceCheckProvider {
  return {
    name: 'Sandbox face check',
    isSandbox: true,
    start: async ({ reference }) => ({ sessionId: reference, url: null }),
    fetch: async () => ({ status: 'pending' }),
  };
}

/** Creates payments for development, whose page asks what is to happen. */
export function createSandboxPayments(): PaymentProvider {
  return {
    name: 'sandbox',
    amountsOf: () => ({ min: 1, max: Number.MAX_SAFE_INTEGER, multipleOf: 1 }),
    createCheckout: async () => ({ checkoutId: randomUUID(), url: null }),
    findCheckout: async () => ({ status: 'open', amount: 0, currency: '', paymentId: null }),
    cancelCheckout: async () => undefined,
  };
}
