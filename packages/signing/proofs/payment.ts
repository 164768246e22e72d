import { MINUTE_MS } from '@countersign/base/time';
import { z } from 'zod';
import { formatAmount } from '../configuration/members.ts';
import { emailAddress } from '../configuration/text.ts';
import type { SigningDeps } from '../deps.ts';
import type { Decision } from '../documents/audited-decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { SigningError } from '../errors.ts';
import type { Job, PaymentFacts } from '../jobs/job.ts';
import { ownerJob } from '../notifications/messages.ts';
import type { Checkout, PaymentProvider } from '../ports/providers.ts';
import {
  callProvider,
  defineProof,
  type KeptProofRef,
  type ProofContext,
  type ProofOutcome,
} from './define-proof.ts';
import { describeReturn } from './hosted-session.ts';
import { EMPTY_RESULT, type Proof, type ProofDetails, type ProofResult, sandboxFact } from './proof.ts';

/** What entries of the audit trail and mails say of a payment. */
export function paymentFactsOf({
  amount = '',
  provider = '',
  paymentId = '',
}: ProofResult['facts']): PaymentFacts {
  return { amount, provider, paymentId };
}

/** Records a payment that no signature can use, and notifies the owner: only they can give it back, at the provider. */
function reportUnusedPayment(
  document: Pick<DocumentState, 'documentId'>,
  { signeeId, proofId }: Pick<Proof, 'signeeId' | 'proofId'>,
  facts: ProofResult['facts'],
): Pick<Decision, 'entries' | 'jobs'> {
  const payment = paymentFactsOf(facts);
  return {
    entries: [{ type: 'document.payment_unused', details: { signeeId, proofId, ...payment } }],
    jobs: [{ ...ownerJob(document, 'owner_payment_unused'), payment }],
  };
}

/** The trigger sends the receipt to an address of this attribute [2.10-44]. */
const EMAIL_ATTRIBUTE = 'svc-sign-and-pay-email';
const SANDBOX_PAYMENTS = 'sandbox';

/** Providers take no less than half an hour. */
const PAYMENT_MINUTES = 60;

const paymentState = z.object({
  checkoutId: z.string(),
  url: z.string().nullable(),
  provider: z.string(),
  amount: z.number(),
  currency: z.string(),
  emailAddress: z.string().nullable(),
});
type PaymentState = z.infer<typeof paymentState>;

/** The sender asks for it by the signee's `payment`, not by a field. */
export const payment = defineProof({
  kind: 'payment',
  capability: 'payments',
  triggers: [],
  minutes: PAYMENT_MINUTES,
  maxAttempts: 20,
  maxStarts: 30,
  cooldownSeconds: 0,
  maxSucceeded: 1,
  isNeededBy: (signee) => signee.payment !== undefined,
  // Money is not given back here.
  kept: {
    listEnds: listCheckoutJobs,
    describeSuccess: (facts) => ({ ...paymentFactsOf(facts) }),
    reportUnused: reportUnusedPayment,
  },
  state: paymentState,
  startInput: z.object({ emailAddress: emailAddress.optional() }),
  start: startPayment,
  // The sandbox answers with the outcome.
  answer: { input: z.object({ outcome: z.enum(['pay', 'cancel']) }), run: answerSandbox },
  poll: { seconds: 2, run: pollCheckout },
  cancel: ({ deps, document, signee, proofId, now }, state) =>
    deps.database.transact(async ({ jobs }) => {
      const { documentId, accountId } = document;
      const proof = { documentId, signeeId: signee.signeeId, proofId, createdAt: now };
      for (const job of listCheckoutJobs(proof, state)) await jobs.enqueue(job, { accountId });
    }),
  introduce: ({ signee }) => describeDemand(signee),
  describe: ({ url, provider, emailAddress }) => ({
    url,
    provider,
    emailAddress,
    isSandbox: provider === SANDBOX_PAYMENTS,
  }),
});

async function startPayment(
  context: ProofContext,
  { emailAddress: given = '' }: { readonly emailAddress?: string | undefined },
): Promise<ProofOutcome<PaymentState>> {
  const { deps, document, signee, proofId, now } = context;
  const provider = requireProvider(deps);
  const demand = requireDemand(signee);
  const address = given || findPrefilledAddress(context) || signee.emailAddress;
  const { amount, currency } = demand;
  const { checkoutId, url } = await callProvider(() =>
    provider.createCheckout({
      reference: proofId,
      amount,
      currency,
      emailAddress: address,
      description: demand.description ?? document.name,
      language: document.language,
      returnUrl: describeReturn(context.origin?.pageUrl ?? '', 'check', proofId),
      expiresAt: new Date(now.getTime() + PAYMENT_MINUTES * MINUTE_MS),
    }),
  );
  const state = { checkoutId, url, provider: provider.name, amount, currency, emailAddress: address };
  return { kind: 'pending', state };
}

function listCheckoutJobs(
  { documentId, signeeId, proofId, createdAt }: KeptProofRef,
  { checkoutId, provider }: PaymentState,
): readonly Job<'end-checkout'>[] {
  if (provider === SANDBOX_PAYMENTS) return [];
  const startedAt = createdAt.toISOString();
  return [{ name: 'end-checkout', documentId, signeeId, proofId, checkoutId, startedAt }];
}

async function pollCheckout(
  { deps }: ProofContext,
  state: PaymentState,
): Promise<ProofOutcome<PaymentState>> {
  const checkout = await callProvider(() => requireProvider(deps).findCheckout(state.checkoutId));
  if (checkout.status === 'expired') return { kind: 'failed', reason: 'expired' };
  if (checkout.status === 'open' || checkout.paymentId === null) return { kind: 'pending', state };
  // It would be for something else.
  if (checkout.amount !== state.amount || checkout.currency !== state.currency)
    return { kind: 'failed', reason: 'amount_differs' };
  return paid(state, checkout.paymentId);
}

/** Whether the checkout is for what the signee was asked for. */
export function isFor({ payment: demand }: Signee, { amount, currency }: Checkout): boolean {
  return demand !== undefined && demand.amount === amount && demand.currency === currency;
}

async function answerSandbox(
  { proofId }: ProofContext,
  state: PaymentState,
  { outcome }: { readonly outcome: 'pay' | 'cancel' },
): Promise<ProofOutcome<PaymentState>> {
  if (state.provider !== SANDBOX_PAYMENTS) return { kind: 'pending', state };
  return outcome === 'pay' ? paid(state, `sandbox-${proofId}`) : { kind: 'failed', reason: 'cancelled' };
}

function paid(state: PaymentState, paymentId: string): ProofOutcome<PaymentState> {
  const { amount, currency, provider, emailAddress: address } = state;
  const facts = {
    ...describePayment(provider, { amount, currency, paymentId }),
    ...(address === null ? {} : { emailAddress: address }),
  };
  return { kind: 'succeeded', state, result: { ...EMPTY_RESULT, facts } };
}

export function describePayment(
  provider: string,
  { amount, currency, paymentId }: Pick<Checkout, 'amount' | 'currency' | 'paymentId'>,
): ProofResult['facts'] {
  return {
    amount: formatAmount(amount, currency),
    provider,
    paymentId: paymentId ?? '',
    ...sandboxFact(provider === SANDBOX_PAYMENTS),
  };
}

function describeDemand({ payment: demand }: Signee): ProofDetails {
  return demand === undefined
    ? {}
    : { amount: formatAmount(demand.amount, demand.currency), description: demand.description ?? '' };
}

/** What the signee typed comes with the request. */
function findPrefilledAddress({ fields }: ProofContext): string {
  const field = fields.find(({ attributes }) => attributes.some(({ name }) => name === EMAIL_ATTRIBUTE));
  return field?.value[0] ?? '';
}

function requireDemand({ payment: demand }: Signee): NonNullable<Signee['payment']> {
  if (demand === undefined) throw new SigningError('proof_not_offered', { kind: 'payment' });
  return demand;
}

export function requireProvider({ paymentProvider }: Pick<SigningDeps, 'paymentProvider'>): PaymentProvider {
  if (paymentProvider === undefined) throw new SigningError('proof_not_offered', { kind: 'payment' });
  return paymentProvider;
}
