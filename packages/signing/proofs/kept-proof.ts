import type { Stores } from '../ports/database.ts';
import { type ProofKind, proofKindOf } from './kinds.ts';
import { isSucceeded, type Proof } from './proof.ts';

export interface KeptProofFacts {
  readonly proofId: string;
  readonly documentId: string;
  readonly signeeId: string;
  readonly kind: ProofKind;
  readonly keptAt: Date;
}

/** For an e-ID the whole identification and its signature. */
export interface KeptProof extends KeptProofFacts {
  /** Encrypted at rest. */
  readonly content: Readonly<Record<string, string | null>>;
}

/** Until the document is removed; proofs end with the session. */
export async function keepProofs(
  { keptProofs }: Pick<Stores, 'keptProofs'>,
  proofs: readonly Proof[],
  keptAt: Date,
): Promise<void> {
  for (const { proofId, documentId, signeeId, kind, state } of proofs.filter(isSucceeded)) {
    const definition = proofKindOf(kind);
    const content = definition.keep?.(definition.state.parse(state)) ?? null;
    if (content !== null) await keptProofs.insert({ proofId, documentId, signeeId, kind, keptAt, content });
  }
}
