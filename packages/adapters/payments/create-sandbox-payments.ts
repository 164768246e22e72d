import { randomUUID } from 'node:crypto';
import type { PaymentProvider } from '@countersign/signing';

/** For development: the page asks what is to happen. */
export function createSandboxPayments(): PaymentProvider {
  return {
    name: 'sandbox',
    amountsOf: () => ({ min: 1, max: Number.MAX_SAFE_INTEGER, multipleOf: 1 }),
    createCheckout: async () => ({ checkoutId: randomUUID(), url: null }),
    findCheckout: async () => ({ status: 'open', amount: 0, currency: '', paymentId: null }),
    cancelCheckout: async () => undefined,
  };
}
