import type { Language } from '@countersign/identity';

/** On a page of its own. Rejects if it cannot be used now. */
export interface PaymentProvider {
  /** `sandbox` takes no money; the page says so. */
  readonly name: string;
  /** Null for a currency that it does not take. */
  amountsOf(currency: string): PaymentAmounts | null;
  createCheckout(order: PaymentOrder): Promise<{ readonly checkoutId: string; readonly url: string | null }>;
  findCheckout(checkoutId: string): Promise<Checkout>;
  /** Cancelling an ended one is not an error. */
  cancelCheckout(checkoutId: string): Promise<void>;
}

/** In the smallest unit of the currency. */
export interface PaymentAmounts {
  readonly min: number;
  readonly max: number;
  readonly multipleOf: number;
}

export interface PaymentOrder {
  /** The proof: one checkout, however often it is asked. */
  readonly reference: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly description: string;
  readonly emailAddress: string | null;
  readonly language: Language;
  readonly returnUrl: string;
  /** Cannot be paid afterwards. */
  readonly expiresAt: Date;
}

export interface Checkout {
  readonly status: 'open' | 'paid' | 'expired';
  readonly amount: number;
  readonly currency: string;
  /** For the evidence; null until it is paid. */
  readonly paymentId: string | null;
}
