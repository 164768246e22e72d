import { attachment } from './attachment.ts';
import { companyCheck } from './company.ts';
import type { AnyProofDefinition } from './define-proof.ts';
import { electronicId } from './electronic-id.ts';
import { emailCode } from './email-code.ts';
import { faceLivenessProof } from './face-liveness.ts';
import { idScanProof } from './id-scan.ts';
import { payment } from './payment.ts';
import { smsCode } from './sms-code.ts';

/** Every kind of proof. */
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

/** Returns undefined for an unknown kind. */
export function findProofKind(kind: string): AnyProofDefinition<ProofKind> | undefined {
  return PROOF_KINDS.find((definition) => definition.kind === kind);
}

export function proofKindOf(kind: ProofKind): AnyProofDefinition<ProofKind> {
  const definition = findProofKind(kind);
  if (definition === undefined) throw new TypeError(`no proof ${kind}`);
  return definition;
}

/** Whether a success is kept with the document at once, and cannot be taken back. */
export function isKept(kind: ProofKind): boolean {
  return proofKindOf(kind).isKept === true;
}

/** The kind that a field with these attributes starts. */
export function findTriggeredKind(
  attributes: readonly { readonly name: string }[],
): AnyProofDefinition<ProofKind> | undefined {
  return PROOF_KINDS.find(({ triggers }) => attributes.some(({ name }) => triggers.includes(name)));
}
