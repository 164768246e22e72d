import { randomUUID } from 'node:crypto';
import type { PaymentProvider } from '@countersign/signing';

/** Takes no money, for development: the page says so and asks what is to happen. */
export function createSandboxPayments(): PaymentProvider {
  return {
    name: 'sandbox',
    createCheckout: async () => ({ checkoutId: randomUUID(), url: null }),
    findCheckout: async () => ({ status: 'open', amount: 0, currency: '', paymentId: null }),
    cancelCheckout: async () => undefined,
  };
}
