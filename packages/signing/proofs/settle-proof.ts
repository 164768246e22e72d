import { type EntryDraft, replaceSignee, storeDecision } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { SigningError } from '../errors.ts';
import type { Stores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { ProofContext, ProofOutcome } from './define-proof.ts';
import { selectDrawable } from './field-value.ts';
import { isKept, PROOF_KINDS, proofKindOf } from './kinds.ts';
import { factOf, isSucceeded, type Proof, type SucceededProof } from './proof.ts';
import { proofEntry } from './proof-target.ts';

/**
 * Changes a proof and appends to the audit trail of its document, in one transaction that holds both. The rule returns
 * null if there is nothing to do.
 */
export function changeProof(
  deps: SigningDeps,
  { documentId, proofId }: Pick<Proof, 'documentId' | 'proofId'>,
  decide: (proof: Proof) => ProofDecision | null,
): Promise<Proof> {
  return deps.database.transact(async (stores) => {
    // In this order everywhere, so that two transactions do not wait for each other.
    const document = await stores.documents.lock(documentId);
    const proof = await stores.proofs.lock(proofId);
    if (document === null || proof === null) throw new SigningError('proof_not_found');
    const decision = decide(proof);
    if (decision === null) return proof;
    await stores.proofs.update(decision.proof);
    const kept =
      isKept(proof.kind) && isSucceeded(decision.proof) ? keep(document, decision.proof) : document;
    const voided = await voidDependants(stores, decision.proof, deps.clock.now());
    await appendEntries(stores, deps, document, [...decision.entries, ...voided], kept);
    return decision.proof;
  });
}

/** A face that was compared with a document proves nothing about the one that is scanned next. */
async function voidDependants(
  { proofs }: Pick<Stores, 'proofs'>,
  { kind, field, status, sessionHash, signeeId }: Proof,
  now: Date,
): Promise<readonly EntryDraft[]> {
  if (status !== 'failed' || field !== null || !PROOF_KINDS.some(({ restsOn }) => restsOn === kind))
    return [];
  const dependants = (await proofs.listForSession(sessionHash)).filter(
    (one) =>
      proofKindOf(one.kind).restsOn === kind &&
      one.signeeId === signeeId &&
      (one.status === 'pending' || one.status === 'succeeded'),
  );
  const voided = dependants.map((one) => failProof(one, 'superseded', now));
  for (const { proof } of voided) await proofs.update(proof);
  return voided.flatMap(({ entries }) => entries);
}

export interface ProofDecision {
  readonly proof: Proof;
  readonly entries: readonly EntryDraft[];
}

export async function appendEntries(
  stores: Stores,
  deps: SigningDeps,
  document: DocumentState,
  entries: readonly EntryDraft[],
  changed = document,
): Promise<void> {
  if (entries.length > 0)
    await storeDecision(stores, document, { document: changed, entries, jobs: [] }, deps);
}

/** A signee who was replaced meanwhile has no place for it. */
function keep(document: DocumentState, proof: SucceededProof): DocumentState {
  const signee = document.signees.find(({ signeeId }) => signeeId === proof.signeeId);
  if (signee === undefined) return document;
  const keptProofs = [...(signee.keptProofs ?? []), factOf(proof)];
  return { ...document, signees: replaceSignee(document, signee.signeeId, { keptProofs }) };
}

/** What a step made of a pending proof. One that ended meanwhile stays as it is, unless what succeeded is to be kept. */
export async function settleProof(
  context: ProofContext,
  proof: Proof,
  outcome: ProofOutcome<unknown>,
  /** Whether who took the step still may. */
  isHeld: (locked: Proof) => boolean = () => true,
): Promise<Proof> {
  const { deps } = context;
  const drawable = await withDrawableValues(context, outcome);
  return changeProof(deps, proof, (locked) =>
    isHeld(locked) && (locked.status === 'pending' || isLate(locked, drawable))
      ? applyOutcome(locked, drawable, deps.clock.now())
      : null,
  );
}

async function withDrawableValues(
  context: ProofContext,
  outcome: ProofOutcome<unknown>,
): Promise<ProofOutcome<unknown>> {
  if (outcome.kind !== 'succeeded' || outcome.result.values.length === 0) return outcome;
  const values = await selectDrawable(context, outcome.result.values);
  return { ...outcome, result: { ...outcome.result, values } };
}

function isLate({ kind, status }: Proof, outcome: ProofOutcome<unknown>): boolean {
  return isKept(kind) && status !== 'succeeded' && outcome.kind === 'succeeded';
}

function applyOutcome(proof: Proof, outcome: ProofOutcome<unknown>, now: Date): ProofDecision {
  switch (outcome.kind) {
    case 'pending':
      return { proof: withState(proof, mergeState(proof, outcome.state)), entries: [] };
    case 'succeeded': {
      const { state, result } = outcome;
      const succeeded: Proof = { ...withState(proof, state), status: 'succeeded', result, finishedAt: now };
      return { proof: succeeded, entries: [proofEntry('succeeded', proof, { attempts: proof.attempts })] };
    }
    case 'failed':
      return failProof(proof, outcome.reason, now);
    case 'rejected': {
      const rejection = proofEntry('rejected', proof, { reason: outcome.error, attempts: proof.attempts });
      if (proof.attempts < proofKindOf(proof.kind).maxAttempts) return { proof, entries: [rejection] };
      const { proof: failed, entries } = failProof(proof, 'attempts', now);
      return { proof: failed, entries: [rejection, ...entries] };
    }
  }
}

function mergeState({ kind, state: stored }: Proof, next: unknown): unknown {
  const { merge, state } = proofKindOf(kind);
  return merge === undefined || stored === null ? next : merge(state.parse(stored), next);
}

function withState(proof: Proof, state: unknown): Proof {
  const blobIds = proofKindOf(proof.kind).listBlobs?.(state) ?? [];
  return { ...proof, state, ...(blobIds.length > 0 && { blobIds }) };
}

/** Nothing that was proved is kept. */
export function failProof(proof: Proof, reason: string, now: Date): ProofDecision {
  return {
    proof: { ...proof, status: 'failed', reason, result: null, finishedAt: now },
    entries: [proofEntry('failed', proof, { reason })],
  };
}

export function expireProof(proof: Proof, now: Date): ProofDecision {
  return {
    proof: { ...proof, status: 'expired', finishedAt: now },
    entries: [proofEntry('failed', proof, { reason: 'expired' })],
  };
}
