import { z } from 'zod';
import type { Immutable } from '../immutable.ts';
import { identification, identityScan } from '../methods/parts.ts';
import type { ProofFact } from '../methods/signature.ts';
import { fieldValue, scannedImage, uploadedAttachment } from '../methods/signature-facts.ts';
import type { FieldValue } from '../ports/pdf-toolkit.ts';
import type { ProofKind } from './kinds.ts';

export const PROOF_STATUSES = ['pending', 'succeeded', 'failed', 'expired'] as const;
export type ProofStatus = (typeof PROOF_STATUSES)[number];

/** What a proof gives to the signature. */
const proofResult = z.object({
  /** Values of form fields. */
  values: z.array(fieldValue),
  /** For the evidence, by name; contact details are `emailAddress` and `phoneNumber`, which are masked on request. */
  facts: z.record(z.string(), z.string()),
  /** Parts of a signature whose method needs the proof. */
  parts: z.object({
    identification: identification.nullable().exactOptional(),
    scan: identityScan.exactOptional(),
  }),
  attachments: z.array(uploadedAttachment),
  /** Images of a scan, for form fields. */
  images: z.array(scannedImage).exactOptional(),
});
export type ProofResult = Immutable<z.infer<typeof proofResult>>;

export const EMPTY_RESULT: ProofResult = { values: [], facts: {}, parts: {}, attachments: [] };

/** May be personal: encrypted at rest. */
interface ProofContent {
  /** What the signee had entered in the form when it began. Written once. Absent: nothing. */
  readonly entered?: readonly FieldValue[];
  /** What the kind keeps meanwhile, and the result. */
  readonly state: unknown;
  readonly result: ProofResult | null;
}

export type ProofFacts = Omit<Proof, keyof ProofContent>;

/** What a signee does between opening and signing to prove or add something: a one-time code, an e-ID, an upload. */
export interface Proof extends ProofContent {
  readonly proofId: string;
  /** `idHash` of the signing session. */
  readonly sessionHash: string;
  readonly documentId: string;
  readonly signeeId: string;
  readonly kind: ProofKind;
  /** Name of the trigger's field; null for a proof that the signature method needs. */
  readonly field: string | null;
  readonly status: ProofStatus;
  /** Why it failed: an error code, or `cancelled`, `superseded`, `attempts`. */
  readonly reason: string | null;
  /** Failed because a provider, or this service, did not work; absent: not. */
  readonly isOutage?: boolean;
  /** Answers that were given. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** The end of `pending`. */
  readonly expiresAt: Date;
  /** The last time that the provider was asked. */
  readonly polledAt: Date | null;
  readonly finishedAt: Date | null;
  /** When the content is removed: the end of the session, or later while the proof may be kept; then a day after the start. */
  readonly removeAt: Date;
  /** What it stored, also beside the result; absent: nothing. */
  readonly blobIds?: readonly string[];
  /** Of all uploads; those that run count as the largest possible. */
  readonly receivedBytes?: number;
  /** A phone that goes on with it, or was offered to; absent: only the browser of the session. */
  readonly handover?: Handover;
}

export interface Handover {
  /** SHA-256 (hex) of the secret in the QR code, and once that was used, of the one that the phone keeps. */
  readonly hash: string;
  readonly isClaimed: boolean;
  readonly expiresAt: Date;
  /** Codes that were made for the proof. */
  readonly offers: number;
}

/** A pending proof whose time is over is `expired`, before anything is stored about it. */
export function statusOf({ status, expiresAt }: Proof, now: Date): ProofStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/** A phone was offered the proof, or has it. A code whose time is over counts as none. */
export function phoneOf({ handover }: Proof, now: Date): 'invited' | 'connected' | null {
  if (handover === undefined || handover.expiresAt <= now) return null;
  return handover.isClaimed ? 'connected' : 'invited';
}

export type SucceededProof = Proof & { readonly result: ProofResult };

export function isSucceeded(proof: Proof): proof is SucceededProof {
  return proof.status === 'succeeded' && proof.result !== null;
}

/** What the signature and the evidence have of it. */
export function factOf(proof: SucceededProof): ProofFact {
  const { kind, field, attempts, createdAt, finishedAt, result } = proof;
  const succeededAt = finishedAt ?? createdAt;
  return { kind, field, attempts, startedAt: createdAt, succeededAt, facts: result.facts };
}
