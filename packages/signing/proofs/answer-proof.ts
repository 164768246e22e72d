import type { SigningDeps } from '../deps.ts';
import { SigningError } from '../errors.ts';
import type { UploadsInProgress } from '../files/uploads-in-progress.ts';
import type { Visitor } from '../sessions/find-session.ts';
import {
  type AnyProofDefinition,
  contextOf,
  findProofTarget,
  isOutage,
  isOutageOutcome,
  type ProofContext,
  type ProofOrigin,
  type ProofOutcome,
  type ProofTarget,
  type ProofUpload,
  requireOwnProof,
} from './define-proof.ts';
import { proofKindOf, viewProof } from './kinds.ts';
import { type Proof, type ProofKind, type ProofView, statusOf } from './proof.ts';
import { changeProof, expireProof, settleProof } from './settle-proof.ts';
import { parseInput } from './start-proof.ts';
import { withinUploadLimit } from './upload-limit.ts';

export interface AnswerProofCommand {
  readonly proofId: string;
  readonly input: unknown;
  readonly origin: ProofOrigin;
}

/** A proof whose next step the caller may take. */
export interface OwnProof {
  readonly target: ProofTarget;
  readonly proof: Proof;
  /** The hash of the phone that has the proof; absent if it is in the browser of the session. */
  readonly phoneHash?: string | undefined;
}

/**
 * Answers to a proof that succeeded are ignored. Throws `proof_over`, and what a wrong answer means, after it
 * was counted.
 */
async function answerProof(
  deps: SigningDeps,
  token: string,
  { proofId, ...command }: AnswerProofCommand,
  visitor: Visitor,
): Promise<ProofView> {
  return takeAnswer(deps, await findOwnProof(deps, token, proofId, visitor), command);
}

export function takeAnswer(
  deps: SigningDeps,
  own: OwnProof,
  { input, origin }: Omit<AnswerProofCommand, 'proofId'>,
): Promise<ProofView> {
  return takeStep(deps, own, origin, ({ answer }) => {
    if (answer === undefined) return null;
    const parsed = parseInput(answer.input, input);
    return (context, state) => answer.run(context, state, parsed as never);
  });
}

/** Throws as `answerProof`, `proof_limit_reached` and `service_busy`. */
export function receiveProofFile(uploads: UploadsInProgress) {
  return async (
    deps: SigningDeps,
    token: string,
    { proofId, ...upload }: ProofUpload & Pick<AnswerProofCommand, 'proofId' | 'origin'>,
    visitor: Visitor,
  ): Promise<ProofView> => takeFile(deps, uploads, await findOwnProof(deps, token, proofId, visitor), upload);
}

/** Counted before a byte is read. */
export async function takeFile(
  deps: SigningDeps,
  uploads: UploadsInProgress,
  own: OwnProof,
  { origin, ...upload }: ProofUpload & Pick<AnswerProofCommand, 'origin'>,
): Promise<ProofView> {
  const { receive } = proofKindOf(own.proof.kind);
  if (receive === undefined || own.proof.status !== 'pending') return takeStep(deps, own, origin, () => null);
  const { accountId } = own.target.document;
  return uploads.runProof({ accountId, signeeId: own.proof.signeeId }, () =>
    withinUploadLimit(deps, own.proof, upload.content, receive.maxBytes, (content) =>
      takeStep(
        deps,
        own,
        origin,
        () => (context, state) => receive.run(context, state, { ...upload, content }),
      ),
    ),
  );
}

async function findOwnProof(
  deps: SigningDeps,
  token: string,
  proofId: string,
  visitor: Visitor,
): Promise<OwnProof> {
  const target = await findProofTarget(deps, token, visitor);
  return { target, proof: requireOwnProof(await deps.database.read.proofs.find(proofId), target) };
}

type Step = (context: ProofContext, state: unknown) => Promise<ProofOutcome<unknown>>;

async function takeStep(
  deps: SigningDeps,
  own: OwnProof,
  origin: ProofOrigin,
  /** Returns null if the kind takes no such step. */
  findStep: (kind: AnyProofDefinition<ProofKind>) => Step | null,
): Promise<ProofView> {
  const { target, proof: found } = own;
  if (found.status === 'succeeded') return viewProof(found, deps.clock.now());
  const step = findStep(proofKindOf(found.kind));
  if (step === null) throw new SigningError('proof_over', { status: found.status });
  const proof = await claimAttempt(deps, own);
  const context = await contextOf(deps, target, proof, origin);
  const outcome = await orReturnAttempt(deps, proof, () =>
    step(context, proofKindOf(proof.kind).state.parse(proof.state)),
  );
  const settled = await settleProof(context, proof, outcome, (locked) => isHeld(own, locked));
  if (outcome.kind === 'succeeded') {
    const { cancel, succeeded } = proofKindOf(proof.kind);
    // It ended or was taken back meanwhile.
    if (settled.state !== outcome.state) await cancel?.(context, outcome.state);
    else await succeeded?.(context);
  }
  if (!isHeld(own, settled)) throw new SigningError('handover_not_found');
  const view = viewProof(settled, deps.clock.now());
  if (outcome.kind !== 'rejected' || settled.status === 'succeeded') return view;
  const triesLeft = settled.status === 'pending' ? view.triesLeft : 0;
  throw new SigningError(outcome.error, { triesLeft });
}

function isHeld({ phoneHash }: OwnProof, { handover }: Proof): boolean {
  return phoneHash === undefined || handover?.hash === phoneHash;
}

/** The attempt is counted before it is judged, so that simultaneous answers cannot be more than the limit. */
async function claimAttempt(deps: SigningDeps, own: OwnProof): Promise<Proof> {
  const now = deps.clock.now();
  let isCounted = false;
  const claimed = await changeProof(deps, own.proof, (proof) => {
    if (!isHeld(own, proof)) throw new SigningError('handover_not_found');
    if (proof.status === 'pending' && statusOf(proof, now) === 'expired') return expireProof(proof, now);
    const isOpen = proof.status === 'pending' && proof.state !== null;
    if (!isOpen || proof.attempts >= proofKindOf(proof.kind).maxAttempts) return null;
    isCounted = true;
    return { proof: { ...proof, attempts: proof.attempts + 1 }, entries: [] };
  });
  if (!isCounted) throw new SigningError('proof_over', { status: claimed.status });
  return claimed;
}

/** The signee cannot help that a provider is down or busy, so that costs no try. */
async function orReturnAttempt(
  deps: SigningDeps,
  claimed: Proof,
  step: () => Promise<ProofOutcome<unknown>>,
): Promise<ProofOutcome<unknown>> {
  const outcome = await step().catch(async (error: unknown) => {
    if (isOutage(error)) await returnAttempt(deps, claimed);
    throw error;
  });
  if (isOutageOutcome(outcome)) await returnAttempt(deps, claimed);
  return outcome;
}

async function returnAttempt(deps: SigningDeps, claimed: Proof): Promise<void> {
  await changeProof(deps, claimed, (proof) =>
    proof.status === 'pending' ? { proof: { ...proof, attempts: proof.attempts - 1 }, entries: [] } : null,
  );
}

export const answerOperations = { answer: answerProof };
