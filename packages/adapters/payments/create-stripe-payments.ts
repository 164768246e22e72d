import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { isSameSecret } from '@countersign/identity';
import type { Checkout, PaymentOrder, PaymentProvider } from '@countersign/signing';
import { z } from 'zod';
import { AdapterError } from '../errors.ts';
import { parseJson } from '../parse-json.ts';
import { sendInTime } from '../safe-fetch/bounded-answer.ts';
import { OutgoingAgent } from '../safe-fetch/outgoing-agent.ts';
import { fromStripe, stripeAmounts, toStripe } from './stripe-amounts.ts';

const STRIPE_API = 'https://api.stripe.com';
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_EVENT_AGE = 300;

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly api?: string;
  readonly now?: () => number;
}

export interface StripePayments extends PaymentProvider {
  /** The reference of its checkout; null for other events. */
  readEvent(body: Uint8Array, signature: string): string | null | 'forged';
  close(): Promise<void>;
}

const checkoutSession = z.object({
  id: z.string(),
  url: z.string().nullable(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  amount_total: z.number().nullable(),
  currency: z.string().nullable(),
  payment_intent: z.string().nullable(),
});
type CheckoutSession = z.infer<typeof checkoutSession>;

const event = z.object({
  type: z.string(),
  data: z.object({ object: z.object({ client_reference_id: z.string().nullish() }) }),
});

/** By Stripe's API, or one of its shape. */
export function createStripePayments(options: StripeOptions): StripePayments {
  const { secretKey, webhookSecret, api = STRIPE_API, now = Date.now } = options;
  const agent = new OutgoingAgent({ pipelining: 0 });

  async function call(
    method: 'GET' | 'POST',
    path: string,
    form: Readonly<Record<string, string>> = {},
    idempotencyKey?: string,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const url = `${api}/v1/checkout/sessions${path}`;
    const body = method === 'GET' ? null : new URLSearchParams(form).toString();
    const headers = {
      authorization: `Bearer ${secretKey}`,
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    const limits = { url, method, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
    const answer = await sendInTime(limits, (signal) =>
      agent.request(url, { method, headers, body, signal }),
    );
    return { status: answer.status, body: parseJson(answer.body) };
  }

  async function callSession(...request: Parameters<typeof call>): Promise<CheckoutSession> {
    const { status, body } = await call(...request);
    if (status >= 300) throw new AdapterError('provider_failed', { status });
    const parsed = checkoutSession.safeParse(body);
    if (!parsed.success) throw new AdapterError('answer_not_usable');
    return parsed.data;
  }

  return {
    name: 'stripe',
    amountsOf: stripeAmounts,
    async createCheckout(order) {
      const { id, url } = await callSession('POST', '', describeOrder(order), order.reference);
      return { checkoutId: id, url };
    },
    findCheckout: async (checkoutId) =>
      readCheckout(await callSession('GET', `/${encodeURIComponent(checkoutId)}`)),
    async cancelCheckout(checkoutId) {
      const { status } = await call('POST', `/${encodeURIComponent(checkoutId)}/expire`);
      // 400: it has ended already.
      if (status >= 300 && status !== 400) throw new AdapterError('provider_failed', { status });
    },
    readEvent: (body, signature) =>
      isSigned(body, signature, webhookSecret, now()) ? readReference(body) : 'forged',
    close: () => agent.close(),
  };
}

function describeOrder(order: PaymentOrder): Record<string, string> {
  const { reference, amount, currency, description, language, returnUrl, expiresAt } = order;
  const emailAddress = asciiAddress(order.emailAddress ?? '');
  return {
    mode: 'payment',
    client_reference_id: reference,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency,
    'line_items[0][price_data][unit_amount]': String(toStripe(amount, currency)),
    'line_items[0][price_data][product_data][name]': description,
    locale: language,
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
    ...(emailAddress !== null && { customer_email: emailAddress }),
  };
}

/** Null if there is none: the page asks for one. A local part has no form in ASCII (RFC 6530 4.2). */
function asciiAddress(address: string): string | null {
  const at = address.lastIndexOf('@') + 1;
  const domain = domainToASCII(address.slice(at));
  const ascii = address.slice(0, at) + domain;
  return domain !== '' && /^[\x21-\x7e]+$/.test(ascii) ? ascii : null;
}

function readCheckout(session: CheckoutSession): Checkout {
  const isPaid = session.status === 'complete' && session.payment_status === 'paid';
  const isOver = session.status === 'expired';
  return {
    status: isPaid ? 'paid' : isOver ? 'expired' : 'open',
    amount: fromStripe(session.amount_total ?? 0, session.currency ?? ''),
    currency: session.currency ?? '',
    paymentId: isPaid ? (session.payment_intent ?? session.id) : null,
  };
}

/** `t=SECONDS,v1=HMAC`: of the seconds, a dot and the body; several `v1` while the secret is rotated. */
function isSigned(body: Uint8Array, header: string, secret: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,15}$/.test(time) || Math.abs(now / 1000 - Number(time)) > MAX_EVENT_AGE) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts
    .filter(([name]) => name === 'v1')
    .some(([, value = '']) => isSameSecret(Buffer.from(value, 'hex'), expected));
}

function readReference(body: Uint8Array): string | null {
  const parsed = event.safeParse(parseJson(body));
  if (!parsed.success || !parsed.data.type.startsWith('checkout.session.')) return null;
  return parsed.data.data.object.client_reference_id ?? null;
}
