import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Checkout, PaymentOrder } from '../ports/payment-provider.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

const PAYMENT = { amount: 12_050, currency: 'sek', description: 'Deposit' };
const PAYER = 'Payer|svc-sign-and-pay-email[1]';
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/x' };

describe('a payment before signing', () => {
  let bench: Workbench;
  let caller: Caller;
  let orders: PaymentOrder[];
  let checkout: Checkout;
  beforeEach(async () => {
    bench = new Workbench();
    orders = [];
    checkout = { status: 'open', amount: PAYMENT.amount, currency: 'sek', paymentId: null };
    Object.assign(bench.deps, {
      paymentProvider: {
        name: 'stripe',
        createCheckout: async (order: PaymentOrder) => {
          orders.push(order);
          return { checkoutId: `cs_${order.reference}`, url: 'https://pay.example/1' };
        },
        findCheckout: async () => checkout,
        cancelCheckout: async () => undefined,
      },
    });
    Object.assign(bench.deps.settings, { providers: new Set(['payments']) });
    caller = await bench.addCaller({ capabilities: ['payments'] });
  });
  afterEach(() => bench.blobs.close());

  const openDocument = async (fields: readonly { name: string; value: string }[] = []) => {
    const { attributes } = parseFieldName(PAYER);
    const fileId = await bench.upload(caller, fakePdf({ fields: [textField(PAYER, { attributes })] }));
    const signee = signeeInput({ payment: PAYMENT });
    const document = await bench.send(caller, [signee], { fileId, fields });
    const token = document.signees[0]?.token ?? '';
    const visitor = newVisitor();
    const open = () => bench.signing.signingPages.open(token, visitor);
    await open();
    const start = (input: unknown = {}) =>
      bench.signing.proofs.start(token, { kind: 'payment', input, origin: ORIGIN }, visitor);
    const get = (proofId: string) => bench.signing.proofs.get(token, proofId, visitor);
    const sign = (by: Visitor = visitor) => bench.signing.signingPages.sign(token, typedSignature(), by);
    return { document, token, visitor, open, start, get, sign };
  };
  const pay = () => {
    checkout = { ...checkout, status: 'paid', paymentId: 'pi_1' };
  };

  it('is needed to sign, is made at the provider, and is in the signature', async () => {
    const page = await openDocument();
    expect((await page.open()).checks).toMatchObject([
      { kind: 'payment', field: null, required: true, introduction: { amount: '120.50 SEK' } },
    ]);
    await expect(page.sign()).rejects.toMatchObject({ code: 'proof_missing', params: { kind: 'payment' } });
    const { proofId, details } = await page.start();
    expect(details).toMatchObject({ url: 'https://pay.example/1', provider: 'stripe' });
    expect(orders).toMatchObject([
      {
        ...{ reference: proofId, amount: 12_050, currency: 'sek', description: 'Deposit' },
        ...{ emailAddress: 'lukasz@example.com', returnUrl: ORIGIN.pageUrl },
      },
    ]);
    expect(await page.get(proofId)).toMatchObject({ status: 'pending' });
    pay();
    bench.now = new Date(bench.now.getTime() + 3000);
    expect(await page.get(proofId)).toMatchObject({ status: 'succeeded' });
    await page.sign();
    expect((await bench.find(page.document.documentId)).signees[0]?.signature?.proofs).toMatchObject([
      { kind: 'payment', facts: { amount: '120.50 SEK', provider: 'stripe', paymentId: 'pi_1' } },
    ]);
  });

  it('[2.10-44] svc-sign-and-pay-email prefills the email address of the payment', async () => {
    const page = await openDocument([{ name: PAYER, value: 'firm@example.com' }]);
    await page.start();
    expect(orders[0]?.emailAddress).toBe('firm@example.com');
    const typed = await openDocument();
    await typed.start({ emailAddress: 'typed@example.com' });
    expect(orders[1]?.emailAddress).toBe('typed@example.com');
  });

  it('counts in every browser of the signee, and is not made twice', async () => {
    const page = await openDocument();
    const { proofId } = await page.start();
    expect(await page.start()).toMatchObject({ proofId });
    pay();
    await bench.signing.proofs.pollReported(proofId);
    await expect(page.start()).rejects.toMatchObject({ code: 'invalid_request' });
    expect(orders).toHaveLength(1);
    const other = newVisitor();
    expect((await bench.signing.signingPages.open(page.token, other)).checks).toEqual([]);
    await page.sign(other);
  });

  it('counts when the provider reports it late, and not when another amount was paid', async () => {
    const page = await openDocument();
    const { proofId } = await page.start();
    await bench.signing.proofs.cancel(page.token, proofId, page.visitor);
    pay();
    checkout = { ...checkout, amount: 1 };
    await bench.signing.proofs.pollReported(proofId);
    await expect(page.sign()).rejects.toMatchObject({ code: 'proof_missing' });
    checkout = { ...checkout, amount: PAYMENT.amount };
    await bench.signing.proofs.pollReported(proofId);
    await page.sign();
  });

  it('gives another try when the provider is down', async () => {
    const page = await openDocument();
    const provider = bench.deps.paymentProvider;
    Object.assign(bench.deps, {
      paymentProvider: { ...provider, createCheckout: () => Promise.reject(new Error('down')) },
    });
    await expect(page.start()).rejects.toMatchObject({ code: 'service_busy' });
    Object.assign(bench.deps, { paymentProvider: provider });
    expect(await page.start()).toMatchObject({ status: 'pending' });
  });

  it('[2.10-52] needs the capability', async () => {
    caller = await bench.addCaller({ capabilities: [] });
    await expect(openDocument()).rejects.toMatchObject({
      code: 'capability_missing',
      params: { capability: 'payments', member: 'signeeDetails.0.payment' },
    });
  });

  it('[4.5-17] is carried over when a draft or a document is duplicated', async () => {
    const { document } = await openDocument();
    const draft = await bench.signing.drafts.duplicateDocument(caller, document.documentId);
    const copy = await bench.signing.drafts.duplicate(caller, draft.draft.id);
    for (const { draft: one } of [draft, copy])
      expect(one.configuration.signeeDetails).toMatchObject([{ payment: PAYMENT }]);
  });
});

function newVisitor(): Visitor {
  const visitor = {
    sessionId: null as string | null,
    onSession: (sessionId: string) => {
      visitor.sessionId = sessionId;
    },
  };
  return visitor;
}
