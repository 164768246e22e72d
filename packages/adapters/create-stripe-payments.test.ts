import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStripePayments, type StripePayments } from './stripe.ts';

const SECRET = 'whsec_test';
const NOW = Date.UTC(2026, 0, 1);
const ORDER = {
  reference: '0b8f0c5e-6b3d-4f0e-9d43-27f9f7d3a111',
  ...{ amount: 12_050, currency: 'sek', description: 'Depåsition & co', emailAddress: 'a@example.com' },
  ...{ language: 'sv' as const, returnUrl: 'https://sign.test/sign/x' },
  expiresAt: new Date(NOW + 3_600_000),
};

describe('payments of Stripe’s shape', () => {
  let server: Server;
  let payments: StripePayments;
  let calls: { method: string; url: string; headers: IncomingHttpHeaders; form: URLSearchParams }[];
  let answer: { status: number; body: unknown };

  beforeEach(async () => {
    calls = [];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        calls.push({ method, url, headers, form: new URLSearchParams(body) });
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    payments = createStripePayments({
      ...{ secretKey: 'sk_test', webhookSecret: SECRET, api },
      now: () => NOW,
    });
    answer = { status: 200, body: session({}) };
  });
  afterEach(async () => {
    await payments.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('creates a checkout with the order, once for each reference', async () => {
    expect(await payments.createCheckout(ORDER)).toEqual({ checkoutId: 'cs_1', url: 'https://pay.test/1' });
    const [call] = calls;
    expect([call?.method, call?.url]).toEqual(['POST', '/v1/checkout/sessions']);
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer sk_test',
      'idempotency-key': ORDER.reference,
    });
    expect(Object.fromEntries(call?.form ?? [])).toMatchObject({
      client_reference_id: ORDER.reference,
      'line_items[0][price_data][unit_amount]': '12050',
      'line_items[0][price_data][currency]': 'sek',
      'line_items[0][price_data][product_data][name]': 'Depåsition & co',
      customer_email: 'a@example.com',
      success_url: 'https://sign.test/sign/x',
      expires_at: String((NOW + 3_600_000) / 1000),
    });
  });

  // Signees may have internationalised addresses; a checkout with one could be refused.
  it.each([
    ['anna@räksmörgås.se', 'anna@xn--rksmrgs-5wao1o.se'],
    ['åsa@räksmörgås.se', null],
    ['anna@xn--iñvalid.com', null],
    [null, null],
  ])('prefills the address %s as %s', async (emailAddress, prefilled) => {
    await payments.createCheckout({ ...ORDER, emailAddress });
    expect(calls[0]?.form.get('customer_email')).toBe(prefilled);
  });

  it.each([
    [{ status: 'open', payment_status: 'unpaid' }, 'open', null],
    // The bank has not confirmed it yet.
    [{ status: 'complete', payment_status: 'unpaid' }, 'open', null],
    [{ status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' }, 'paid', 'pi_1'],
    [{ status: 'expired', payment_status: 'unpaid' }, 'expired', null],
  ])('reads %j as %s', async (changes, status, paymentId) => {
    answer = { status: 200, body: session(changes) };
    expect(await payments.findCheckout('cs_1')).toEqual({
      status,
      paymentId,
      amount: 12_050,
      currency: 'sek',
    });
    expect(calls[0]?.url).toBe('/v1/checkout/sessions/cs_1');
  });

  // Stripe's documentation of zero-decimal currencies and special cases.
  it.each([
    ['isk', 5_000, '500000'],
    ['ugx', 5_000, '500000'],
    ['jpy', 5_000, '5000'],
    ['mga', 5_000, '50'],
    ['huf', 5_000, '5000'],
    ['kwd', 5_120, '5120'],
  ])('has the units of Stripe for %s, both ways', async (currency, amount, value) => {
    answer = { status: 200, body: session({ currency, amount_total: Number(value) }) };
    await payments.createCheckout({ ...ORDER, currency, amount });
    expect(calls[0]?.form.get('line_items[0][price_data][unit_amount]')).toBe(value);
    expect(await payments.findCheckout('cs_1')).toMatchObject({ currency, amount });
  });

  it.each([
    ['sek', 300, 99_999_999, 1],
    ['jpy', 50, 99_999_999, 1],
    ['isk', 1, 999_999, 1],
    ['kwd', 10, 99_999_990, 10],
    ['mga', 100, 9_999_999_900, 100],
  ])('knows which amounts of %s Stripe takes', (currency, min, max, multipleOf) => {
    expect(payments.amountsOf(currency)).toEqual({ min: Math.max(min, multipleOf), max, multipleOf });
  });

  it.each(['iqd', 'uyi', 'xyz'])('does not take %s', (currency) => {
    expect(payments.amountsOf(currency)).toBeNull();
  });

  it.each([
    ['kwd', 5_125],
    ['mga', 5_050],
  ])('refuses an amount that %s cannot have at Stripe', async (currency, amount) => {
    const order = payments.createCheckout({ ...ORDER, currency, amount });
    await expect(order).rejects.toMatchObject({ code: 'provider_failed' });
    expect(calls).toEqual([]);
  });

  it('rejects when Stripe fails, or answers something else', async () => {
    answer = { status: 500, body: {} };
    await expect(payments.createCheckout(ORDER)).rejects.toMatchObject({ code: 'provider_failed' });
    answer = { status: 200, body: { id: 1 } };
    await expect(payments.findCheckout('cs_1')).rejects.toMatchObject({ code: 'answer_not_usable' });
  });

  it('cancels a checkout, also one that has ended', async () => {
    await payments.cancelCheckout('cs_1');
    answer = { status: 400, body: {} };
    await payments.cancelCheckout('cs_1');
    expect(calls.map(({ url }) => url)).toEqual(Array(2).fill('/v1/checkout/sessions/cs_1/expire'));
  });

  it('takes events with a fresh and right signature only', () => {
    const body = Buffer.from(
      JSON.stringify({
        type: 'checkout.session.completed',
        data: { object: { client_reference_id: ORDER.reference } },
      }),
    );
    const seconds = NOW / 1000;
    expect(payments.readEvent(body, sign(body, seconds))).toBe(ORDER.reference);
    expect(payments.readEvent(body, `${sign(body, seconds)},v1=00`)).toBe(ORDER.reference);
    expect(payments.readEvent(body, sign(body, seconds - 301))).toBe('forged');
    expect(payments.readEvent(body, sign(body, seconds, 'other'))).toBe('forged');
    expect(payments.readEvent(Buffer.from('{}'), sign(body, seconds))).toBe('forged');
    expect(payments.readEvent(body, '')).toBe('forged');
    const other = Buffer.from(JSON.stringify({ type: 'invoice.paid', data: { object: {} } }));
    expect(payments.readEvent(other, sign(other, seconds))).toBeNull();
  });
});

function sign(body: Uint8Array, seconds: number, secret = SECRET): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

function session(changes: Record<string, unknown>) {
  return {
    ...{ id: 'cs_1', url: 'https://pay.test/1', status: 'open', payment_status: 'unpaid' },
    ...{ amount_total: 12_050, currency: 'sek', payment_intent: null },
    ...changes,
  };
}
