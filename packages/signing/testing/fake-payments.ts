import type { Checkout, PaymentAmounts, PaymentOrder, PaymentProvider } from '../ports/providers.ts';

export class FakePayments implements PaymentProvider {
  readonly name = 'stripe';
  readonly orders: PaymentOrder[] = [];
  /** Thrown while it is set. */
  outage: Error | null = null;
  private readonly checkouts = new Map<string, Checkout>();
  private readonly unconfirmed = new Set<string>();

  amountsOf(currency: string): PaymentAmounts | null {
    return currency === 'sek' ? { min: 300, max: 99_999_990, multipleOf: 10 } : null;
  }

  async createCheckout(order: PaymentOrder) {
    const { reference, amount, currency } = order;
    if (this.outage !== null) throw this.outage;
    this.orders.push(order);
    this.checkouts.set(idOf(reference), { status: 'open', amount, currency, paymentId: null });
    return { checkoutId: idOf(reference), url: 'https://pay.example/1' };
  }

  async findCheckout(checkoutId: string): Promise<Checkout> {
    const checkout = this.checkouts.get(checkoutId);
    if (checkout === undefined) throw new Error('no such checkout');
    return checkout;
  }

  async cancelCheckout(checkoutId: string): Promise<void> {
    const checkout = await this.findCheckout(checkoutId);
    if (checkout.status === 'open' && !this.unconfirmed.has(checkoutId))
      this.checkouts.set(checkoutId, { ...checkout, status: 'expired' });
  }

  /** As the proof asks, or with `changes`. */
  async pay(proofId: string, changes: Partial<Checkout> = {}): Promise<void> {
    const checkout = await this.findCheckout(idOf(proofId));
    const paid = { status: 'paid' as const, paymentId: `pi_${proofId}`, ...changes };
    this.checkouts.set(idOf(proofId), { ...checkout, ...paid });
  }

  /** A bank has to confirm: the checkout stays open, and cannot be cancelled. */
  payUnconfirmed(proofId: string): void {
    this.unconfirmed.add(idOf(proofId));
  }

  async statusOf(proofId: string): Promise<Checkout['status']> {
    return (await this.findCheckout(idOf(proofId))).status;
  }
}

function idOf(reference: string): string {
  return `cs_${reference}`;
}
