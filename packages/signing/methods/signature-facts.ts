import { LANGUAGES } from '@countersign/identity';
import { z } from 'zod';
import { MESSAGE_CHANNELS } from '../ports/notifier.ts';

/** A value given for a form field. */
export const fieldValue = z.object({
  name: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
});

/** The sentence that a signee agreed to. */
export const consent = z.object({ text: z.string(), language: z.enum(LANGUAGES) });

/** A file that a signee uploaded while signing [2.10-42]. */
export const uploadedAttachment = z.object({
  blobId: z.string(),
  /** The original name; the name in the sealed file: attachment-names.ts. */
  name: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number(),
  sha256: z.string(),
  uploadedAt: z.date(),
});

/** A proof that succeeded before signing (signing/proofs). */
export const proofFact = z.object({
  kind: z.string(),
  /** Name of the trigger's field; null for a proof that the signature method needs. */
  field: z.string().nullable(),
  startedAt: z.date(),
  succeededAt: z.date(),
  /** Answers, the right one included. */
  attempts: z.number(),
  /** As in `ProofResult`. */
  facts: z.record(z.string(), z.string()),
});

/** An image of a scan that is drawn into a form field [D3-09] [D3-10]. */
export const scannedImage = z.object({
  field: z.string(),
  /** JPEG. */
  blobId: z.string(),
});

/** Members of every signature. */
export const signatureFacts = {
  signedAt: z.date(),
  ipAddress: z.string(),
  userAgent: z.string(),
  /**
   * The channel over which a one-time code proved who opened the link, or `sign_in`: the user with the email address of the
   * signee was signed in. Absent: the link itself came over it.
   */
  verification: z.exactOptional(
    z.object({ channel: z.enum([...MESSAGE_CHANNELS, 'sign_in']), verifiedAt: z.date() }),
  ),
  /** Null: signed before it was stored. */
  consent: consent.nullable(),
  values: z.array(fieldValue),
  /** In the order of uploading. */
  attachments: z.array(uploadedAttachment),
  /** Absent: none. In the order of starting. */
  proofs: z.exactOptional(z.array(proofFact)),
  /** Absent: none. */
  scannedImages: z.exactOptional(z.array(scannedImage)),
};
