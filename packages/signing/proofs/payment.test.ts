import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Visitor } from '../sessions/find-session.ts';
import { FakePayments } from '../testing/fake-payments.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

const PAYMENT = { amount: 12_050, currency: 'sek', description: 'Deposit' };
const PAYER = 'Payer|svc-sign-and-pay-email[1]';
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/x' };

describe('a payment before signing', () => {
  let bench: Workbench;
  let caller: Caller;
  let payments: FakePayments;
  beforeEach(async () => {
    bench = new Workbench();
    payments = new FakePayments();
    Object.assign(bench.deps, { paymentProvider: payments });
    Object.assign(bench.deps.settings, { providers: new Set(['payments']) });
    caller = await bench.addCaller({
      capabilities: ['payments', 'templates', 'publicLinks', 'publicLinksCreate'],
    });
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

  it('is needed to sign, is made at the provider, and is in the signature', async () => {
    const page = await openDocument();
    expect((await page.open()).checks).toMatchObject([
      { kind: 'payment', field: null, required: true, introduction: { amount: '120.50 SEK' } },
    ]);
    await expect(page.sign()).rejects.toMatchObject({ code: 'proof_missing', params: { kind: 'payment' } });
    const { proofId, details } = await page.start();
    expect(details).toMatchObject({ url: 'https://pay.example/1', provider: 'stripe' });
    expect(payments.orders).toMatchObject([
      {
        ...{ reference: proofId, amount: 12_050, currency: 'sek', description: 'Deposit' },
        ...{ emailAddress: 'lukasz@example.com', returnUrl: `${ORIGIN.pageUrl}#check=${proofId}` },
      },
    ]);
    expect(await page.get(proofId)).toMatchObject({ status: 'pending' });
    await payments.pay(proofId);
    bench.now = new Date(bench.now.getTime() + 3000);
    expect(await page.get(proofId)).toMatchObject({ status: 'succeeded' });
    await page.sign();
    expect((await bench.find(page.document.documentId)).signees[0]?.signature?.proofs).toMatchObject([
      { kind: 'payment', facts: { amount: '120.50 SEK', provider: 'stripe', paymentId: `pi_${proofId}` } },
    ]);
    const { items } = await bench.signing.documents.listEvents(caller, page.document.documentId, {
      limit: 50,
      offset: 0,
    });
    expect(items.find(({ type }) => type === 'document.proof_succeeded')?.details).toEqual({
      ...{ amount: '120.50 SEK', provider: 'stripe', paymentId: `pi_${proofId}` },
    });
  });

  // The signee met what the sender had got wrong: the checkout could not be made.
  it.each([
    [{ amount: 290, currency: 'sek' }, 'amount', { rule: 'whole_number', min: 300, max: 99_999_990 }],
    [{ amount: 12_055, currency: 'sek' }, 'amount', { rule: 'multiple', multipleOf: 10 }],
    [{ amount: 12_050, currency: 'iqd' }, 'currency', { rule: 'currency_not_taken' }],
  ])('of %j is refused where it is asked for', async (wrong, member, params) => {
    const fileId = await bench.upload(caller, fakePdf({}));
    const path = `signeeDetails.0.payment.${member}`;
    const details = [{ code: 'invalid_request', path, params }];
    const request = { fileId, name: 'Deposit', signeeDetails: [signeeInput({ payment: wrong })] };
    const { documents, drafts, templates, publicLinks } = bench.signing;
    await expect(documents.create(caller, request)).rejects.toMatchObject({ details });
    expect(await drafts.create(caller, request)).toMatchObject({ problems: details });
    const { fullName: _, emailAddress: __, ...slot } = request.signeeDetails[0] ?? signeeInput();
    const saved = { ...request, signeeDetails: [{ ...slot, fullName: 'Tenant' }] };
    await expect(templates.create(caller, saved)).rejects.toMatchObject({ details });
    const link = { ...request, signeeDetails: [slot] };
    await expect(publicLinks.create(caller, link as never)).rejects.toMatchObject({ details });
  });

  it('[2.10-44] svc-sign-and-pay-email prefills the email address of the payment', async () => {
    const page = await openDocument([{ name: PAYER, value: 'firm@example.com' }]);
    await page.start();
    expect(payments.orders[0]?.emailAddress).toBe('firm@example.com');
    const typed = await openDocument();
    await typed.start({ emailAddress: 'typed@example.com' });
    expect(payments.orders[1]?.emailAddress).toBe('typed@example.com');
  });

  it('counts in every browser of the signee, and is not made twice', async () => {
    const page = await openDocument();
    const { proofId } = await page.start();
    expect(await page.start()).toMatchObject({ proofId });
    await payments.pay(proofId);
    await bench.signing.proofs.pollReported(proofId);
    await expect(page.start()).rejects.toMatchObject({ code: 'invalid_request' });
    expect(payments.orders).toHaveLength(1);
    const other = newVisitor();
    expect((await bench.signing.signingPages.open(page.token, other)).checks).toEqual([]);
    await page.sign(other);
  });

  it('counts when the provider reports it late, and not when another amount was paid', async () => {
    const page = await openDocument();
    const { proofId } = await page.start();
    await bench.signing.proofs.cancel(page.token, proofId, page.visitor);
    await payments.pay(proofId, { amount: 1 });
    await bench.signing.proofs.pollReported(proofId);
    await expect(page.sign()).rejects.toMatchObject({ code: 'proof_missing' });
    await payments.pay(proofId, { amount: PAYMENT.amount });
    await bench.signing.proofs.pollReported(proofId);
    await page.sign();
  });

  it('gives another try when the provider is down', async () => {
    const page = await openDocument();
    payments.outage = new Error('down');
    await expect(page.start()).rejects.toMatchObject({ code: 'service_busy' });
    payments.outage = null;
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
