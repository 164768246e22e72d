import { MINUTE_MS } from '@countersign/base/time';
import type { Job } from '../jobs/job.ts';
import type { Stores } from '../ports/database.ts';
import { attachment } from './attachment.ts';
import { emailCode, smsCode } from './code-proof.ts';
import { companyCheck } from './company.ts';
import type { AnyProofDefinition } from './define-proof.ts';
import { electronicId } from './electronic-id.ts';
import { faceLivenessProof } from './face-liveness.ts';
import { idScanProof } from './id-scan.ts';
import { payment } from './payment.ts';
import { isSucceeded, type Proof, type ProofKind, type ProofView, phoneOf, statusOf } from './proof.ts';

export const PROOF_KINDS = [
  emailCode,
  smsCode,
  attachment,
  idScanProof,
  faceLivenessProof,
  payment,
  electronicId,
  companyCheck,
] as const satisfies readonly { readonly kind: ProofKind }[];

export function findProofKind(kind: string): AnyProofDefinition<ProofKind> | undefined {
  return PROOF_KINDS.find((definition) => definition.kind === kind);
}

export function proofKindOf(kind: ProofKind): AnyProofDefinition<ProofKind> {
  const definition = findProofKind(kind);
  if (definition === undefined) throw new TypeError(`no proof ${kind}`);
  return definition;
}

/** Whether its success is stored with the document at once, and cannot be taken back. */
export function isKept(kind: ProofKind): boolean {
  return proofKindOf(kind).kept !== undefined;
}

/** They end what may still succeed at a provider. */
export function listEnds(proofs: readonly Proof[]): readonly Job[] {
  return proofs.flatMap((proof) => {
    const { kept, state } = proofKindOf(proof.kind);
    if (kept === undefined || proof.status === 'succeeded' || proof.state === null) return [];
    return kept.listEnds(proof, state.parse(proof.state));
  });
}

/** What is kept also succeeds after the proof expired with its session. */
export function isOpen(proof: Proof, now: Date): boolean {
  const status = statusOf(proof, now);
  if (status !== 'expired' || !isKept(proof.kind) || proof.state === null) return status === 'pending';
  return endOfKept(proof) > now;
}

/** Returns the time until which the proof can succeed. */
export function endOfKept({ kind, createdAt }: Pick<Proof, 'kind' | 'createdAt'>): Date {
  return new Date(createdAt.getTime() + proofKindOf(kind).minutes * MINUTE_MS);
}

export function findTriggeredKind(
  attributes: readonly { readonly name: string }[],
): AnyProofDefinition<ProofKind> | undefined {
  return PROOF_KINDS.find(({ triggers }) => attributes.some(({ name }) => triggers.includes(name)));
}

/** Keeps the proofs until the document is removed; others end with the session. */
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

/** The last one repeats until the proof expires. */
const DELAY_MINUTES = [1, 2, 4, 8, 15];

export interface PlannedPoll {
  readonly job: Job<'watch-proof'>;
  readonly startAfterSeconds: number;
}

/** While no page is open, as the report may never come; null if the proof needs none. */
export function planNextPoll({ proofId, kind, state, status }: Proof, round = 0): PlannedPoll | null {
  const definition = proofKindOf(kind);
  if (status !== 'pending' || state === null) return null;
  if (definition.poll?.isWatched?.(definition.state.parse(state)) !== true) return null;
  const minutes = DELAY_MINUTES[Math.min(round, DELAY_MINUTES.length - 1)] ?? 0;
  return { job: { name: 'watch-proof', proofId, round }, startAfterSeconds: minutes * 60 };
}

/** `isBegun`: it has its first state. */
export async function listObsolete(
  { proofs }: Pick<Stores, 'proofs'>,
  proof: Proof,
  isBegun: boolean,
  now: Date,
): Promise<readonly Proof[]> {
  const { kind, field, status, sessionHash, documentId, signeeId } = proof;
  // Whichever browser made it.
  if (status === 'succeeded' && isKept(kind))
    return listOpen(await proofs.listForSignee(documentId, signeeId), proof, now);
  if (isBegun) return listReplaced(await proofs.listForSignee(documentId, signeeId), proof, now);
  // A face proves nothing about the document that is scanned next.
  if (status !== 'failed' || field !== null || !PROOF_KINDS.some(({ restsOn }) => restsOn === kind))
    return [];
  return (await proofs.listForSession(sessionHash)).filter(
    (one) =>
      proofKindOf(one.kind).restsOn === kind &&
      one.signeeId === signeeId &&
      (one.status === 'pending' || one.status === 'succeeded'),
  );
}

/**
 * Lists proofs of the same field that started before. They end only now, since a start that fails must not
 * end what is open.
 */
export function listReplaced(known: readonly Proof[], proof: Proof, now: Date): readonly Proof[] {
  const own = known.filter(({ sessionHash }) => isKept(proof.kind) || sessionHash === proof.sessionHash);
  const index = own.findIndex(({ proofId }) => proofId === proof.proofId);
  return listOpen(own.slice(0, index), proof, now);
}

function listOpen(known: readonly Proof[], { kind, field, proofId }: Proof, now: Date): readonly Proof[] {
  return known.filter(
    (one) => one.kind === kind && one.field === field && one.proofId !== proofId && isOpen(one, now),
  );
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
