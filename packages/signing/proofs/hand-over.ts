import type { Immutable } from '@countersign/base';
import { hashSecret } from '@countersign/base';
import { LANGUAGES } from '@countersign/base/locale';
import { MINUTE_MS } from '@countersign/base/time';
import { z } from 'zod';
import type { SigningDeps } from '../deps.ts';
import { requireCanSign } from '../documents/signing-access.ts';
import { SigningError } from '../errors.ts';
import type { UploadsInProgress } from '../files/uploads-in-progress.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { type AnswerProofCommand, type OwnProof, takeAnswer, takeFile } from './answer-proof.ts';
import {
  findProofTarget,
  findTargetOfProof,
  type ProofUpload,
  proofEntry,
  requireOwnProof,
} from './define-proof.ts';
import { pollProof } from './get-proof.ts';
import { proofKindOf, viewProof } from './kinds.ts';
import { type Handover, type Proof, type ProofView, proofView, statusOf } from './proof.ts';
import { changeProof } from './settle-proof.ts';

/** The code is valid for this time; once it was used, the phone has as long as the proof. */
const CODE_MINUTES = 5;
/** Each that is used adds to the audit trail. */
const MAX_CODES = 10;

/** Nothing of the document. */
export const phoneView = z.object({ language: z.enum(LANGUAGES), proof: proofView });
export type PhoneView = Immutable<z.infer<typeof phoneView>>;

/**
 * Returns what the QR code holds; earlier codes and their phones can do nothing any more. Throws
 * `proof_not_offered` for a kind without a camera, and `proof_over` after ten codes.
 */
async function handOverProof(
  deps: SigningDeps,
  token: string,
  proofId: string,
  visitor: Visitor,
): Promise<{ readonly url: string; readonly proof: ProofView }> {
  const target = await findProofTarget(deps, token, visitor);
  const now = deps.clock.now();
  requireCanSign(target.document, target.signee, now);
  const found = requireOwnProof(await deps.database.read.proofs.find(proofId), target);
  if (proofKindOf(found.kind).isForPhone !== true)
    throw new SigningError('proof_not_offered', { kind: found.kind });
  const secret = deps.ids.secret();
  const code = {
    hash: hashSecret(secret),
    isClaimed: false,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS),
  };
  const offered = await changeProof(deps, found, (proof) => {
    const offers = (proof.handover?.offers ?? 0) + 1;
    const isOpen = isPending(proof, now) && proof.state !== null && offers <= MAX_CODES;
    return isOpen ? { proof: { ...proof, handover: { ...code, offers } }, entries: [] } : null;
  });
  if (offered.handover?.hash !== code.hash)
    throw new SigningError('proof_over', { status: statusOf(offered, now) });
  return { url: `${deps.urls.phone}#${secret}`, proof: viewProof(offered, now) };
}

/** Claims the proof once and returns the secret that the phone keeps. Throws `handover_not_found`. */
async function claimHandover(
  deps: SigningDeps,
  code: string,
): Promise<{ readonly secret: string; readonly view: PhoneView }> {
  const { target, proof: found } = await findHandedOver(deps, code, { isClaimed: false });
  const now = deps.clock.now();
  requireCanSign(target.document, target.signee, now);
  const secret = deps.ids.secret();
  const hash = hashSecret(secret);
  // The first of several phones gets the proof.
  const claimed = await changeProof(deps, found, (proof) => {
    const { handover, expiresAt } = proof;
    if (handover === undefined || handover.hash !== found.handover?.hash || !isPending(proof, now))
      return null;
    return {
      proof: { ...proof, handover: { ...handover, hash, isClaimed: true, expiresAt } },
      entries: [proofEntry('handed_over', proof)],
    };
  });
  if (claimed.handover?.hash !== hash) throw new SigningError('handover_not_found');
  return { secret, view: viewOnPhone(target, viewProof(claimed, now)) };
}

async function getOnPhone(deps: SigningDeps, secret: string): Promise<PhoneView> {
  const { target, proof } = await findClaimed(deps, secret);
  return viewOnPhone(target, viewProof(await pollProof(deps, proof), deps.clock.now()));
}

async function answerOnPhone(
  deps: SigningDeps,
  secret: string,
  command: Omit<AnswerProofCommand, 'proofId'>,
): Promise<PhoneView> {
  const own = await findClaimed(deps, secret);
  return viewOnPhone(own.target, await takeAnswer(deps, own, command));
}

export function receiveFileFromPhone(uploads: UploadsInProgress) {
  return async (
    deps: SigningDeps,
    secret: string,
    upload: ProofUpload & Pick<AnswerProofCommand, 'origin'>,
  ): Promise<PhoneView> => {
    const own = await findClaimed(deps, secret);
    return viewOnPhone(own.target, await takeFile(deps, uploads, own, upload));
  };
}

/** Resolves with the account of the document. Throws `handover_not_found`. */
async function requirePhone(deps: SigningDeps, secret: string): Promise<string> {
  return (await findClaimed(deps, secret)).target.document.accountId;
}

function isPending(proof: Proof, now: Date): boolean {
  return statusOf(proof, now) === 'pending';
}

function viewOnPhone({ document }: OwnProof['target'], proof: ProofView): PhoneView {
  return { language: document.language, proof };
}

function findClaimed(deps: SigningDeps, secret: string): Promise<OwnProof> {
  return findHandedOver(deps, secret, { isClaimed: true });
}

async function findHandedOver(
  deps: SigningDeps,
  secret: string,
  { isClaimed }: Pick<Handover, 'isClaimed'>,
): Promise<OwnProof> {
  const proof = await deps.database.read.proofs.findHandedOver(hashSecret(secret));
  const handover = proof?.handover;
  const isOpen = handover?.isClaimed === isClaimed && (isClaimed || handover.expiresAt > deps.clock.now());
  const target = proof !== null && isOpen ? await findTargetOfProof(deps, proof) : null;
  if (proof === null || target === null) throw new SigningError('handover_not_found');
  return { target, proof, phoneHash: isClaimed ? handover?.hash : undefined };
}

export const handoverOperations = { handOver: handOverProof };

export const phoneOperations = {
  claim: claimHandover,
  get: getOnPhone,
  require: requirePhone,
  answer: answerOnPhone,
};
