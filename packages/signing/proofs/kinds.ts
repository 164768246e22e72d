import { MINUTE_MS } from '@countersign/identity/durations';
import type { Job } from '../jobs/job.ts';
import { attachment } from './attachment.ts';
import { companyCheck } from './company.ts';
import type { AnyProofDefinition } from './define-proof.ts';
import { electronicId } from './electronic-id.ts';
import { emailCode } from './email-code.ts';
import { faceLivenessProof } from './face-liveness.ts';
import { idScanProof } from './id-scan.ts';
import { payment } from './payment.ts';
import { type Proof, statusOf } from './proof.ts';
import { smsCode } from './sms-code.ts';

export const PROOF_KINDS = [
  emailCode,
  smsCode,
  attachment,
  idScanProof,
  faceLivenessProof,
  payment,
  electronicId,
  companyCheck,
] as const;

export type ProofKind = (typeof PROOF_KINDS)[number]['kind'];

export function findProofKind(kind: string): AnyProofDefinition<ProofKind> | undefined {
  return PROOF_KINDS.find((definition) => definition.kind === kind);
}

export function proofKindOf(kind: ProofKind): AnyProofDefinition<ProofKind> {
  const definition = findProofKind(kind);
  if (definition === undefined) throw new TypeError(`no proof ${kind}`);
  return definition;
}

/** With the document at once; it cannot be taken back. */
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

/** Until then it can succeed. */
export function endOfKept({ kind, createdAt }: Pick<Proof, 'kind' | 'createdAt'>): Date {
  return new Date(createdAt.getTime() + proofKindOf(kind).minutes * MINUTE_MS);
}

export function findTriggeredKind(
  attributes: readonly { readonly name: string }[],
): AnyProofDefinition<ProofKind> | undefined {
  return PROOF_KINDS.find(({ triggers }) => attributes.some(({ name }) => triggers.includes(name)));
}
