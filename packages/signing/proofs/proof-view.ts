import type { ProofDetails } from './define-proof.ts';
import { type ProofKind, proofKindOf } from './kinds.ts';
import { type Proof, type ProofStatus, phoneOf, statusOf } from './proof.ts';

/** As the signing page sees it. */
export interface ProofView {
  readonly proofId: string;
  readonly kind: ProofKind;
  readonly field: string | null;
  readonly status: ProofStatus;
  readonly reason: string | null;
  readonly triesLeft: number;
  /** Of a pending one. ISO 8601. */
  readonly expiresAt: string;
  readonly phone: ReturnType<typeof phoneOf>;
  readonly details: ProofDetails;
}

export function viewProof(proof: Proof, now: Date): ProofView {
  const { proofId, kind, field, reason, attempts, state, entered = [], expiresAt } = proof;
  const definition = proofKindOf(kind);
  return {
    proofId,
    kind,
    field,
    status: statusOf(proof, now),
    reason,
    triesLeft: Math.max(0, definition.maxAttempts - attempts),
    expiresAt: expiresAt.toISOString(),
    phone: phoneOf(proof, now),
    details: state === null ? {} : definition.describe(definition.state.parse(state), entered),
  };
}
