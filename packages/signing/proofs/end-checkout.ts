import type { SigningDeps } from '../deps.ts';
import type { Decision } from '../documents/audited-decision.ts';
import { storeDecision } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import type { JobData } from '../jobs/job.ts';

import type { Checkout } from '../ports/providers.ts';
import { proofEntry } from './define-proof.ts';
import { pollReportedProof } from './get-proof.ts';
import { isOpen } from './kinds.ts';
import { describePayment, isFor, payment, paymentFactsOf, requireProvider } from './payment.ts';
import { listNeededProofs } from './session-proofs.ts';
import { keepSuccess, supersede } from './settle-proof.ts';

const DAY_SECONDS = 86_400;
/** Daily: banks confirm some payments after days. */
const MAX_ROUNDS = 14;

type Request = JobData['end-checkout'];

/** Records what was paid before. */
export async function endCheckout(deps: SigningDeps, request: Request): Promise<void> {
  const provider = requireProvider(deps);
  await provider.cancelCheckout(request.checkoutId);
  const checkout = await provider.findCheckout(request.checkoutId);
  if (checkout.status === 'open') await awaitConfirmation(deps, request, checkout, provider.name);
  if (checkout.status === 'paid') await recordPayment(deps, request, checkout, provider.name);
}

/** Paid, but not confirmed yet: what is not paid was cancelled. */
async function awaitConfirmation(
  deps: SigningDeps,
  request: Request,
  checkout: Checkout,
  provider: string,
): Promise<void> {
  const { round = 0, documentId, signeeId, proofId, checkoutId } = request;
  const job = { ...request, name: 'end-checkout' as const, round: round + 1 };
  await deps.database.transact(async (stores) => {
    const document = await stores.documents.lock(documentId);
    if (document === null) return;
    const { accountId } = document;
    if (round < MAX_ROUNDS) return stores.jobs.enqueue(job, { startAfterSeconds: DAY_SECONDS, accountId });
    const { unconfirmedProofs = [] } = document;
    // The trail has the entry of its start and of what ended it.
    if (unconfirmedProofs.includes(proofId)) return;
    const facts = describePayment(provider, { ...checkout, paymentId: checkoutId });
    const details = { signeeId, proofId, ...facts };
    const entries = [{ type: 'document.payment_unconfirmed' as const, details }];
    const reported = { ...document, unconfirmedProofs: [...unconfirmedProofs, proofId] };
    await storeDecision(stores, document, { document: reported, entries, jobs: [] }, deps);
  });
}

/** The session may have ended, with its proof, and the signee still has to pay. */
async function recordPayment(
  deps: SigningDeps,
  request: Request,
  checkout: Checkout,
  provider: string,
): Promise<void> {
  const { documentId, signeeId } = request;
  await pollReportedProof(deps, request.proofId);
  await deps.database.transact(async (stores) => {
    const document = await stores.documents.lock(documentId);
    if (document === null) return;
    const now = deps.clock.now();
    const decision = settlePayment(document, request, checkout, { provider, now });
    if (decision.document === document) return;
    const isPaid = !needsPayment(decision.document, signeeId);
    const known = isPaid ? await stores.proofs.listForSignee(documentId, signeeId) : [];
    const open = known.filter((one) => one.kind === payment.kind && isOpen(one, now));
    const entries = [...decision.entries, ...(await supersede(stores, open, document, now))];
    await storeDecision(stores, document, { ...decision, entries }, deps);
  });
}

function settlePayment(
  document: DocumentState,
  { signeeId, proofId, startedAt }: Request,
  checkout: Checkout,
  { provider, now }: { readonly provider: string; readonly now: Date },
): Decision {
  const facts = describePayment(provider, checkout);
  const signee = document.signees.find((one) => one.signeeId === signeeId);
  const fact = {
    kind: payment.kind,
    field: null,
    attempts: 0,
    facts,
    startedAt: new Date(startedAt),
    succeededAt: now,
  };
  const isDemanded = signee !== undefined && isFor(signee, checkout);
  const proof = { kind: payment.kind, field: null, signeeId, proofId };
  const decision = keepSuccess(document, proof, fact, now, isDemanded);
  const isReported = decision.entries.length > 0;
  const entry = proofEntry('succeeded', proof, { ...paymentFactsOf(facts) });
  return isReported ? decision : { ...decision, entries: [entry] };
}

function needsPayment({ signees }: DocumentState, signeeId: string): boolean {
  const signee = signees.find((one) => one.signeeId === signeeId);
  return signee !== undefined && listNeededProofs(signee).includes(payment.kind);
}
