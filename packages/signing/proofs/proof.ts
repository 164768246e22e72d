import { z } from 'zod';
import type { Immutable } from '../immutable.ts';
import { identification, identityScan } from '../methods/parts.ts';
import type { ProofFact } from '../methods/signature.ts';
import { fieldValue, scannedImage, uploadedAttachment } from '../methods/signature-facts.ts';
import type { FieldValue } from '../ports/pdf-toolkit.ts';
import type { ProofKind } from './kinds.ts';

export const PROOF_STATUSES = ['pending', 'succeeded', 'failed', 'expired'] as const;
export type ProofStatus = (typeof PROOF_STATUSES)[number];

const proofResult = z.object({
  values: z.array(fieldValue),
  /** By name; `emailAddress` and `phoneNumber` are masked on request. */
  facts: z.record(z.string(), z.string()),
  /** If its method needs the proof. */
  parts: z.object({
    identification: identification.nullable().exactOptional(),
    scan: identityScan.exactOptional(),
  }),
  attachments: z.array(uploadedAttachment),
  /** For form fields. */
  images: z.array(scannedImage).exactOptional(),
});
export type ProofResult = Immutable<z.infer<typeof proofResult>>;

export const EMPTY_RESULT: ProofResult = { values: [], facts: {}, parts: {}, attachments: [] };

/** [D12-07] Of a provider for tests, which does not identify. */
export function sandboxFact(isSandbox: boolean): ProofResult['facts'] {
  return isSandbox ? { sandbox: 'true' } : {};
}

/** May be personal: encrypted at rest. */
interface ProofContent {
  /** In the form when it began. Written once. */
  readonly entered?: readonly FieldValue[];
  readonly state: unknown;
  readonly result: ProofResult | null;
}

export type ProofFacts = Omit<Proof, keyof ProofContent>;

/** Between opening and signing: a one-time code, an e-ID, an upload. */
export interface Proof extends ProofContent {
  readonly proofId: string;
  /** `idHash`. */
  readonly sessionHash: string;
  readonly documentId: string;
  readonly signeeId: string;
  readonly kind: ProofKind;
  /** Null for a proof that the signature method needs. */
  readonly field: string | null;
  readonly status: ProofStatus;
  /** An error code, or `cancelled`, `superseded`, `attempts`. */
  readonly reason: string | null;
  /** Failed because a provider, or this service, did not work; absent: not. */
  readonly isOutage?: boolean;
  readonly attempts: number;
  readonly createdAt: Date;
  /** Of `pending`. */
  readonly expiresAt: Date;
  /** By the provider. */
  readonly polledAt: Date | null;
  readonly finishedAt: Date | null;
  /** At the end of the session, or a day after the start while the proof may be kept. */
  readonly removeAt: Date;
  /** Also beside the result. */
  readonly blobIds?: readonly string[];
  /** Running uploads count as the largest possible. */
  readonly receivedBytes?: number;
  /** Absent: only the browser of the session has it. */
  readonly handover?: Handover;
}

export interface Handover {
  /** SHA-256 (hex) of the secret in the QR code, then of the one that the phone keeps. */
  readonly hash: string;
  readonly isClaimed: boolean;
  readonly expiresAt: Date;
  /** Number of codes. */
  readonly offers: number;
}

/** `expired` when its time is over, before that is stored. */
export function statusOf({ status, expiresAt }: Proof, now: Date): ProofStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/** A code whose time is over does not count. */
export function phoneOf({ handover }: Proof, now: Date): 'invited' | 'connected' | null {
  if (handover === undefined || handover.expiresAt <= now) return null;
  return handover.isClaimed ? 'connected' : 'invited';
}

export type SucceededProof = Proof & { readonly result: ProofResult };

export function isSucceeded(proof: Proof): proof is SucceededProof {
  return proof.status === 'succeeded' && proof.result !== null;
}

/** For the signature and the evidence. */
export function factOf(proof: SucceededProof): ProofFact {
  const { kind, field, attempts, createdAt, finishedAt, result } = proof;
  const succeededAt = finishedAt ?? createdAt;
  return { kind, field, attempts, startedAt: createdAt, succeededAt, facts: result.facts };
}
