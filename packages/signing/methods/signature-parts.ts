import type { Immutable } from '@countersign/base';
import { LANGUAGES } from '@countersign/base/locale';
import { SIGNATURE_FONTS } from '@countersign/seal/layout';
import { z } from 'zod';
import { MESSAGE_CHANNELS } from '../notifications/channels.ts';
import { type MaskedPersonalNumber, maskPersonalNumber } from '../personal-data.ts';

export const ink = z.discriminatedUnion('kind', [
  /** The blob is the drawn PNG. */
  z.object({ kind: z.literal('drawn'), blobId: z.string() }),
  /** A signature on paper: the signee uploaded a picture of it. */
  z.object({ kind: z.literal('picture'), blobId: z.string() }),
  /** It is null if the signee chose none: the font of printed text. */
  z.object({ kind: z.literal('typed'), typedName: z.string(), font: z.enum(SIGNATURE_FONTS).nullable() }),
]);
export type Ink = Immutable<z.infer<typeof ink>>;

/** The kinds are named in requests, answers and evidence. */
export const INK_KINDS = ['drawn', 'typed', 'picture'] as const satisfies readonly Ink['kind'][];

/** This is who an e-ID or a face match says the signee is. */
export const identification = z.object({
  /** The provider is named as it names itself: BankID, Freja. */
  provider: z.string(),
  /** A provider for tests, which does not identify. Absent: a real one. */
  isSandbox: z.literal(true).optional(),
  /** It may differ from the name that the sender gave. */
  fullName: z.string(),
  /** The number is null if the provider reports none. */
  personalNumber: z.custom<MaskedPersonalNumber>((value) => typeof value === 'string').nullable(),
});
export type Identification = Immutable<z.infer<typeof identification>>;

/** This is what the box of a scanned signature shows. */
export const identityScan = z.object({
  scannedAt: z.date(),
  /** The picture shows the front; it is null if no image may be kept [D3-12]. */
  imageBlobId: z.string().nullable(),
});
export type IdentityScan = Immutable<z.infer<typeof identityScan>>;

/** The personal number is masked. */
export function identificationOf(answer: {
  readonly provider: string;
  readonly isSandbox?: boolean;
  readonly fullName: string;
  readonly personalNumber?: string;
}): Identification {
  const { provider, isSandbox = false, fullName, personalNumber = '' } = answer;
  return {
    provider,
    ...(isSandbox && { isSandbox }),
    fullName,
    personalNumber: personalNumber === '' ? null : maskPersonalNumber(personalNumber),
  };
}

export const fieldValue = z.object({
  name: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
});

export const consent = z.object({ text: z.string(), language: z.enum(LANGUAGES) });

/** A file that the signee attached [2.10-42]. */
export const uploadedAttachment = z.object({
  blobId: z.string(),
  /** The name is the one of the upload; attachment-names.ts makes the one in the sealed file. */
  name: z.string(),
  mimeType: z.string(),
  size: z.number(),
  sha256: z.string(),
  uploadedAt: z.date(),
});

/** What the evidence says of a proof; its kinds are in signing/proofs. */
export const proofFact = z.object({
  kind: z.string(),
  /** The field is null for a proof that the signature method needs. */
  field: z.string().nullable(),
  startedAt: z.date(),
  succeededAt: z.date(),
  /** The right one included. */
  attempts: z.number(),
  /** The facts are those of `ProofResult`. */
  facts: z.record(z.string(), z.string()),
});

/** An image that a scan puts into a form field [D3-09] [D3-10]. */
export const scannedImage = z.object({
  field: z.string(),
  /** The blob is a JPEG. */
  blobId: z.string(),
});

/** SHA-256 (lower-case hex) of the PDF that the page had, and of `values` with the salt (docs/audit-chain.md). */
export const shownContent = z.object({
  fileSha256: z.string(),
  valuesSha256: z.string(),
  /** Random, and not in the audit trail: its entries outlive the values, which could be guessed. */
  salt: z.string(),
});

export const signatureFacts = {
  signedAt: z.date(),
  ipAddress: z.string(),
  userAgent: z.string(),
  /**
   * The channel of the one-time code, or `sign_in`: a user with the signee's email address. Absent: the link
   * itself came over it.
   */
  verification: z
    .object({ channel: z.enum([...MESSAGE_CHANNELS, 'sign_in']), verifiedAt: z.date() })
    .optional(),
  consent,
  values: z.array(fieldValue),
  /** Attachments are in the order of their upload. */
  attachments: z.array(uploadedAttachment),
  /** Proofs are in the order in which they started. */
  proofs: z.array(proofFact).optional(),
  scannedImages: z.array(scannedImage).optional(),
};

/** What the service adds when it records a signature. */
export const recordedFacts = {
  /** The names of `values` that the signee entered; the rest was filled in by the service. */
  enteredFields: z.array(z.string()),
  /** [D12-04] */
  shown: shownContent,
  /** The time zone of the dates that were filled in. */
  timeZone: z.string(),
};
