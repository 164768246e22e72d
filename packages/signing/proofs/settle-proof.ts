import type { SigningDeps } from '../deps.ts';
import type { Decision, EntryDraft } from '../documents/audited-decision.ts';
import { storeDecision } from '../documents/decision.ts';
import { type DocumentState, replaceSignee } from '../documents/document.ts';
import { type CannotSignReason, signingAccess } from '../documents/signing-access.ts';
import { SigningError } from '../errors.ts';
import type { ProofFact } from '../methods/methods.ts';
import type { Stores } from '../ports/database.ts';
import { type ProofContext, type ProofOutcome, proofEntry } from './define-proof.ts';
import { selectDrawable } from './field-value.ts';
import { isKept, listEnds, listObsolete, planNextPoll, proofKindOf } from './kinds.ts';
import { factOf, isSucceeded, type Proof } from './proof.ts';
import { listNeededProofs } from './session-proofs.ts';

const STILL_SIGNABLE: readonly (CannotSignReason | undefined)[] = [undefined, 'preparing', 'not_your_turn'];

/**
 * Keeps the success with the document, or reports it if signee or document have no use for it. Does so once
 * for each proof.
 */
export function keepSuccess(
  document: DocumentState,
  { kind, signeeId, proofId }: Pick<Proof, 'kind' | 'signeeId' | 'proofId'>,
  fact: ProofFact,
  now: Date,
  isUsable = true,
): Decision {
  const { settledProofs = [] } = document;
  if (settledProofs.includes(proofId)) return { document, entries: [], jobs: [] };
  const settled = { ...document, settledProofs: [...settledProofs, proofId] };
  const signee = document.signees.find((one) => one.signeeId === signeeId);
  const isUsed =
    isUsable &&
    signee !== undefined &&
    listNeededProofs(signee).includes(kind) &&
    STILL_SIGNABLE.includes(signingAccess(document, signee, now).reason);
  if (!isUsed) {
    const report = proofKindOf(kind).kept?.reportUnused(document, { signeeId, proofId }, fact.facts);
    return { document: settled, entries: [], jobs: [], ...report };
  }
  const keptProofs = [...(signee.keptProofs ?? []), fact];
  const signees = replaceSignee(document, signeeId, { keptProofs });
  return { document: { ...settled, signees }, entries: [], jobs: [] };
}

/**
 * Changes the proof and the audit trail of its document in one transaction. Returns null if nothing is to be
 * done.
 */
export function changeProof(
  deps: SigningDeps,
  { documentId, proofId }: Pick<Proof, 'documentId' | 'proofId'>,
  decide: (proof: Proof, stores: Stores) => ProofDecision | null | Promise<ProofDecision | null>,
): Promise<Proof> {
  return deps.database.transact(async (stores) => {
    // Always in this order, against deadlocks.
    const document = await stores.documents.lock(documentId);
    const proof = await stores.proofs.lock(proofId);
    if (document === null || proof === null) throw new SigningError('proof_not_found');
    const decision = await decide(proof, stores);
    if (decision === null) return proof;
    await stores.proofs.update(decision.proof);
    const isBegun = proof.state === null && decision.proof.state !== null;
    if (isBegun) await enqueueProofJobs(stores, decision.proof, document);
    // A payment counts once.
    const isChanged = decision.proof.status !== proof.status;
    const now = deps.clock.now();
    const kept: Decision =
      isChanged && isKept(proof.kind) && isSucceeded(decision.proof)
        ? keepSuccess(document, decision.proof, factOf(decision.proof), now)
        : { document, entries: [], jobs: [] };
    const obsolete = isChanged || isBegun ? await listObsolete(stores, decision.proof, isBegun, now) : [];
    const ended = await supersede(stores, obsolete, document, now);
    const entries = [...decision.entries, ...kept.entries, ...ended];
    if (entries.length > 0) await storeDecision(stores, document, { ...kept, entries }, deps);
    return decision.proof;
  });
}

/** The jobs are stored with the state, so that what was begun at a provider is never forgotten. */
async function enqueueProofJobs(
  { jobs }: Pick<Stores, 'jobs'>,
  proof: Proof,
  { accountId }: Pick<DocumentState, 'accountId'>,
): Promise<void> {
  const next = planNextPoll(proof);
  if (next !== null) await jobs.enqueue(next.job, { ...next, accountId });
  const startAfterSeconds = proofKindOf(proof.kind).minutes * 60;
  for (const job of listEnds([proof])) await jobs.enqueue(job, { startAfterSeconds, accountId });
}

/** Ends proofs in favour of another one, also at their providers. */
export async function supersede(
  { proofs, jobs }: Pick<Stores, 'proofs' | 'jobs'>,
  obsolete: readonly Proof[],
  { accountId }: Pick<DocumentState, 'accountId'>,
  now: Date,
): Promise<readonly EntryDraft[]> {
  const failed = obsolete.map((one) => failProof(one, 'superseded', now));
  for (const { proof } of failed) await proofs.update(proof);
  for (const job of listEnds(obsolete)) await jobs.enqueue(job, { accountId });
  return failed.flatMap(({ entries }) => entries);
}

export interface ProofDecision {
  readonly proof: Proof;
  readonly entries: readonly EntryDraft[];
}

/** A proof that ended meanwhile stays as it is, unless what succeeded is to be kept. */
export async function settleProof(
  context: ProofContext,
  proof: Proof,
  outcome: ProofOutcome<unknown>,
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
      const kept = proofKindOf(proof.kind).kept?.describeSuccess(result.facts);
      const details = { attempts: proof.attempts, ...kept };
      return { proof: succeeded, entries: [proofEntry('succeeded', proof, details)] };
    }
    case 'failed':
      return failProof(proof, outcome.reason, now, outcome.isOutage);
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
export function failProof(proof: Proof, reason: string, now: Date, isOutage = false): ProofDecision {
  return {
    proof: {
      ...proof,
      status: 'failed',
      reason,
      result: null,
      finishedAt: now,
      ...(isOutage && { isOutage }),
    },
    entries: [proofEntry('failed', proof, { reason, ...(isOutage && { isOutage }) })],
  };
}

export function expireProof(proof: Proof, now: Date): ProofDecision {
  return {
    proof: { ...proof, status: 'expired', finishedAt: now },
    entries: [proofEntry('failed', proof, { reason: 'expired' })],
  };
}
