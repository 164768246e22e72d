import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { isSameSecret } from '@countersign/base';
import {
  type Checkout,
  currencyDigits,
  type PaymentAmounts,
  type PaymentOrder,
  type PaymentProvider,
} from '@countersign/signing';
import { z } from 'zod';
import { AdapterError, parseJson } from './errors.ts';
import { OutgoingAgent, sendInTime } from './safe-fetch/safe-fetch.ts';

/** Stripe's documentation of 2026 lists these. Others of ISO 4217 cannot be charged. */
const CURRENCIES: ReadonlySet<string> = new Set(
  [
    'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny',
    'cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd',
    'jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad',
    'ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl',
    'thb tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw',
  ].flatMap((line) => line.split(' ')),
);

/** The amounts are in Stripe's units. Those of other currencies depend on the rate of the day. */
const MIN_CHARGES: ReadonlyMap<string, number> = new Map([
  ...['usd', 'aud', 'brl', 'cad', 'chf', 'eur', 'inr', 'nzd', 'sgd'].map((code) => [code, 50] as const),
  ...['aed', 'myr', 'pln', 'ron'].map((code) => [code, 200] as const),
  ...['nok', 'sek'].map((code) => [code, 300] as const),
  ...([
    ['gbp', 30],
    ['bgn', 100],
    ['czk', 1500],
    ['dkk', 250],
    ['hkd', 400],
  ] as const),
  ...([
    ['huf', 17_500],
    ['jpy', 50],
    ['mxn', 1000],
    ['thb', 1000],
  ] as const),
]);
/** An amount has at most eight digits. */
const MAX_CHARGE = 99_999_999;

/**
 * Stripe's units are not those of ISO 4217 here: old amounts of ISK and UGX had digits, those of MGA have
 * none.
 */
const STRIPE_DIGITS: ReadonlyMap<string, number> = new Map([
  ['isk', 2],
  ['ugx', 2],
  ['mga', 0],
]);
/** Card networks take two of three digits. */
const ROUNDED_UNITS = 10;

/** Returns amounts in units of ISO 4217; null if the currency cannot be charged. */
function stripeAmounts(currency: string): PaymentAmounts | null {
  if (!CURRENCIES.has(currency)) return null;
  const multipleOf = currencyDigits(currency) === 3 ? ROUNDED_UNITS : Math.max(1, 1 / stripeFactor(currency));
  const min = fromStripe(MIN_CHARGES.get(currency) ?? 1, currency);
  const max = Math.floor(fromStripe(MAX_CHARGE, currency));
  return { min: Math.max(min, multipleOf), max: max - (max % multipleOf), multipleOf };
}

/** Converts to Stripe's units. Throws `provider_failed`. */
function toStripe(amount: number, currency: string): number {
  const amounts = stripeAmounts(currency);
  const isTaken = amounts !== null && amount % amounts.multipleOf === 0;
  if (!isTaken) throw new AdapterError('provider_failed', { limit: currency });
  return Math.round(amount * stripeFactor(currency));
}

function fromStripe(value: number, currency: string): number {
  return value / stripeFactor(currency);
}

function stripeFactor(currency: string): number {
  const digits = currencyDigits(currency);
  return 10 ** ((STRIPE_DIGITS.get(currency) ?? digits) - digits);
}

const STRIPE_API = 'https://api.stripe.com';
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_EVENT_AGE = 300;

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly api?: string | undefined;
  readonly now?: () => number;
}

export interface StripePayments extends PaymentProvider {
  /** Returns the reference of the event's checkout; null for other events. */
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

/** Creates payments by Stripe's API, or one of its shape. */
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
      // Status 400 says that the checkout has ended already.
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

/**
 * Returns null if there is none, and the page then asks for one. A local part has no form in ASCII (RFC 6530
 * 4.2).
 */
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

/**
 * Verifies `t=SECONDS,v1=HMAC`, the HMAC of the seconds, a dot and the body. There are several `v1` while the
 * secret is rotated.
 */
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
