import type { Decision } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { ownerJob } from '../notifications/document-message.ts';
import type { Proof, ProofResult } from './proof.ts';

export interface PaymentFacts {
  /** With its currency. */
  readonly amount: string;
  readonly provider: string;
  readonly paymentId: string;
}

/** What entries of the audit trail and mails say of a payment. */
export function paymentFactsOf({
  amount = '',
  provider = '',
  paymentId = '',
}: ProofResult['facts']): PaymentFacts {
  return { amount, provider, paymentId };
}

/** Records a payment that no signature can use, and notifies the owner: only they can give it back, at the provider. */
export function reportUnusedPayment(
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
