import {
  createSandboxPayments,
  createStripePayments,
  type StripePayments,
} from '@countersign/adapters/payments';
import type { PaymentProvider } from '@countersign/signing';
import type { Config } from '../config.ts';

interface Payments {
  readonly provider: PaymentProvider;
  readonly events?: StripePayments;
}

/** Without Stripe the sandbox in development. */
export function createPayments({ stripe, environment }: Config): Payments | null {
  if (stripe !== undefined) {
    const events = createStripePayments(stripe);
    return { provider: events, events };
  }
  return environment === 'production' ? null : { provider: createSandboxPayments() };
}
