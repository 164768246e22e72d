import { SigningError } from '../errors.ts';
import type { Visitor } from '../sessions/find-session.ts';
import type { SigningDeps } from '../signing.ts';
import type {
  AnyProofDefinition,
  ProofContext,
  ProofOrigin,
  ProofOutcome,
  ProofUpload,
} from './define-proof.ts';
import { type ProofKind, proofKindOf } from './kinds.ts';
import { type Proof, statusOf } from './proof.ts';
import { contextOf, findProofTarget, requireOwnProof } from './proof-target.ts';
import { type ProofView, viewProof } from './proof-view.ts';
import { changeProof, expireProof, settleProof } from './settle-proof.ts';
import { parseInput } from './start-proof.ts';

export interface AnswerProofCommand {
  readonly proofId: string;
  readonly input: unknown;
  readonly origin: ProofOrigin;
}

/**
 * POST /proofs/{proofId}: one answer to a pending proof; those of a proof that succeeded are ignored. Throws
 * `proof_over`, and what a wrong answer means, after it was counted.
 */
export function answerProof(
  deps: SigningDeps,
  token: string,
  { proofId, input, origin }: AnswerProofCommand,
  visitor: Visitor,
): Promise<ProofView> {
  return takeStep(deps, { token, proofId, origin, visitor }, ({ answer }) => {
    if (answer === undefined) return null;
    const parsed = parseInput(answer.input, input);
    return (context, state) => answer.run(context, state, parsed as never);
  });
}

/** POST /proofs/{proofId}/files: a file for a pending proof. Throws as `answerProof`. */
export function receiveProofFile(
  deps: SigningDeps,
  token: string,
  { proofId, origin, ...upload }: ProofUpload & Pick<AnswerProofCommand, 'proofId' | 'origin'>,
  visitor: Visitor,
): Promise<ProofView> {
  return takeStep(deps, { token, proofId, origin, visitor }, ({ receive }) =>
    receive === undefined ? null : (context, state) => receive(context, state, upload),
  );
}

type Step = (context: ProofContext, state: unknown) => Promise<ProofOutcome<unknown>>;

async function takeStep(
  deps: SigningDeps,
  command: {
    readonly token: string;
    readonly proofId: string;
    readonly origin: ProofOrigin;
    readonly visitor: Visitor;
  },
  /** Null if the kind takes no such step. */
  findStep: (kind: AnyProofDefinition<ProofKind>) => Step | null,
): Promise<ProofView> {
  const target = await findProofTarget(deps, command.token, command.visitor);
  const found = requireOwnProof(await deps.database.read.proofs.find(command.proofId), target);
  if (found.status === 'succeeded') return viewProof(found, deps.clock.now());
  const step = findStep(proofKindOf(found.kind));
  if (step === null) throw new SigningError('proof_over', { status: found.status });
  const proof = await claimAttempt(deps, found);
  const context = await contextOf(deps, target, proof, command.origin);
  const outcome = await step(context, proofKindOf(proof.kind).state.parse(proof.state));
  const settled = await settleProof(context, proof, outcome);
  const view = viewProof(settled, deps.clock.now());
  if (outcome.kind !== 'rejected' || settled.status === 'succeeded') return view;
  const triesLeft = settled.status === 'pending' ? view.triesLeft : 0;
  throw new SigningError(outcome.error, { triesLeft });
}

/** Counted before it is judged, so that answers that come at once are no more than may be given. */
async function claimAttempt(deps: SigningDeps, found: Proof): Promise<Proof> {
  const now = deps.clock.now();
  let isCounted = false;
  const claimed = await changeProof(deps, found, (proof) => {
    if (proof.status === 'pending' && statusOf(proof, now) === 'expired') return expireProof(proof, now);
    const isOpen = proof.status === 'pending' && proof.state !== null;
    if (!isOpen || proof.attempts >= proofKindOf(proof.kind).maxAttempts) return null;
    isCounted = true;
    return { proof: { ...proof, attempts: proof.attempts + 1 }, entries: [] };
  });
  if (!isCounted) throw new SigningError('proof_over', { status: claimed.status });
  return claimed;
}
