import type { Immutable } from '@countersign/base';
import type { FieldValue } from '@countersign/toolkit';
import { z } from 'zod';
import type { ProofFact } from '../methods/methods.ts';
import {
  fieldValue,
  identification,
  identityScan,
  scannedImage,
  uploadedAttachment,
} from '../methods/signature-parts.ts';

/** The kinds by name: records name them without importing what they do. */
export const PROOF_KIND_NAMES = [
  'email_code',
  'sms_code',
  'attachment',
  'id_scan',
  'face_liveness',
  'payment',
  'electronic_id',
  'company',
] as const;
export type ProofKind = (typeof PROOF_KIND_NAMES)[number];

export interface KeptProofFacts {
  readonly proofId: string;
  readonly documentId: string;
  readonly signeeId: string;
  readonly kind: ProofKind;
  readonly keptAt: Date;
}

/** For an e-ID, this is the whole identification and its signature. */
export interface KeptProof extends KeptProofFacts {
  /** The content is encrypted at rest. */
  readonly content: Readonly<Record<string, string | null>>;
}

const PROOF_STATUSES = ['pending', 'succeeded', 'failed', 'expired'] as const;
export type ProofStatus = (typeof PROOF_STATUSES)[number];

const proofResult = z.object({
  values: z.array(fieldValue),
  /** The facts by their names; `emailAddress` and `phoneNumber` are masked on request. */
  facts: z.record(z.string(), z.string()),
  /** If its method needs the proof. */
  parts: z.object({
    identification: identification.nullable().optional(),
    scan: identityScan.optional(),
  }),
  attachments: z.array(uploadedAttachment),
  /** The images are for form fields. */
  images: z.array(scannedImage).optional(),
});
export type ProofResult = Immutable<z.infer<typeof proofResult>>;

export const EMPTY_RESULT: ProofResult = { values: [], facts: {}, parts: {}, attachments: [] };

/** [D12-07] Of a provider for tests, which does not identify. */
export function sandboxFact(isSandbox: boolean): ProofResult['facts'] {
  return isSandbox ? { sandbox: 'true' } : {};
}

/** It may be personal: encrypted at rest. */
interface ProofContent {
  /** The values of the form when the proof began; they are written once. */
  readonly entered?: readonly FieldValue[] | undefined;
  readonly state: unknown;
  readonly result: ProofResult | null;
}

export type ProofFacts = Omit<Proof, keyof ProofContent>;

/** A check between opening and signing: a one-time code, an e-ID, an upload. */
export interface Proof extends ProofContent {
  readonly proofId: string;
  /** The `idHash` of the session. */
  readonly sessionHash: string;
  readonly documentId: string;
  readonly signeeId: string;
  readonly kind: ProofKind;
  /** The field is null for a proof that the signature method needs. */
  readonly field: string | null;
  readonly status: ProofStatus;
  /** An error code, or `cancelled`, `superseded`, `attempts`. */
  readonly reason: string | null;
  /** Failed because a provider, or this service, did not work; absent: not. */
  readonly isOutage?: boolean;
  readonly attempts: number;
  readonly createdAt: Date;
  /** The time at which a pending proof ends. */
  readonly expiresAt: Date;
  /** The time at which the provider was asked last. */
  readonly polledAt: Date | null;
  readonly finishedAt: Date | null;
  /** A proof is removed at the end of its session, or a day after its start while it may be kept. */
  readonly removeAt: Date;
  /** Blobs that the proof stored beside those of its result. */
  readonly blobIds?: readonly string[];
  /** Running uploads count as the largest possible. */
  readonly receivedBytes?: number;
  /** The phone that has the proof; absent if only the browser of the session has it. */
  readonly handover?: Handover;
}

export interface Handover {
  /** SHA-256 (hex) of the secret in the QR code, then of the one that the phone keeps. */
  readonly hash: string;
  readonly isClaimed: boolean;
  readonly expiresAt: Date;
  /** The number of codes that were offered. */
  readonly offers: number;
}

/** `expired` when its time is over, before that is stored. */
export function statusOf({ status, expiresAt }: Proof, now: Date): ProofStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/** A code whose time is over does not count. */
export function phoneOf({ handover }: Proof, now: Date): ProofView['phone'] {
  if (handover === undefined || handover.expiresAt <= now) return null;
  return handover.isClaimed ? 'connected' : 'invited';
}

export type SucceededProof = Proof & { readonly result: ProofResult };

export function isSucceeded(proof: Proof): proof is SucceededProof {
  return proof.status === 'succeeded' && proof.result !== null;
}

/** Returns what signature and evidence say of the proof. */
export function factOf(proof: SucceededProof): ProofFact {
  const { kind, field, attempts, createdAt, finishedAt, result } = proof;
  const succeededAt = finishedAt ?? createdAt;
  return { kind, field, attempts, startedAt: createdAt, succeededAt, facts: result.facts };
}

/** What a kind shows of a proof, or before it is started. */
const proofDetails = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()), z.array(fieldValue)]),
);
export type ProofDetails = Immutable<z.infer<typeof proofDetails>>;

/** A proof as the signing page sees it. */
export const proofView = z.object({
  proofId: z.string(),
  kind: z.enum(PROOF_KIND_NAMES),
  field: z.string().nullable(),
  status: z.enum(PROOF_STATUSES),
  reason: z.string().nullable(),
  triesLeft: z.int(),
  /** The end of a pending proof, in ISO 8601. */
  expiresAt: z.string(),
  phone: z.enum(['invited', 'connected']).nullable(),
  details: proofDetails,
});
export type ProofView = Immutable<z.infer<typeof proofView>>;

/** A check of a form field or of the signature method. */
export const checkView = z.object({
  kind: z.enum(PROOF_KIND_NAMES),
  field: z.string().nullable(),
  required: z.boolean(),
  /** It is false without the capability or without a provider. */
  isOffered: z.boolean(),
  /** What the page shows before the check is started. */
  introduction: proofDetails,
  /** Oldest first; proofs that failed or were cancelled are left out. */
  proofs: z.array(proofView),
});
export type CheckView = Immutable<z.infer<typeof checkView>>;
